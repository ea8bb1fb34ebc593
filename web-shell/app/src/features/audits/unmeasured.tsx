import { Card, Stack } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim, Small, TextLink, Wrong } from "../../ui/texts";
import type { Rule } from "./audits";
import { byReason } from "./counts";
import { useWords } from "./words";

/** Checks without a result, and why: they have not passed. */
export function Unmeasured({ rules }: { rules: Rule[] }) {
  const { t, href } = useTexts("audits");
  const words = useWords();
  const needs = byReason(rules, "needs");
  const off = byReason(rules, "off");
  const failed = byReason(rules, "failed");
  if (needs.length + off.length + failed.length === 0) return null;
  return (
    <Panel title={t("audits.unmeasured.title")}>
      <Card withBorder>
        <Stack gap="xs">
          {failed.map((group) => (
            <Wrong key={group.reason} style={{ overflowWrap: "anywhere" }}>
              {t("audits.unmeasured.failed", { reason: group.reason })}
            </Wrong>
          ))}
          {needs.map(({ reason, rules }) => (
            <Names
              key={reason}
              title={t("audits.unmeasured.needs", { count: rules.length, need: words.need(reason) })}
              rules={rules}
            />
          ))}
          {off.map(({ reason, rules }) => (
            <Names
              key={`off ${reason}`}
              title={t("audits.unmeasured.off", { count: rules.length })}
              rules={rules}
            />
          ))}
          <Dim>{t("audits.unmeasured.text")}</Dim>
          {off.length > 0 && (
            <TextLink to={href("auditSettings")} size="sm">
              {t("audits.settings.title")}
            </TextLink>
          )}
        </Stack>
      </Card>
    </Panel>
  );
}

const Names = ({ title, rules }: { title: string; rules: Rule[] }) => (
  <details className="audit-details">
    <summary>
      <Small span>{title}</Small>
    </summary>
    <ul>
      {rules.map(({ rule, title }) => (
        <li key={rule}>{title}</li>
      ))}
    </ul>
  </details>
);
