import { Alert, Box, Group, Stack, Text, Title } from "@mantine/core";
import { type Tool, useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { type Tried, trialSearch } from "../../admin/try-link";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { TextButton } from "../../ui/texts";
import { BeginTrial } from "./begin-trial";
import { type Known, useTried } from "./subject";
import { TrialFigures } from "./trial-figures";
import { TrialShell } from "./trial-shell";
import { type Trial, useTrial } from "./trials";

type Props = {
  /** What a customer sees of a tool. */
  screen: (tool: Tool) => ReactNode;
};

type Asked = {
  tried: Tried & { review?: string };
  trial: string | null;
  /** Where the button was. */
  from: "package" | "plugin" | "review";
  back: string;
};

/** What the address says is to be tried, and the way back from it; null where it says nothing. */
function useAsked(): Asked | null {
  const [search] = useSearchParams();
  const href = useHref();
  const [digest, tool, review] = ["package", "tool", "review"].map((name) => search.get(name));
  const trial = search.get("trial");
  if (digest && review) {
    const tried = { package: digest, review };
    return { tried, trial, from: "review", back: href("adminReview", { review }) };
  }
  if (digest) {
    const back = href("adminPackage", { package: digest });
    return { tried: { package: digest }, trial, from: "package", back };
  }
  if (!tool) return null;
  return { tried: { tool }, trial, from: "plugin", back: href("adminPlugin", { plugin: tool }) };
}

/** A version of a tool as a customer of a plan gets it, and what that plan's terms would do. */
export function TrialPage({ screen }: Props) {
  const { t } = useTranslation("trials");
  const navigate = useNavigate();
  const asked = useAsked();
  const id = asked?.trial ?? null;
  const { data: trial } = useTrial(id);
  const isOver = id !== null && trial === null;
  const begins = id === null || isOver;
  // What is on already says itself what it is.
  const { data: known } = useTried(begins && asked ? asked.tried : null);
  const heading = useFocused(id);
  if (!asked || (begins && known === null)) return <Nothing />;
  const { tried, from, back } = asked;
  const go = (id?: string) => navigate({ search: trialSearch(tried, id) }, { replace: true });
  return (
    <Stack gap="lg">
      <PageTitle>{t("trials.page.title")}</PageTitle>
      <BackLink to={back}>{t(`trials.back.${from}`)}</BackLink>
      <Box>
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
          {t("trials.page.title")}
        </Title>
        {begins && known && <Name known={known} />}
      </Box>
      {begins && known && <BeginTrial tried={tried} isOver={isOver} onBegun={({ id }) => go(id)} />}
      {(begins ? !known : !trial) && <Loading h={320} radius="lg" />}
      {!begins && trial && <Begun trial={trial} screen={screen} onAgain={() => go()} />}
    </Stack>
  );
}

/** The button that was pressed is gone with its part of the page: what takes its place is read from the heading on. */
function useFocused(trial: string | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(trial);
  useEffect(() => {
    if (shown.current !== trial) heading.current?.focus();
    shown.current = trial;
  }, [trial]);
  return heading;
}

function Nothing() {
  const { t } = useTranslation("trials");
  const href = useHref();
  return (
    <EmptyState icon="search" level={1} title={t("trials.page.nothing")} text={t("trials.page.nothingText")}>
      <BackLink to={href("adminPlugins")}>{t("trials.page.plugins")}</BackLink>
    </EmptyState>
  );
}

/** What is about to be tried, in the language of who tries it. */
function Name({ known: { name, version } }: { known: Known }) {
  const { t } = useTranslation("plugins");
  return (
    <Text c="dimmed" mt={2} style={{ overflowWrap: "anywhere" }}>
      {version ? `${name} ${version}` : `${name}, ${t("plugins.one.bundledVersion")}`}
    </Text>
  );
}

type BegunProps = { trial: Trial; onAgain: () => void } & Props;

function Begun({ trial, screen, onAgain }: BegunProps) {
  const { t } = useTranslation("trials");
  const { dateTime } = useFormats();
  const { tool, plan } = trial;
  return (
    <>
      <Alert
        role="note"
        color="yellow"
        icon={<Icon name="info" />}
        c="var(--mantine-color-text)"
        title={t("trials.banner.title", { plan: plan.name })}
      >
        <Text size="sm">{t("trials.banner.text", { until: dateTime(trial.ends_at) })}</Text>
        <Group mt="sm">
          <TextButton label={t("trials.banner.again")} size="xs" onClick={onAgain} />
        </Group>
      </Alert>
      <Box component="section" aria-label={t("trials.screen.title")} lang={trial.language}>
        <Stack gap="lg">
          <Head tool={tool} />
          {/* Another trial begins with an empty form. */}
          <TrialShell key={trial.id} trial={trial}>
            {screen(tool)}
          </TrialShell>
        </Stack>
      </Box>
      <TrialFigures trial={trial} />
    </>
  );
}

function Head({ tool }: { tool: Tool }) {
  return (
    <Box>
      <Title order={2}>
        {tool.name} {tool.version}
      </Title>
      <Text c="dimmed" mt={2}>
        {tool.summary}
      </Text>
      {tool.permissions.length > 0 && (
        <Group gap={6} mt={6} c="dimmed" wrap="nowrap" align="flex-start">
          <Icon name="shield" size={15} />
          <Text size="xs">{tool.permissions.map((permission) => permission.title).join(" · ")}</Text>
        </Group>
      )}
    </Box>
  );
}
