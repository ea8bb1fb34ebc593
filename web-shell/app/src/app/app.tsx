import { MantineProvider } from "@mantine/core";
import { ShellProvider } from "@sitewright/sdk/shell";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { RouterProvider } from "react-router";
import { api, queryClient, quietly } from "../api/client";
import { useProjects } from "../api/projects";
import { usePageLanguage } from "../i18n/use-texts";
import { pathTo } from "../paths";
import { fetchLater } from "../ui/idle";
import { loadNotices, notify, onFirstNotice } from "../ui/notify";
import { theme, themeVariables } from "../ui/theme";
import { areOn } from "./palette/shortcuts";
import { Reactions } from "./reactions";
import { router } from "./routes";

const Notices = lazy(async () => ({ default: (await loadNotices()).Place }));

/** The place of short messages, from the first one on. */
function NoticePlace() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => onFirstNotice(() => setWanted(true)), []);
  useEffect(() => fetchLater(loadNotices), []);
  return (
    isWanted && (
      <Suspense>
        <Notices />
      </Suspense>
    )
  );
}

export function App() {
  const language = usePageLanguage();
  const projects = useProjects();
  const projectLanguage = projects?.language_code ?? null;
  const projectDomain = projects?.domain ?? null;
  const projectId = projects?.selected_project ?? null;
  const shell = useMemo(
    () => ({
      api,
      quietly,
      language,
      projectLanguage,
      projectDomain,
      projectId,
      areKeysOn: areOn,
      notify,
      navigate: (path: string) => void router.navigate(path),
      documentHref: (id: string) => pathTo("document", language, { document: id }),
    }),
    [language, projectLanguage, projectDomain, projectId],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ShellProvider shell={shell}>
          <NoticePlace />
          <Reactions />
          <RouterProvider router={router} />
        </ShellProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
