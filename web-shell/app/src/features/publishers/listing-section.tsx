import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/query";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { Section } from "../../ui/section";
import { LinksSection } from "./links-section";
import { listingActions } from "./listing";
import { useOwn } from "./publisher";

const NOTE_CHARS = 2000;

/** Whether the lists of the catalogue show a plugin, what can be done about that, and who is let in where they do not. */
export function ListingSection({ id }: { id: string }) {
  const { t } = useTranslation("portal");
  const { number } = formatsFor(usePageLanguage());
  const { data: listing } = useApi("/api/publisher/plugins/{id}/listing", { path: { id } });
  const { data: own } = useOwn();
  const { message, busy, act } = useAction();
  const [open, setOpen] = useState<"end" | "ask">();
  if (!listing || !own) return <Loading h={120} radius="lg" />;
  const isOwner = own.publisher?.role === "owner";
  const { listed, approved, request, users, guests } = listing;
  const state = listed ? "listed" : request ? "asked" : "unlisted";
  const counts = [
    t("portal.listing.users", { count: users, number: number(users) }),
    t("portal.listing.guests", { count: guests, number: number(guests) }),
  ];
  return (
    <>
      <Section title={t("portal.listing.title")}>
        <Text>{t(`portal.listing.${state}`)}</Text>
        <Text size="sm" c="dimmed">
          {counts.join(" · ")}
        </Text>
        <FormAlert>{message}</FormAlert>
        {isOwner ? (
          <Group>
            {listed && (
              <Button variant="default" onClick={() => setOpen("end")}>
                {t("portal.listing.end")}
              </Button>
            )}
            {!listed && !request && (
              <Button
                variant="default"
                loading={busy}
                onClick={() =>
                  approved
                    ? act(() => listingActions.list(id, true), t("portal.listing.begun"))
                    : setOpen("ask")
                }
              >
                {t(approved ? "portal.listing.begin" : "portal.listing.ask")}
              </Button>
            )}
            {request && (
              <Button
                variant="default"
                loading={busy}
                onClick={() => act(() => listingActions.list(id, false), t("portal.listing.withdrawn"))}
              >
                {t("portal.listing.withdraw")}
              </Button>
            )}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t("portal.listing.owners")}
          </Text>
        )}
        {open === "end" && (
          <Dialog title={t("portal.listing.endTitle")} onClose={() => setOpen(undefined)}>
            <End id={id} users={users} approved={approved} onClose={() => setOpen(undefined)} />
          </Dialog>
        )}
        {open === "ask" && (
          <Dialog title={t("portal.listing.ask")} onClose={() => setOpen(undefined)}>
            <Ask id={id} onClose={() => setOpen(undefined)} />
          </Dialog>
        )}
      </Section>
      {!listed && <LinksSection id={id} />}
    </>
  );
}

type EndProps = { id: string; users: number; approved: boolean; onClose: () => void };

function End({ id, users, approved, onClose }: EndProps) {
  const { t } = useTranslation("portal");
  const { number } = formatsFor(usePageLanguage());
  const { message, busy, act } = useAction();
  const end = async () => {
    await listingActions.list(id, false);
    onClose();
  };
  return (
    <Stack gap="md">
      <Text>{t("portal.listing.endText", { count: users, number: number(users) })}</Text>
      <Text>{t(approved ? "portal.listing.endBack" : "portal.listing.endAsk")}</Text>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.cancel")}
        </Button>
        <Button color="red.8" loading={busy} onClick={() => act(end, t("portal.listing.ended"))}>
          {t("portal.listing.end")}
        </Button>
      </Group>
    </Stack>
  );
}

function Ask({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const [note, setNote] = useState("");
  const { errors, message, busy, act } = useAction();
  const ask = async () => {
    await listingActions.list(id, true, note);
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(ask, t("portal.listing.askDone"));
      }}
    >
      <Stack gap="md">
        <Text>{t("portal.listing.askText")}</Text>
        <FormAlert>{message}</FormAlert>
        <Textarea
          name="note"
          data-autofocus
          autosize
          minRows={2}
          maxLength={NOTE_CHARS}
          label={t("portal.listing.note")}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("portal.action.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("portal.listing.askGo")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
