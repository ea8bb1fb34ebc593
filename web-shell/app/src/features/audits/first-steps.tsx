import { Card, Text } from "@mantine/core";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import type { Audit, Rule } from "./audits";
import { findingsOf } from "./counts";
import { LevelBadge } from "./marks";
import { useWords } from "./words";

const SHOWN = 5;

/** Findings on so many of the pages come from one place, such as the template. */
const EVERYWHERE = 0.8;
const FEW = 5;

/** The rules that are worth fixing first, in the order of the server: by what the score gains, then by errors. */
export function FirstSteps({ audit, rules }: { audit: Audit; rules: Rule[] }) {
  const { t, href, number } = useTexts("audits");
  const words = useWords();
  const first = rules.filter(({ errors, warnings }) => errors + warnings > 0).slice(0, SHOWN);
  const isOneChange = (rule: Rule) => findingsOf(rule) > FEW && findingsOf(rule) >= audit.pages * EVERYWHERE;
  return (
    <Panel title={t("audits.first.title")}>
      {first.length === 0 && (
        <EmptyState icon="check" title={t("audits.first.none")} text={t("audits.first.noneText")} />
      )}
      {first.length > 0 && (
        <Card withBorder padding={0}>
          <ol className="audit-steps">
            {first.map((rule) => (
              <li key={rule.rule}>
                <div>
                  <Link to={href("auditRule", { audit: audit.id, rule: rule.rule })} className="audit-link">
                    <Text fw={600}>{rule.title}</Text>
                  </Link>
                  <Dim>
                    {t("audits.first.places", { count: findingsOf(rule), places: number(findingsOf(rule)) })}
                    {` · ${words.category(rule.category)}`}
                    {isOneChange(rule) && ` · ${t("audits.first.oneChange")}`}
                  </Dim>
                </div>
                {rule.gain > 0 ? (
                  <span className="audit-gain">
                    {t("audits.first.gain", { points: words.points(rule.gain) })}
                  </span>
                ) : (
                  <LevelBadge level={rule.severity} />
                )}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </Panel>
  );
}
