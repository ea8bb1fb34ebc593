import { Group } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionDialog, ConfirmButton, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { type RuleSetting, type RuleTexts, SETTINGS, saveRule, settingsQuery } from "./audits";
import type { RuleProps } from "./rule-page";

/** The numbers of a rule, and whether the project checks it. Changes count from the next audit on. */
export function RuleParameters({ audit, rule }: RuleProps) {
  const { t, number } = useTexts("audits");
  const { data: settings } = useQuery(settingsQuery(audit.project_id));
  const [isOpen, setOpen] = useState(false);
  const setting: RuleSetting = settings?.rules[rule.rule] ?? {};
  if (!settings) return null;
  return (
    <Section title={t("audits.rule.settings")} lead={t("audits.rule.settingsLead")}>
      {rule.parameters.length > 0 && (
        <dl className="audit-facts">
          {rule.parameters.map(({ name, label, default: usual, value }) => {
            const next = setting.parameters?.[name] ?? usual;
            return (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {number(next)}
                  {next !== value && <Dim>{t("audits.rule.used", { value: number(value) })}</Dim>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <Group gap="xs">
        {rule.parameters.length > 0 && (
          <TextButton label={t("audits.rule.edit")} icon="edit" onClick={() => setOpen(true)} />
        )}
        <Switch audit={audit} rule={rule} setting={setting} />
      </Group>
      {isOpen && (
        <ParametersDialog audit={audit} rule={rule} setting={setting} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

type EditProps = RuleProps & { setting: RuleSetting };

/** Turns the rule off, or on again. */
function Switch({ audit, rule, setting }: EditProps) {
  const { t } = useTexts("audits");
  const action = useAction();
  const save = (off: boolean) => saveRule(audit.project_id, rule.rule, { ...setting, off });
  if (setting.off) {
    return (
      <>
        <TextButton
          label={t("audits.rule.turnOn")}
          icon="play"
          {...action.press(() => save(false), t("audits.rule.saved"), SETTINGS)}
        />
        {action.dialog}
      </>
    );
  }
  return (
    <ConfirmButton
      label={t("audits.rule.turnOff")}
      icon="stop"
      title={t("audits.rule.turnOffTitle", { rule: rule.title })}
      text={t("audits.rule.turnOffText")}
      done={t("audits.rule.saved")}
      changed={SETTINGS}
      act={() => save(true)}
    />
  );
}

/** The parameters that are not the defaults. */
function changedFrom(parameters: RuleTexts["parameters"], values: Record<string, number | null>) {
  const changed = parameters.flatMap(({ name, default: usual }) => {
    const value = values[name];
    return typeof value === "number" && value !== usual ? [[name, value] as const] : [];
  });
  return Object.fromEntries(changed);
}

function ParametersDialog({ audit, rule, setting, onClose }: EditProps & { onClose: () => void }) {
  const { t, number } = useTexts("audits");
  const form = useActionForm<Record<string, number | null>>(
    Object.fromEntries(
      rule.parameters.map(({ name, default: usual }) => [name, setting.parameters?.[name] ?? usual]),
    ),
  );
  const save = () => {
    const parameters = changedFrom(rule.parameters, form.values);
    return saveRule(audit.project_id, rule.rule, { off: setting.off ?? false, parameters });
  };
  return (
    <ActionDialog
      title={t("audits.rule.edit")}
      go={t("audits.settings.save")}
      onClose={onClose}
      {...form.does(save, t("audits.rule.saved"), SETTINGS)}
    >
      {rule.parameters.map(({ name, label, default: usual, min, max }) => (
        <NumberField
          key={name}
          name={name}
          label={label}
          description={t("audits.rule.range", {
            usual: number(usual),
            least: number(min),
            most: number(max),
          })}
          least={min}
          most={max}
          required
          value={form.values[name]}
          error={form.errors[name]}
          onChange={(value) => form.set({ [name]: value })}
        />
      ))}
    </ActionDialog>
  );
}
