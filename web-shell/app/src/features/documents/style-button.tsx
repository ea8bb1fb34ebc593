import { at, type Document } from "@sitewright/sdk/shell";
import { useNamedTool } from "../../api/catalogue";
import { api, unwrap, withId } from "../../api/client";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { LongText } from "../../ui/long-text";
import { Dim, Small } from "../../ui/texts";

/** Characters of an example; the same value as in the server. */
const MOST_CHARS = 2000;

/** Keeps the text of a document, or a part of it, as an example of style for its tool. */
export function StyleButton({ document }: { document: Document }) {
  const { t } = useTexts("sharing");
  return (
    <DialogButton label={t("sharing.style.go")} size="xs" icon="spark">
      {(close) => <StyleDialog document={document} onClose={close} />}
    </DialogButton>
  );
}

export function StyleDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTexts("sharing");
  const tool = useNamedTool(document.tool);
  const form = useActionForm({ text: [...document.text.trim()].slice(0, MOST_CHARS).join("") });
  const keep = () =>
    unwrap(
      api.POST("/api/documents/{id}/style-example", {
        ...withId(document.id),
        body: { text: form.values.text },
      }),
    );
  return (
    <ActionDialog
      {...form.does(keep, t("sharing.style.kept"), at("/api/style-examples"))}
      title={t("sharing.style.title")}
      go={t("sharing.style.keep")}
      onClose={onClose}
    >
      <Dim>{t("sharing.style.lead", { tool: tool?.name ?? document.tool })}</Dim>
      {document.drafted && <Small>{t("sharing.style.needsModel")}</Small>}
      <LongText
        data-autofocus
        maxRows={14}
        description={t("sharing.style.help")}
        {...form.needs("text", t("sharing.style.text"))}
      />
    </ActionDialog>
  );
}
