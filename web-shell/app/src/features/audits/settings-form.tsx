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
import {
  LIMITS,
  PATTERNS,
  RENDERED,
  SCHEDULES,
  SWITCHES,
  settingsOf,
  type Values,
  valuesOf,
} from "./settings-values";

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
  const figure = ({ name, least, most }: (typeof LIMITS)[number] | typeof RENDERED) => (
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
  );
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
        <SimpleGrid cols={{ base: 1, sm: 2 }}>{LIMITS.map(figure)}</SimpleGrid>
      </Section>
      <Section title={t("audits.settings.render")} lead={t("audits.settings.renderLead")}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>{figure(RENDERED)}</SimpleGrid>
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
