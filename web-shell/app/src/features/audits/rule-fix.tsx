import { Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import type { RuleTexts } from "./audits";
import { Coded } from "./coded";
import { useWords } from "./words";

/** The system that the reader has chosen last. */
const KEY = "sitewright.audit-system";
/** Any other system. */
const HTML = "html";
const SYSTEMS = ["wordpress", "woocommerce", "prestashop", "shoper", "shopify"];

/** The systems that a rule has texts for, in a fixed order; the general text is the last. */
function fixesOf({ fix, fixes }: Pick<RuleTexts, "fix" | "fixes">) {
  const known = SYSTEMS.flatMap((system) => fixes.find((one) => one.system === system) ?? []);
  const others = fixes.filter(({ system }) => !SYSTEMS.includes(system));
  return [...known, ...others, { system: HTML, text: fix }];
}

/** How to fix it, for each system. */
export function RuleFix({ rule }: { rule: RuleTexts }) {
  const { t } = useTexts("audits");
  const words = useWords();
  const fixes = fixesOf(rule);
  const [last, setLast] = useState(() => localStorage.getItem(KEY) ?? HTML);
  const chosen = fixes.some(({ system }) => system === last) ? last : HTML;
  const choose = (system: string | null) => {
    if (!system) return;
    localStorage.setItem(KEY, system);
    setLast(system);
  };
  if (fixes.length === 1) {
    return (
      <Section title={t("audits.rule.fix")}>
        <Text className="audit-text">
          <Coded>{rule.fix}</Coded>
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t("audits.rule.fix")}>
      <Tabs variant="pills" value={chosen} onChange={choose}>
        <Tabs.List aria-label={t("audits.rule.systems")}>
          {fixes.map(({ system }) => (
            <Tabs.Tab key={system} value={system}>
              {words.system(system)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {fixes.map(({ system, text }) => (
          <Tabs.Panel key={system} value={system} pt="md">
            {system !== HTML && (
              <Text className="audit-text" mb="sm">
                <Coded>{rule.fix}</Coded>
              </Text>
            )}
            <Text className="audit-text">
              <Coded>{text}</Coded>
            </Text>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
