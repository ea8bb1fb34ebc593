import { Alert, Group, Textarea, Title, VisuallyHidden } from "@mantine/core";
import { beforeLoss } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type KeyboardEvent, useEffect } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { loadNotices, notify } from "../../ui/notify";
import { Dim, Fine, Small, TextButton, Wrong } from "../../ui/texts";
import { DraftOffer } from "./draft-offer";
import { Counts } from "./editor/counts";
import { TextEditor } from "./editor/text-editor";
import { type Editing, useSaving } from "./use-saving";

type Props = Editing & {
  /** The text consists of parts; an edit makes it one text. */
  isDrawn: boolean;
};

/** Edits title and text. The input stays if saving fails. */
export default function DocumentEditor(props: Props) {
  const { isDrawn, onClose } = props;
  const { t } = useTexts("documents");
  const {
    form,
    isChanged,
    isOneText,
    savedAt,
    conflict,
    isCut,
    save,
    release,
    takeNewest,
    draft,
    restore,
    turn,
    discard,
  } = useSaving(props);
  // A message about a save without a connection cannot load then.
  useEffect(() => void loadNotices().catch(() => {}), []);
  const saveAndClose = async () => {
    if (isChanged) await save();
    release();
    if (isChanged) notify.success(t("documents.editor.saved"));
    onClose();
  };
  const askAndClose = () => (isChanged ? beforeLoss("discard", true, discard) : onClose());
  const press = (event: KeyboardEvent) => {
    const isSent = (event.ctrlKey || event.metaKey) && ["s", "Enter"].includes(event.key);
    if (isSent) {
      event.preventDefault();
      if (isChanged && !form.busy) void form.submit(save);
    }
    // The key of a popover reaches this only through the tree of components.
    const isHere = event.currentTarget.contains(event.target as Node);
    if (event.key === "Escape" && isHere) askAndClose();
  };
  return (
    <Form {...form.submits(saveAndClose)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of a form belong to its fields. */}
      <div className="document-write" onKeyDown={press}>
        <VisuallyHidden>
          <Title order={1}>{t("documents.editor.heading")}</Title>
        </VisuallyHidden>
        {conflict && <Conflict onTake={takeNewest} />}
        {isCut && <Cut />}
        {draft.offered && <DraftOffer at={draft.offered.at} onRestore={restore} onDiscard={draft.forget} />}
        {/* A long title has several lines, but no breaks. */}
        <Textarea
          {...form.field("title")}
          onChange={(event) => form.set({ title: event.currentTarget.value.replace(/\s*\n\s*/g, " ") })}
          autosize
          minRows={1}
          aria-label={t("documents.editor.title")}
          placeholder={t("documents.row.untitled")}
          variant="unstyled"
          className="document-name"
          mb="xs"
        />
        {isDrawn && !isOneText && (
          <Dim mb="sm" className="document-whole">
            {t("documents.editor.whole")}
          </Dim>
        )}
        <div className="sw-bench">
          <TextEditor
            key={turn}
            text={form.values.text}
            error={form.errors.text}
            onChange={(text) => form.set({ text })}
          />
          {form.errors.text && <Wrong p="md">{form.errors.text}</Wrong>}
          <Counts text={form.values.text} />
          <Group className="sw-bench-bar" gap="xs">
            <TextButton label={t("documents.editor.save")} isMain type="submit" loading={form.busy} />
            <TextButton
              label={t(isChanged ? "documents.editor.discard" : "documents.editor.close")}
              onClick={askAndClose}
            />
            <SaveState isChanged={isChanged} savedAt={savedAt} />
          </Group>
        </div>
      </div>
    </Form>
  );
}

function SaveState({ isChanged, savedAt }: { isChanged: boolean; savedAt: string | null }) {
  const { t, dateTime } = useTexts("documents");
  return (
    <Fine role="status" className="document-state">
      {isChanged
        ? t("documents.editor.unsaved")
        : savedAt && t("documents.page.saved", { when: dateTime(savedAt) })}
    </Fine>
  );
}

/** The server was not reached. */
function Cut() {
  const { t } = useTexts("documents");
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<Icon name="offline" />}
      title={t(navigator.onLine ? "documents.editor.cutTitle" : "documents.editor.offlineTitle")}
      mb="md"
    >
      <Small>{t("documents.editor.cutText")}</Small>
    </Alert>
  );
}

function Conflict({ onTake }: { onTake: () => void }) {
  const { t } = useTexts("documents");
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<Icon name="alert" />}
      title={t("documents.editor.conflictTitle")}
      mb="md"
    >
      <Small>{t("documents.editor.conflictText")}</Small>
      <TextButton label={t("documents.editor.conflictTake")} size="xs" mt="sm" onClick={onTake} />
    </Alert>
  );
}
