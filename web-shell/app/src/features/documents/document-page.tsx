import { Card, Group, Skeleton, Stack, Title } from "@mantine/core";
import { CopyAction } from "@sitewright/sdk/copy-action";
import { type Document, EXPORTS, exportHref, useDocument, useFormats } from "@sitewright/sdk/shell";
import { Markdown } from "@sitewright/ui/markdown";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { isRefusal } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Dim, TextButton } from "../../ui/texts";
import { DocumentEditor } from "./document-editor";
import { useDeleteDocument } from "./use-delete-document";

// Comparing texts is for those who ask for it.
const DocumentHistory = lazy(() => import("./document-history"));

export default function DocumentPage() {
  const { t } = useTranslation("documents");
  const href = useHref();
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
  const { t } = useTranslation("documents");
  const [params] = useSearchParams();
  const [history, setHistory] = useState(params.has("history"));
  const { dateTime, number } = useFormats();
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
  const { t } = useTranslation("documents");
  const remove = useDeleteDocument(document.id);
  return (
    <Group gap="xs">
      <TextButton label={t("documents.page.edit")} isMain size="xs" icon="edit" onClick={onEdit} />
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
      <CopyAction text={document.text} label={t("documents.page.copy")} />
      <TextButton
        label={t("documents.page.delete")}
        size="xs"
        variant="subtle"
        isDanger
        ml="auto"
        icon="trash"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </Group>
  );
}
