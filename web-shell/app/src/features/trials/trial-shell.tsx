import { ShellProvider, useShell } from "@sitewright/sdk/shell";
import i18next from "i18next";
import { type ReactNode, Suspense, useMemo } from "react";
import { I18nextProvider } from "react-i18next";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Trial } from "./trials";

/** What a tool of a trial is drawn in: the language of its customer, and runs that are the trial's. */
export function TrialShell({ trial, children }: { trial: Trial; children: ReactNode }) {
  const outer = useShell();
  const language = usePageLanguage();
  const { id, language: spoken } = trial;
  const shell = useMemo(() => ({ ...outer, language: spoken, trial: id }), [outer, spoken, id]);
  const texts = useMemo(
    () => (spoken === language ? i18next : i18next.cloneInstance({ lng: spoken })),
    [spoken, language],
  );
  return (
    <I18nextProvider i18n={texts}>
      <ShellProvider shell={shell}>
        <Suspense>{children}</Suspense>
      </ShellProvider>
    </I18nextProvider>
  );
}
