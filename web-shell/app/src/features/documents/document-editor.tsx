import { Alert, Group, Textarea, Title, VisuallyHidden } from "@mantine/core";
import { ApiProblem, beforeLoss, type Document, useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { loadNotices, notify } from "../../ui/notify";
import { Dim, Fine, Small, TextButton, Wrong } from "../../ui/texts";
import { Counts } from "./editor/counts";
import { TextEditor } from "./editor/text-editor";

type Change = { title: string; text: string; version?: number };

type Props = {
  document: Document;
  /** The text consists of parts; an edit makes it one text. */
  isDrawn: boolean;
  onSave: (change: Change) => Promise<Document>;
  onReload: () => void;
  onClose: () => void;
};

/** What is saved, and the version that is edited, even if the document changes in the meantime. */
function useSaving({ document, isDrawn, onSave, onReload, onClose }: Props) {
  const form = useFields({ title: document.title, text: document.text });
  const [saved, setSaved] = useState({ title: document.title, text: document.text });
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [version, setVersion] = useState<number | undefined>(document.version);
  const [conflict, setConflict] = useState(false);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(!isDrawn);
  const { title, text } = form.values;
  const isChanged = title !== saved.title || text !== saved.text;
  const release = useUnsaved(isChanged, { onLose: onClose });

  const save = async () => {
    setCut(false);
    try {
      const { version: newest, updated_at } = await onSave({ title, text, version });
      setVersion(newest);
      if (text !== saved.text) setWhole(true);
      setSaved({ title, text });
      setSavedAt(updated_at);
    } catch (problem) {
      const status = problem instanceof ApiProblem ? problem.status : undefined;
      setConflict(status === 409);
      setCut(status === 0);
      throw problem;
    }
  };
  const takeNewest = () => {
    setConflict(false);
    setVersion(undefined);
    onReload();
  };
  return { form, isChanged, isWhole, savedAt, conflict, isCut, save, release, takeNewest };
}

/** Edits title and text. The input stays if saving fails. */
export default function DocumentEditor(props: Props) {
  const { onClose } = props;
  const { t } = useTexts("documents");
  const { form, isChanged, isWhole, savedAt, conflict, isCut, save, release, takeNewest } = useSaving(props);
  // A message about a save without a connection cannot load then.
  useEffect(() => void loadNotices().catch(() => {}), []);
  const saveAndClose = async () => {
    if (isChanged) await save();
    release();
    if (isChanged) notify.success(t("documents.editor.saved"));
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const isSent = (event.ctrlKey || event.metaKey) && ["s", "Enter"].includes(event.key);
    if (isSent) {
      event.preventDefault();
      if (isChanged && !form.busy) void form.submit(save);
    }
    // The key of a popover reaches this only through the tree of components.
    const isHere = event.currentTarget.contains(event.target as Node);
    if (event.key === "Escape" && isHere) beforeLoss("discard", isChanged, onClose);
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
        {!isWhole && (
          <Dim mb="sm" className="document-whole">
            {t("documents.editor.whole")}
          </Dim>
        )}
        <div className="sw-bench">
          <TextEditor
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
              onClick={onClose}
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
