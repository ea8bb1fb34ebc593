import { Anchor, Box, Group, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Facts } from "../../admin/admin";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Small, Strong } from "../../ui/texts";
import "./trials.css";
import { RunFacts } from "../../admin/run-facts";
import type { Trial, TrialRun } from "./trials";

const MIB = 1024 * 1024;

/** What the runs of a trial used, and their effect on the plan's limits. */
export function TrialFigures({ trial }: { trial: Trial }) {
  const { t } = useTexts("trials");
  return (
    <Section title={t("trials.figures.title")} lead={t("trials.figures.lead")}>
      <Terms trial={trial} />
      <Box component="section" aria-label={t("trials.runs.title")}>
        <Title order={3} size="h5" mb="xs">
          {t("trials.runs.title")}
        </Title>
        {trial.runs.length === 0 && <Dim>{t("trials.runs.none")}</Dim>}
        <Stack gap="md" component="ol" className="trial-runs">
          {trial.runs.map((run) => (
            <li key={run.id}>
              <OneRun run={run} digest={trial.package} />
            </li>
          ))}
        </Stack>
      </Box>
    </Section>
  );
}

/** A limit of the plan: how much of it the trial has used, and the maximum. */
type Term = { name: string; used: number; most: number | null; unit: "number" | "mib" };

function Terms({ trial }: { trial: Trial }) {
  const { t, number } = useTexts("trials");
  const { ceilings, words_per_month, runs_per_day } = trial.terms;
  const peak = Math.max(0, ...trial.runs.map(({ peak_memory_bytes }) => peak_memory_bytes ?? 0)) / MIB;
  const terms: Term[] = [
    { name: "words", used: trial.words_used, most: words_per_month, unit: "number" },
    { name: "toolWords", used: trial.words_used, most: ceilings.words_per_month, unit: "number" },
    { name: "runs", used: trial.runs_begun, most: runs_per_day, unit: "number" },
    { name: "toolRuns", used: trial.runs_begun, most: ceilings.runs_per_day, unit: "number" },
    { name: "memory", used: peak, most: ceilings.memory_mib, unit: "mib" },
  ];
  const shown = terms.filter(({ most }) => most !== null);
  return (
    <ul className="trial-terms">
      {shown.map(({ name, used, most, unit }) => (
        <li key={name}>
          <Small>{t(`trials.terms.${name}`)}</Small>
          <Group gap="xs">
            <Strong>
              {t(`trials.unit.${unit}`, { used: number(Math.ceil(used)), most: number(most ?? 0) })}
            </Strong>
            {used >= (most ?? 0) && <StateBadge mark="warn">{t("trials.terms.met")}</StateBadge>}
          </Group>
        </li>
      ))}
      {ceilings.hosts && (
        <li>
          <Small>{t("trials.terms.hosts")}</Small>
          <Strong>{ceilings.hosts.join(", ") || t("trials.terms.noHosts")}</Strong>
        </li>
      )}
    </ul>
  );
}

function OneRun({ run, digest }: { run: TrialRun; digest: string | null }) {
  const { t } = useTranslation(["trials", "plugins"]);
  const { language, dateTime, number } = useTexts();
  const [asks, setAsks] = useState(false);
  const took = (ms: number | null) => (ms === null ? null : t("trials.runs.ms", { ms: number(ms) }));
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const facts: [string, string | null | undefined | false][] = [
    [t("trials.runs.status"), t(`plugins.run.statuses.${run.status}`)],
    [t("trials.runs.cost"), run.drafted ? t("trials.runs.draft") : number(run.words)],
    [t("trials.runs.ran"), took(run.ran_ms)],
    [t("trials.runs.waited"), took(run.waited_ms)],
    [
      t("trials.runs.cpu"),
      run.guest_cpu_us !== null && t("trials.runs.ms", { ms: decimal.format(run.guest_cpu_us / 1000) }),
    ],
    [
      t("trials.runs.memory"),
      run.peak_memory_bytes !== null &&
        t("trials.runs.mib", { size: decimal.format(run.peak_memory_bytes / MIB) }),
    ],
    [t("trials.runs.model"), run.model_calls !== null && number(run.model_calls)],
    [t("trials.runs.host"), run.host_calls !== null && number(run.host_calls)],
  ];
  return (
    <Stack gap="xs">
      <Group gap="sm" justify="space-between">
        <Strong>{dateTime(run.created_at)}</Strong>
        {digest && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            aria-label={t("trials.runs.factsOf", { when: dateTime(run.created_at) })}
            onClick={() => setAsks(true)}
          >
            {t("trials.runs.facts")}
          </Anchor>
        )}
      </Group>
      {run.problem && <Small style={{ overflowWrap: "anywhere" }}>{run.problem.message}</Small>}
      <Facts facts={facts} />
      {asks && digest && <RunFacts digest={digest} run={run.id} onClose={() => setAsks(false)} />}
    </Stack>
  );
}
