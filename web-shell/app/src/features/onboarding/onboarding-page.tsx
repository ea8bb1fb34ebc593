import { Box, Group, Stack, Title } from "@mantine/core";
import type { Order, Tool } from "@sitewright/sdk/shell";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Draft, type StepProps, useDraft } from "../../api/onboarding";
import { useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Brand } from "../../ui/brand";
import { LanguageSwitch } from "../../ui/language-switch";
import { Loading, PageTitle } from "../../ui/page";
import { SchemeSwitch } from "../../ui/scheme-switch";
import { Dim, Lead, TextLink } from "../../ui/texts";
import { BusinessStep } from "./business-step";
import { TextStep } from "./text-step";
import "./onboarding.css";

const STEPS = ["site", "facts", "business", "text"] as const;
type Step = (typeof STEPS)[number];

type Parts = {
  /** Reads the website, or asks for the name of a company without one. */
  site: (step: StepProps) => ReactNode;
  /** What was found, to check and to save. */
  facts: (step: StepProps) => ReactNode;
  /** The result of a tool. */
  result: (tool: Tool, order: Order) => ReactNode;
  onLanguage: Parameters<typeof LanguageSwitch>[0]["onSwitch"];
};

/** The last step that the draft allows: facts need a kit, and a text needs an answer. */
function lastOf(draft: Draft, hasBusiness: boolean): number {
  if (!draft.kit) return 0;
  return hasBusiness ? 3 : 2;
}

/** Where the onboarding goes on. What is typed and not confirmed is in the first step. */
function resumedAt({ company, order, kit }: Draft): number {
  if (company || !kit) return 0;
  return order ? 3 : 1;
}

/**
 * The address stores the step, so that the browser's back button leads to the previous one. Without a step in the
 * address the onboarding resumes where the user left it.
 */
function useStep(draft: Draft, hasBusiness: boolean) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("step");
  const wanted = STEPS.indexOf(asked as Step);
  // Decided once: the back button may return to the address without a step.
  const [resumed] = useState(resumedAt(draft));
  const step = STEPS[Math.min(wanted < 0 ? resumed : wanted, lastOf(draft, hasBusiness))] ?? "site";
  return { step, go: (next: Step) => setParams({ step: next }) };
}

/** The onboarding of an account: its website, what was found on it, what the user runs, and a first text about it. */
export function OnboardingPage({ site, facts, result, onLanguage }: Parts) {
  const { t, href } = useTexts("onboarding");
  const { business } = useUser();
  const known = useProjects();
  const { draft, change, forget } = useDraft();
  const { step, go } = useStep(draft, business !== null);
  const screen = step === "site" && !draft.hasSite ? "noSite" : step;
  const heading = useHeading(screen);
  const place = STEPS.indexOf(step);
  const props = (next: Step): StepProps => ({
    draft: draft.address ? draft : { ...draft, address: known?.domain ?? "" },
    change,
    onDone: () => go(next),
  });
  return (
    <Box mih="100dvh">
      <PageTitle>{t("onboarding.page.title")}</PageTitle>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Group gap={4}>
          <LanguageSwitch onSwitch={onLanguage} />
          <SchemeSwitch />
        </Group>
      </Group>
      <Stack component="main" gap="lg" maw={760} mx="auto" px="md" pt="md" pb={80}>
        <Box>
          <ol className="onboarding-steps" aria-hidden="true">
            {STEPS.map((each, index) => (
              <li key={each} data-done={index <= place || undefined} />
            ))}
          </ol>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
            <Dim span display="block" ff="text">
              {t("onboarding.page.step", { step: place + 1, steps: STEPS.length })}
            </Dim>
            {t(`onboarding.${screen}.title`)}
          </Title>
          <Lead>{t(`onboarding.${screen}.lead`)}</Lead>
        </Box>
        {!known && <Loading h={260} radius="lg" />}
        {known && step === "site" && site(props("facts"))}
        {known && step === "facts" && facts(props("business"))}
        {known && step === "business" && <BusinessStep {...props("text")} />}
        {known && step === "text" && business && (
          <TextStep {...props("text")} business={business} result={result} onLeave={forget} />
        )}
        <Group gap="lg">
          {place > 0 && (
            <TextLink to={`?step=${STEPS[place - 1]}`} size="sm" className="onboarding-link">
              {t("onboarding.page.back")}
            </TextLink>
          )}
          {step !== "text" && (
            <TextLink to={href("dashboard")} size="sm" className="onboarding-link">
              {t("onboarding.page.skip")}
            </TextLink>
          )}
        </Group>
      </Stack>
    </Box>
  );
}

/** Screen readers announce a new step; the first one is announced with the page. */
function useHeading(step: Step | "noSite") {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    shown.current = step;
  }, [step]);
  return heading;
}
