import { Group, Select } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { Dim, Small, TextButton, TextLink } from "../../ui/texts";
import { type RuleSetting, SETTINGS, type Settings, saveRule, useNewest, useRules } from "./audits";

type Props = { project: number; settings: Settings };

/** The rules that are not as their packs describe them. */
export function SettingsRules({ project, settings }: Props) {
  const newest = useNewest(project);
  return newest ? (
    <WithNames project={project} settings={settings} audit={newest.id} />
  ) : (
    <RulesSection project={project} settings={settings} titles={new Map()} />
  );
}

/** The titles of rules are known from an audit. */
function WithNames({ audit, ...props }: Props & { audit: string }) {
  const rules = useRules(audit);
  const titles = new Map(rules?.map(({ rule, title }) => [rule, title]));
  return <RulesSection {...props} audit={audit} titles={titles} />;
}

type SectionProps = Props & {
  titles: Map<string, string>;
  /** The newest audit, whose pages of rules show what was changed. */
  audit?: string;
};

function RulesSection({ project, settings, titles, audit }: SectionProps) {
  const { t } = useTexts("audits");
  const set = Object.entries(settings.rules ?? {});
  return (
    <Section title={t("audits.settings.rules")} lead={t("audits.settings.rulesLead")}>
      {set.length === 0 && <Dim>{t("audits.settings.noRules")}</Dim>}
      {set.length > 0 && (
        <ul className="audit-lines audit-flat" aria-label={t("audits.settings.rules")}>
          {set.map(([rule, setting]) => (
            <RuleLine
              key={rule}
              project={project}
              rule={rule}
              title={titles.get(rule) ?? rule}
              setting={setting}
              {...(audit && titles.has(rule) && { audit })}
            />
          ))}
        </ul>
      )}
      {titles.size > 0 && <TurnOff project={project} settings={settings} titles={titles} />}
    </Section>
  );
}

type LineProps = { project: number; rule: string; title: string; setting: RuleSetting; audit?: string };

function RuleLine({ project, rule, title, setting, audit }: LineProps) {
  const { t, href } = useTexts("audits");
  const action = useAction();
  const label = t("audits.settings.usual");
  return (
    <li>
      <div>
        {audit ? (
          <TextLink to={href("auditRule", { audit, rule })} size="sm" fw={600} underline="hover">
            {title}
          </TextLink>
        ) : (
          <Small fw={600}>{title}</Small>
        )}
        <Dim>{t(setting.off ? "audits.settings.off" : "audits.settings.other")}</Dim>
      </div>
      <TextButton
        label={label}
        name={t("audits.finding.buttonOf", { label, place: title })}
        size="xs"
        {...action.press(() => saveRule(project, rule, {}), t("audits.rule.saved"), SETTINGS)}
      />
      {action.dialog}
    </li>
  );
}

/** Turns off a rule by its title. */
function TurnOff({ project, settings, titles }: SectionProps) {
  const { t } = useTexts("audits");
  const [chosen, setChosen] = useState<string | null>(null);
  const action = useAction();
  const others = [...titles].filter(([rule]) => !settings.rules?.[rule]?.off);
  const turnOff = async (rule: string) => {
    await saveRule(project, rule, { ...settings.rules?.[rule], off: true });
    setChosen(null);
  };
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label={t("audits.settings.turnOff")}
        placeholder={t("audits.settings.choose")}
        nothingFoundMessage={t("audits.rules.none")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("audits.settings.clear") }}
        flex="1 1 16rem"
        data={others.map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
      />
      <TextButton
        label={t("audits.rule.turnOff")}
        disabled={!chosen}
        {...action.press(() => turnOff(chosen ?? ""), t("audits.rule.saved"), SETTINGS)}
      />
      {action.dialog}
    </Group>
  );
}
