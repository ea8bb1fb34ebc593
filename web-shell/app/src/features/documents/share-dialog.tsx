import { Group, Stack } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { ShownOnce } from "../../ui/shown-once";
import { Dim, Small, TextButton } from "../../ui/texts";

/** Days until a link expires; "none" never expires. */
const LIVES = ["7", "30", "90", "none"] as const;

const SHARE = at("/api/documents/{id}/share");

type Share = Answer<"/api/documents/{id}/share">["share"];

type DialogProps = { id: string; share: Share; onClose: () => void };

/** The link of a document; null if it is not shared. */
export function useShare(id: string): Share {
  const { data } = useApi(
    "/api/documents/{id}/share",
    { path: { id } },
    { quiet: true, throwOnError: false },
  );
  return data?.share ?? null;
}

/** Creates a link and shows it once, or stops sharing. */
export function ShareDialog({ id, share, onClose }: DialogProps) {
  const { t } = useTexts("sharing");
  const [link, setLink] = useState<string>();
  return (
    <Dialog title={t("sharing.share.title")} isKept={link !== undefined} onClose={onClose}>
      {link === undefined ? (
        <Stack gap="md">
          <Dim>{t("sharing.share.lead")}</Dim>
          {share && <Shared id={id} share={share} onClose={onClose} />}
          <NewLink id={id} onMade={setLink} onClose={onClose} />
        </Stack>
      ) : (
        <ShownOnce
          text={t("sharing.share.shown")}
          label={t("sharing.share.link")}
          value={link}
          copy={t("sharing.share.copy")}
          copied={t("sharing.share.copied")}
          done={t("sharing.share.done")}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

/** The link of the document, which can only be replaced or stopped. */
function Shared({ id, share, onClose }: DialogProps & { share: NonNullable<Share> }) {
  const { t, date } = useTexts("sharing");
  const { press, dialog } = useAction();
  const { created_at, expires_at } = share;
  const since = date(created_at);
  const stop = async () => {
    await unwrap(api.DELETE("/api/documents/{id}/share", withId(id)));
    onClose();
  };
  return (
    <Stack gap="xs">
      <Small>
        {expires_at
          ? t("sharing.share.until", { since, until: date(expires_at) })
          : t("sharing.share.since", { since })}
      </Small>
      <Dim>{t("sharing.share.replace")}</Dim>
      <Group>
        <TextButton
          label={t("sharing.share.stop")}
          size="xs"
          icon="stop"
          {...press(stop, t("sharing.share.stopped"), SHARE)}
        />
      </Group>
      {dialog}
    </Stack>
  );
}

type NewLinkProps = { id: string; onMade: (link: string) => void; onClose: () => void };

function NewLink({ id, onMade, onClose }: NewLinkProps) {
  const { t } = useTexts("sharing");
  const form = useActionForm({ expires_in_days: "30" as (typeof LIVES)[number] });
  const days = form.values.expires_in_days;
  const make = async () => {
    const body = days === "none" ? {} : { expires_in_days: Number(days) };
    const made = await unwrap(api.POST("/api/documents/{id}/share", { ...withId(id), body }));
    onMade(made.link);
  };
  return (
    <Form {...form.submits(make, undefined, SHARE)} go={t("sharing.share.make")} onCancel={onClose}>
      <Choice
        data-autofocus
        values={LIVES}
        text={(life) => t(`sharing.share.days.${life}`)}
        {...form.field("expires_in_days", t("sharing.share.life"))}
      />
    </Form>
  );
}
