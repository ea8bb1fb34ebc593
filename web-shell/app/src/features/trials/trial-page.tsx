import { Box, Group, Input, SegmentedControl, Select, Stack, Text, Title } from "@mantine/core";
import { ShellProvider, type Tool, useShell } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import i18next from "i18next";
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { I18nextProvider } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { type Tried, trialSearch } from "../../admin/admin";
import { nameOf, useAllProducts } from "../../admin/products";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { BackLink, EmptyState, Loading, Notice, PageTitle, Section } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { type Known, useTried } from "./subject";
import { TrialFigures } from "./trial-figures";
import { beginTrial, type Trial, useTrial } from "./trials";

type BeginTrialProps = {
  tried: Tried & { review?: string };
  /** Whether the previous trial has ended. */
  isOver: boolean;
  onBegun: (trial: Trial) => void;
};

type Props = {
  /** The tool as a customer sees it. */
  screen: (tool: Tool) => ReactNode;
};

type Asked = {
  tried: Tried & { review?: string };
  trial: string | null;
  /** The place of the button that led here. */
  from: "package" | "plugin" | "review";
  back: string;
};

/** The subject in the address, and the way back; null if the address has none. */
function useAsked(): Asked | null {
  const [search] = useSearchParams();
  const { href } = useTexts();
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

/** A version of a tool as a customer of a plan gets it, with the effect on that plan's limits. */
export function TrialPage({ screen }: Props) {
  const { t } = useTexts("trials");
  const navigate = useNavigate();
  const asked = useAsked();
  const id = asked?.trial ?? null;
  const { data: trial } = useTrial(id);
  const isOver = id !== null && trial === null;
  const begins = id === null || isOver;
  // The running trial already describes its subject.
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

/** The pressed button disappears with its part of the page: the focus moves to the next heading. */
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
  const { t, href } = useTexts("trials");
  return (
    <EmptyState icon="search" level={1} title={t("trials.page.nothing")} text={t("trials.page.nothingText")}>
      <BackLink to={href("adminPlugins")}>{t("trials.page.plugins")}</BackLink>
    </EmptyState>
  );
}

/** The subject of the trial, in the administrator's language. */
function Name({ known: { name, version } }: { known: Known }) {
  const { t } = useTexts("plugins");
  return (
    <Text c="dimmed" mt={2} style={{ overflowWrap: "anywhere" }}>
      {version ? `${name} ${version}` : `${name}, ${t("plugins.one.bundledVersion")}`}
    </Text>
  );
}

type BegunProps = { trial: Trial; onAgain: () => void } & Props;

function Begun({ trial, screen, onAgain }: BegunProps) {
  const { t, dateTime } = useTexts("trials");
  const { tool, plan } = trial;
  return (
    <>
      <Notice role="note" color="yellow" title={t("trials.banner.title", { plan: plan.name })}>
        <Small>{t("trials.banner.text", { until: dateTime(trial.ends_at) })}</Small>
        <Group mt="sm">
          <TextButton label={t("trials.banner.again")} size="xs" onClick={onAgain} />
        </Group>
      </Notice>
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

/** The environment of a tool in a trial: the customer's language, and the trial's runs. */
function TrialShell({ trial, children }: { trial: Trial; children: ReactNode }) {
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

/** The customer's plan and language of the trial. */
function BeginTrial({ tried: { review: _, ...tried }, isOver, onBegun }: BeginTrialProps) {
  const { t, language } = useTexts("trials");
  const { data: products } = useAllProducts();
  const form = useFields({ product_id: null as string | null, spoken: language });
  const { product_id, spoken } = form.values;
  if (!products) return <Loading h={280} radius="lg" />;
  const chosen = product_id ?? String(products.data[0]?.id ?? "");
  return (
    <Section title={t("trials.begin.title")} lead={t("trials.begin.lead")}>
      {isOver && <Notice>{t("trials.begin.over")}</Notice>}
      <Box maw={420}>
        <Form
          {...form.submits(async () => onBegun(await beginTrial(tried as Tried, Number(chosen), spoken)))}
          go={t("trials.begin.go")}
        >
          <Select
            data={products.data.map((one) => ({ value: String(one.id), label: nameOf(one, language) }))}
            allowDeselect={false}
            {...form.field("product_id", t("trials.begin.plan"))}
            value={chosen}
          />
          <Input.Wrapper label={t("trials.begin.language")} labelElement="div">
            <div>
              <SegmentedControl
                aria-label={t("trials.begin.language")}
                {...form.field("spoken")}
                data={[
                  { value: "pl", label: "Polski" },
                  { value: "en", label: "English" },
                ]}
              />
            </div>
          </Input.Wrapper>
          <Dim>{t("trials.begin.own")}</Dim>
        </Form>
      </Box>
    </Section>
  );
}
