import { Box, Card, Group, Stack, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Brand } from "../../ui/brand";
import { LanguageSwitch } from "../../ui/language-switch";
import { PageTitle } from "../../ui/page";
import { SchemeSwitch } from "../../ui/scheme-switch";
import { Dim, Lead, TextButton, TextLink } from "../../ui/texts";
import { ProjectForm } from "./project-form";
import { useProjectForm } from "./use-project-form";

const STEPS = ["website", "brand", "tools"] as const;
type Step = (typeof STEPS)[number];

type Parts = {
  /** Sets up the brand kit; begins with the address of the website, if there is one. */
  brand: (address: string, onDone: () => void) => ReactNode;
  /** Suggests first tools. */
  tools: ReactNode;
  onLanguage: Parameters<typeof LanguageSwitch>[0]["onSwitch"];
};

/** The address stores the step, so that the browser's back button leads to the previous one. */
function useStep() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("step");
  const step = STEPS.find((each) => each === asked) ?? "website";
  return { step, go: (next: Step) => setParams({ step: next }) };
}

/** The onboarding of an account: its website, its brand, its first text. Each step can be skipped. */
export function OnboardingPage({ brand, tools, onLanguage }: Parts) {
  const { t, href } = useTexts("projects");
  const { step, go } = useStep();
  const heading = useRef<HTMLHeadingElement>(null);
  const known = useProjects();

  // Screen readers announce a new step; the first one is announced with the page.
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  return (
    <Box mih="100dvh">
      <PageTitle>{t("projects.onboarding.title")}</PageTitle>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Group gap={4}>
          <LanguageSwitch onSwitch={onLanguage} />
          <SchemeSwitch />
        </Group>
      </Group>
      <Stack component="main" gap="lg" maw={760} mx="auto" px="md" pt="md" pb={80}>
        <Box>
          <Dim>{t("projects.onboarding.step", { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}</Dim>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
            {t(`projects.onboarding.${step}Title`)}
          </Title>
          <Lead>{t(`projects.onboarding.${step}Lead`)}</Lead>
        </Box>
        {step === "website" && <Website onDone={() => go("brand")} />}
        {step === "brand" && known && brand(known.domain ?? "", () => go("tools"))}
        {step === "tools" && tools}
        <Group justify="space-between">
          {step === "tools" ? (
            <TextButton label={t("projects.onboarding.finish")} isMain to={href("dashboard")} />
          ) : (
            <TextLink to={href("dashboard")} size="sm">
              {t("projects.onboarding.skipAll")}
            </TextLink>
          )}
          {step === "brand" && (
            <TextButton label={t("projects.onboarding.skip")} onClick={() => go("tools")} />
          )}
        </Group>
      </Stack>
    </Box>
  );
}

function Website({ onDone }: { onDone: () => void }) {
  const { t } = useTexts("projects");
  const form = useProjectForm(onDone);
  return (
    <Card withBorder padding="xl">
      <ProjectForm form={form} submit={t("projects.onboarding.next")}>
        <TextButton label={t("projects.onboarding.later")} onClick={onDone} />
      </ProjectForm>
    </Card>
  );
}
