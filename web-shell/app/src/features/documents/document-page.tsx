import { Button, Card, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { CopyAction } from "@sitewright/sdk/copy-action";
import { type Document, EXPORTS, exportHref, useDocument, useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
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
      <Text size="sm" c="dimmed" mt={-12}>
        {t("documents.page.saved", { when: dateTime(document.updated_at) })}
        {document.drafted
          ? ` · ${t("documents.row.draft")}`
          : ` · ${t("documents.page.words", { count: document.words, words: number(document.words) })}`}
      </Text>
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
      <Button size="xs" leftSection={<Icon name="edit" size={15} />} onClick={onEdit}>
        {t("documents.page.edit")}
      </Button>
      {EXPORTS.map(({ format, title }) => (
        <Button
          key={format}
          component="a"
          href={exportHref(document.id, format)}
          download
          size="xs"
          variant="default"
          leftSection={<Icon name="download" size={15} />}
        >
          {title}
        </Button>
      ))}
      <Button size="xs" variant="default" leftSection={<Icon name="clock" size={15} />} onClick={onHistory}>
        {t("documents.history.title")}
      </Button>
      <CopyAction text={document.text} label={t("documents.page.copy")} />
      <Button
        size="xs"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        ml="auto"
        leftSection={<Icon name="trash" size={15} />}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t("documents.page.delete")}
      </Button>
    </Group>
  );
}
