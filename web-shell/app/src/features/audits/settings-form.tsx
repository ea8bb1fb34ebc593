import { SimpleGrid, Stack, Switch } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { useUnsaved } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { Section } from "../../ui/page";
import { RadioChoice } from "../../ui/radio-choice";
import { Fine } from "../../ui/texts";
import { type Settings, saveSettings, settingsQuery } from "./audits";

/** The limits of a crawl: their smallest and largest values are those of the server. */
const NUMBERS = [
  { name: "pages", least: 1, most: 1_000_000 },
  { name: "depth", least: 1, most: 100 },
  { name: "minutes", least: 1, most: 2_880 },
  { name: "concurrency", least: 1, most: 50 },
] as const;
const SWITCHES = ["robots", "subdomains", "resources", "other_sites"] as const;
const PATTERNS = ["include", "exclude"] as const;
const SCHEDULES = ["none", "weekly", "monthly"] as const;

type Values = Record<(typeof NUMBERS)[number]["name"], number | null> &
  Record<(typeof SWITCHES)[number], boolean> &
  Record<(typeof PATTERNS)[number], string> & { schedule: (typeof SCHEDULES)[number] };

/** The settings as the form shows them. The server sends every field. */
const valuesOf = (settings: Settings): Values => ({
  pages: settings.pages ?? null,
  depth: settings.depth ?? null,
  minutes: settings.minutes ?? null,
  concurrency: settings.concurrency ?? null,
  robots: settings.robots ?? true,
  subdomains: settings.subdomains ?? false,
  resources: settings.resources ?? true,
  other_sites: settings.other_sites ?? true,
  include: settings.include?.join("\n") ?? "",
  exclude: settings.exclude?.join("\n") ?? "",
  schedule: settings.schedule ?? "none",
});

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The form's values as settings. A number without a value stays as it was. */
export function settingsOf({ include, exclude, schedule, ...values }: Values, before: Settings): Settings {
  const numbers = NUMBERS.flatMap(({ name }) => {
    const value = values[name];
    return value === null ? [] : [[name, value] as const];
  });
  const switches = SWITCHES.map((name) => [name, values[name]] as const);
  return {
    ...before,
    ...Object.fromEntries([...numbers, ...switches]),
    include: linesOf(include),
    exclude: linesOf(exclude),
    schedule: schedule === "none" ? null : schedule,
  };
}

type Props = { project: number; settings: Settings };

/** The limits of a crawl, what it leaves out, and when audits start without a click. */
export function SettingsForm({ project, settings }: Props) {
  const { t, number } = useTexts("audits");
  const queries = useQueryClient();
  const form = useActionForm<Values>(valuesOf(settings));
  const [saved, setSaved] = useState(form.values);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(saved);
  useUnsaved(isChanged);
  const save = async () => {
    // The rules may have been changed since, on this page or on that of a rule.
    const before = await queries.fetchQuery({ ...settingsQuery(project), staleTime: 0 });
    const next = await saveSettings(project, settingsOf(form.values, before));
    queries.setQueryData(settingsQuery(project).queryKey, next);
    form.set(valuesOf(next));
    setSaved(valuesOf(next));
  };
  const errorOf = (name: string) =>
    Object.entries(form.errors).find(([field]) => field === name || field.startsWith(`${name}[`))?.[1];
  return (
    <Form
      {...form.submits(save, t("audits.settings.saved"), null)}
      go={t("audits.settings.save")}
      gap="lg"
      disabled={!isChanged}
      justify="flex-end"
      aside={<Fine role="status">{isChanged && t("audits.settings.unsaved")}</Fine>}
    >
      <Section title={t("audits.settings.schedule")} lead={t("audits.settings.scheduleLead")}>
        <RadioChoice
          aria-label={t("audits.settings.schedule")}
          values={SCHEDULES}
          text={(value) => t(`audits.settings.schedules.${value}`)}
          value={form.values.schedule}
          onChange={(schedule) => form.set({ schedule })}
        />
      </Section>
      <Section title={t("audits.settings.limits")} lead={t("audits.settings.limitsLead")}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {NUMBERS.map(({ name, least, most }) => (
            <NumberField
              key={name}
              name={name}
              label={t(`audits.settings.number.${name}`)}
              description={t("audits.settings.range", { least: number(least), most: number(most) })}
              least={least}
              most={most}
              decimals={0}
              required
              value={form.values[name]}
              error={form.errors[name]}
              onChange={(value) => form.set({ [name]: value } as Partial<Values>)}
            />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={t("audits.settings.reach")}>
        <Stack gap="sm">
          {SWITCHES.map((name) => (
            <Switch
              key={name}
              name={name}
              label={t(`audits.settings.switch.${name}`)}
              description={t(`audits.settings.switchHint.${name}`)}
              checked={form.values[name]}
              onChange={({ currentTarget: { checked } }) => form.set({ [name]: checked } as Partial<Values>)}
            />
          ))}
        </Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {PATTERNS.map((name) => (
            <LongText
              key={name}
              minRows={3}
              description={t(`audits.settings.patternHint.${name}`)}
              {...form.field(name, t(`audits.settings.pattern.${name}`))}
              error={errorOf(name)}
            />
          ))}
        </SimpleGrid>
      </Section>
    </Form>
  );
}
