import { Stack, Title } from "@mantine/core";
import { type Shown, type Tool, useDocument } from "@sitewright/sdk/shell";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useParams } from "react-router";
import { isRefusal } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Reading } from "./reading";
import "@sitewright/sdk/bench.css";
import "./document-page.css";

// The editor is loaded when a text is edited.
const loadEditor = () => import("./document-editor");
const DocumentEditor = lazy(loadEditor);

/** Draws a saved result with the module of its tool. */
export type DrawSaved = (tool: Tool, shown: Shown) => ReactNode;

/** A saved text: to read and copy, to edit, and what else can be done with it. */
export default function DocumentPage({ module }: { module: DrawSaved }) {
  const { t, href } = useTexts("documents");
  const { document: id = "" } = useParams();
  const { document, problem, reload, save } = useDocument(id);
  const [editing, setEditing] = useState<{ isDrawn: boolean } | null>(null);
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
  const title = document.title || t("documents.row.untitled");
  return (
    <Stack gap="md" maw={1080} mx="auto" className="document">
      <PageTitle>{title}</PageTitle>
      {back}
      {editing ? (
        <Suspense fallback={<Loading h={480} radius="lg" />}>
          <DocumentEditor
            document={document}
            isDrawn={editing.isDrawn}
            onSave={save}
            onReload={reload}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : (
        <>
          <Title order={1} className="document-title">
            {title}
          </Title>
          <Reading
            document={document}
            module={module}
            onEdit={(isDrawn) => setEditing({ isDrawn })}
            onNear={() => void loadEditor().catch(() => {})}
          />
        </>
      )}
    </Stack>
  );
}
