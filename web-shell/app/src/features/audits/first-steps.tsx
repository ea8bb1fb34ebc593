import { Card, Text } from "@mantine/core";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import type { Audit, Rule } from "./audits";
import { findingsOf, stepsOf } from "./counts";
import { LevelBadge } from "./marks";
import { useWords } from "./words";

const SHOWN = 5;

/** Findings on so many of the pages come from one place, such as the template. */
const EVERYWHERE = 0.8;
const FEW = 5;

/** The first steps of the plan: rules that are fixed alone or together. Each counts on those before it. */
export function FirstSteps({ audit, rules }: { audit: Audit; rules: Rule[] }) {
  const { t } = useTexts("audits");
  const words = useWords();
  const first = stepsOf(rules).slice(0, SHOWN);
  const gained = first.reduce((sum, [rule]) => sum + (rule?.step_gain ?? 0), 0);
  return (
    <Panel title={t("audits.first.title")}>
      {first.length === 0 && (
        <EmptyState icon="check" title={t("audits.first.none")} text={t("audits.first.noneText")} />
      )}
      {first.length > 0 && (
        <Card withBorder padding={0}>
          <ol className="audit-steps">
            {first.map((step) => (
              <Step key={step[0]?.rule} audit={audit} step={step} />
            ))}
          </ol>
        </Card>
      )}
      {gained > 0 && (
        <Dim>{t("audits.first.after", { score: words.points((audit.score ?? 0) + gained) })}</Dim>
      )}
    </Panel>
  );
}

function Step({ audit, step }: { audit: Audit; step: Rule[] }) {
  const { t } = useTexts("audits");
  const words = useWords();
  const [rule] = step;
  if (!rule) return null;
  return (
    <li>
      {step.length === 1 ? (
        <RuleOfStep audit={audit} rule={rule} />
      ) : (
        <div>
          <Text fw={600}>{t("audits.first.together", { count: step.length })}</Text>
          <ul className="audit-together">
            {step.map((one) => (
              <li key={one.rule}>
                <RuleOfStep audit={audit} rule={one} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {rule.step_gain > 0 ? (
        <span className="audit-gain">{t("audits.first.gain", { points: words.points(rule.step_gain) })}</span>
      ) : (
        <LevelBadge level={rule.severity} />
      )}
    </li>
  );
}

function RuleOfStep({ audit, rule }: { audit: Audit; rule: Rule }) {
  const { t, href, number } = useTexts("audits");
  const words = useWords();
  const found = findingsOf(rule);
  const isOneChange = found > FEW && found >= audit.pages * EVERYWHERE;
  return (
    <div>
      <Link to={href("auditRule", { audit: audit.id, rule: rule.rule })} className="audit-link">
        <Text fw={600}>{rule.title}</Text>
      </Link>
      <Dim>
        {t("audits.first.places", { count: found, places: number(found) })}
        {` · ${words.category(rule.category)}`}
        {isOneChange && ` · ${t("audits.first.oneChange")}`}
      </Dim>
    </div>
  );
}
