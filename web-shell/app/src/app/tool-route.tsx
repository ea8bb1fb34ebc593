import { type Document, ShellProvider, useShell } from "@sitewright/sdk/shell";
import { useMemo } from "react";
import { useProjects } from "../api/projects";
import { StyleButton } from "../features/documents/style-button";
import { UseButton } from "../features/documents/use-button";
import ToolPage from "../features/tools/tool-page";
import { ToolModule } from "../plugins/tool-module";
import { Loading } from "../ui/page";

/**
 * Connects the tool's page, a feature, with the loading of its module, which is not, and with the actions of documents,
 * another feature.
 */
export default function ToolRoute() {
  const shell = useShell();
  const withActions = useMemo(() => {
    const resultActions = (document: Document, place: number) => (
      <>
        <StyleButton document={document} />
        <UseButton document={document} place={place} />
      </>
    );
    return { ...shell, resultActions };
  }, [shell]);
  // Answers and the last run belong to a project.
  if (!useProjects()) return <Loading h={320} radius="lg" />;
  return (
    <ShellProvider shell={withActions}>
      <ToolPage module={(tool) => <ToolModule tool={tool} />} />
    </ShellProvider>
  );
}
