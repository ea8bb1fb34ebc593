import { Alert, Card, Group, Skeleton, Stack, TextInput, Title } from "@mantine/core";
import { CopyAction } from "@sitewright/sdk/copy-action";
import {
  ApiProblem,
  type Document,
  EXPORTS,
  exportHref,
  under,
  useDocument,
  useUnsaved,
} from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { Markdown } from "@sitewright/ui/markdown";
import { plainText } from "@sitewright/ui/plain-text";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { api, apiQuery, isRefusal, unwrap, withId } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { notify } from "../../ui/notify";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Dim, Small, starts, TextButton } from "../../ui/texts";
import { ShareButton } from "./share-button";
import { StyleButton } from "./style-button";
import { UseButton } from "./use-button";

type Props = {
  document: Document;
  onSave: (change: { title: string; text: string; version?: number }) => Promise<unknown>;
  onReload: () => void;
  onClose: () => void;
};

// The code that compares texts is loaded on demand.
const DocumentHistory = lazy(() => import("./document-history"));

export default function DocumentPage() {
  const { t, href } = useTexts("documents");
  const { document: id = "" } = useParams();
  const { document, problem, reload, save } = useDocument(id);
  const [editing, setEditing] = useState(false);
  const back = <BackLink to={href("archive")}>{t("documents.page.back")}</BackLink>;
  if (isRefusal(problem)) {
    return (
      <EmptyState
        icon="archive"
        level={1}
        title={t("documents.page.goneTitle")}
        text={t("documents.page.goneText")}
      >
        {back}
      </EmptyState>
    );
  }
  if (!document) return <Loading h={320} radius="lg" />;
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{document.title || t("documents.row.untitled")}</PageTitle>
      {back}
      {editing ? (
        <DocumentEditor
          document={document}
          onSave={save}
          onReload={reload}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Reading document={document} onEdit={() => setEditing(true)} />
      )}
    </Stack>
  );
}

function Reading({ document, onEdit }: { document: Document; onEdit: () => void }) {
  const { t, dateTime, number } = useTexts("documents");
  const [params] = useSearchParams();
  const [history, setHistory] = useState(params.has("history"));
  return (
    <>
      <Title order={1}>{document.title || t("documents.row.untitled")}</Title>
      <Dim mt={-12}>
        {t("documents.page.saved", { when: dateTime(document.updated_at) })}
        {document.drafted
          ? ` · ${t("documents.row.draft")}`
          : ` · ${t("documents.page.words", { count: document.words, words: number(document.words) })}`}
      </Dim>
      <Actions document={document} onEdit={onEdit} onHistory={() => setHistory(!history)} />
      {history && (
        <Suspense fallback={<Skeleton h={80} radius="lg" />}>
          <DocumentHistory document={document} />
        </Suspense>
      )}
      <Card withBorder padding="xl" component="article">
        <Markdown text={document.text} />
      </Card>
    </>
  );
}

type ActionsProps = { document: Document; onEdit: () => void; onHistory: () => void };

function Actions({ document, onEdit, onHistory }: ActionsProps) {
  const { t } = useTexts("documents");
  const remove = useDeleteDocument(document.id);
  return (
    <Group gap="xs">
      <CopyAction
        text={plainText(document.text)}
        label={t("documents.page.copy")}
        words={t("documents.page.copy")}
        primary
      />
      <TextButton label={t("documents.page.edit")} size="xs" icon="edit" onClick={onEdit} />
      {EXPORTS.map(({ format, title }) => (
        <TextButton
          label={title}
          key={format}
          file={exportHref(document.id, format)}
          size="xs"
          icon="download"
        />
      ))}
      <TextButton label={t("documents.history.title")} size="xs" icon="clock" onClick={onHistory} />
      <ShareButton id={document.id} />
      <StyleButton document={document} />
      <UseButton document={document} />
      <TextButton
        label={t("documents.page.delete")}
        size="xs"
        variant="subtle"
        isDanger
        ml="auto"
        icon="trash"
        {...starts(remove)}
      />
    </Group>
  );
}

/** Deletes a document and offers to undo that. */
function useDeleteDocument(id: string) {
  const { t, href } = useTexts("documents");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries(under("/api/documents", "/api/folders"));

  const restore = async () => {
    await unwrap(api.POST("/api/documents/{id}/restore", withId(id)));
    await refresh();
    notify.success(t("documents.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/documents/{id}", withId(id))),
    onSuccess: async () => {
      await navigate(href("archive"));
      queries.removeQueries(apiQuery("/api/documents/{id}", { path: { id } }));
      await refresh();
      notify.undo(t("documents.page.deleted"), restore);
    },
  });
}

/** Edits title and text. The input stays if saving fails. */
function DocumentEditor({ document, onSave, onReload, onClose }: Props) {
  const { t } = useTexts("documents");
  const form = useFields({ title: document.title, text: document.text });
  // The version that was edited, even if the document changes in the meantime.
  const [version, setVersion] = useState<number | undefined>(document.version);
  const [conflict, setConflict] = useState(false);
  const { title, text } = form.values;
  const first = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => first.current?.focus(), []);
  const release = useUnsaved(title !== document.title || text !== document.text);

  const save = async () => {
    try {
      await onSave({ title, text, version });
    } catch (problem) {
      setConflict(problem instanceof ApiProblem && problem.status === 409);
      throw problem;
    }
    release();
    notify.success(t("documents.editor.saved"));
    onClose();
  };

  return (
    <Card withBorder padding="xl">
      <Title order={1} size="h3" mb="md">
        {t("documents.editor.heading")}
      </Title>
      <Form {...form.submits(save)}>
        {conflict && (
          <Alert
            role="alert"
            color="yellow"
            icon={<Icon name="alert" />}
            title={t("documents.editor.conflictTitle")}
          >
            <Small>{t("documents.editor.conflictText")}</Small>
            <TextButton
              label={t("documents.editor.conflictTake")}
              size="xs"
              mt="sm"
              onClick={() => {
                setConflict(false);
                setVersion(undefined);
                onReload();
              }}
            />
          </Alert>
        )}
        <TextInput ref={first} {...form.field("title", t("documents.editor.title"))} />
        <LongText
          description={t("documents.editor.hint")}
          minRows={12}
          maxRows={40}
          {...form.field("text", t("documents.editor.text"))}
        />
        <Group>
          <TextButton label={t("documents.editor.save")} isMain type="submit" loading={form.busy} />
          <TextButton label={t("documents.editor.discard")} onClick={onClose} />
        </Group>
      </Form>
    </Card>
  );
}
