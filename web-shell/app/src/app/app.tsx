import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { ShellProvider } from "@sitewright/sdk/shell";
import { QueryClientProvider } from "@tanstack/react-query";
import { useMemo } from "react";
import { RouterProvider } from "react-router";
import { api, queryClient, quietly } from "../api/client";
import { useProjects } from "../api/projects";
import { usePageLanguage } from "../i18n/use-texts";
import { pathTo } from "../paths";
import { notify } from "../ui/notify";
import { theme, themeVariables } from "../ui/theme";
import { Reactions } from "./reactions";
import { router } from "./routes";

export function App() {
  const language = usePageLanguage();
  const projects = useProjects();
  const projectLanguage = projects?.language_code ?? null;
  const projectDomain = projects?.domain ?? null;
  const shell = useMemo(
    () => ({
      api,
      quietly,
      language,
      projectLanguage,
      projectDomain,
      notify,
      navigate: (path: string) => void router.navigate(path),
      documentHref: (id: string) => pathTo("document", language, { document: id }),
    }),
    [language, projectLanguage, projectDomain],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ShellProvider shell={shell}>
          <Notifications position="bottom-right" limit={4} />
          <Reactions />
          <RouterProvider router={router} />
        </ShellProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
