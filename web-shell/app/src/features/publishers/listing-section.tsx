import { Group, Text, Textarea } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { FormDialog } from "../../ui/form-dialog";
import { Loading } from "../../ui/loading";
import { Section } from "../../ui/section";
import { Dim, Line, TextButton } from "../../ui/texts";
import { LinksSection } from "./links-section";
import { listingActions } from "./listing";
import { ownQuery } from "./publisher";

const NOTE_CHARS = 2000;

/** Whether the lists of the catalogue show a plugin, what can be done about that, and who is let in where they do not. */
export function ListingSection({ id }: { id: string }) {
  const { t } = useTranslation("portal");
  const { number } = useFormats();
  const { data: listing } = useApi("/api/publisher/plugins/{id}/listing", { path: { id } });
  const { data: own } = useQuery(ownQuery);
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
        <Line of={counts} />
        <FormAlert>{message}</FormAlert>
        {isOwner ? (
          <Group>
            {listed && <TextButton label={t("portal.listing.end")} onClick={() => setOpen("end")} />}
            {!listed && !request && (
              <TextButton
                label={t(approved ? "portal.listing.begin" : "portal.listing.ask")}
                loading={busy}
                onClick={() =>
                  approved
                    ? act(() => listingActions.list(id, true), t("portal.listing.begun"))
                    : setOpen("ask")
                }
              />
            )}
            {request && (
              <TextButton
                label={t("portal.listing.withdraw")}
                loading={busy}
                onClick={() => act(() => listingActions.list(id, false), t("portal.listing.withdrawn"))}
              />
            )}
          </Group>
        ) : (
          <Dim>{t("portal.listing.owners")}</Dim>
        )}
        {open === "end" && (
          <ConfirmDialog
            title={t("portal.listing.endTitle")}
            text={t("portal.listing.endText", { count: users, number: number(users) })}
            go={t("portal.listing.end")}
            done={t("portal.listing.ended")}
            act={() => listingActions.list(id, false)}
            onClose={() => setOpen(undefined)}
          >
            <Text>{t(approved ? "portal.listing.endBack" : "portal.listing.endAsk")}</Text>
          </ConfirmDialog>
        )}
        {open === "ask" && <Ask id={id} onClose={() => setOpen(undefined)} />}
      </Section>
      {!listed && <LinksSection id={id} />}
    </>
  );
}

function Ask({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const form = useActionForm({ note: "" });
  const { note } = form.values;
  const ask = async () => {
    await listingActions.list(id, true, note);
    onClose();
  };
  return (
    <FormDialog
      title={t("portal.listing.ask")}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(ask, t("portal.listing.askDone"))}
      go={t("portal.listing.askGo")}
    >
      <Text>{t("portal.listing.askText")}</Text>
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        maxLength={NOTE_CHARS}
        label={t("portal.listing.note")}
        {...form.field("note")}
      />
    </FormDialog>
  );
}
