import { Card, Group, Stack, Switch, Text } from "@mantine/core";
import { Ring } from "@sitewright/ui/chart";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure, Two } from "../../ui/data-table";
import { BackLink, EmptyState, Loading, PageHead } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import { type Audit, auditQuery, scoreWord, useRules } from "./audits";
import { differences, type Pair } from "./counts";
import { LevelBadge } from "./marks";
import { useWords } from "./words";
import "./audits.css";

const RING_PX = 88;

/** Two audits side by side. The address names them. */
export default function ComparePage() {
  const { t, href } = useTexts("audits");
  const [search] = useSearchParams();
  const ids = [search.get("before"), search.get("after")];
  const [before, after] = ids;
  return (
    <Stack gap="lg" maw={1080} mx="auto">
      <BackLink to={href("auditList")}>{t("audits.list.title")}</BackLink>
      <PageHead title={t("audits.compare.title")} lead={t("audits.compare.lead")} />
      {before && after ? (
        <Compared before={before} after={after} />
      ) : (
        <EmptyState icon="switches" title={t("audits.compare.none")} text={t("audits.compare.noneText")} />
      )}
    </Stack>
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const { data: earlier } = useQuery(auditQuery(before));
  const { data: later } = useQuery(auditQuery(after));
  const old = useRules(before);
  const now = useRules(after);
  if (!earlier || !later || !old || !now) return <Loading h={320} radius="lg" />;
  return (
    <>
      <div className="audit-pair">
        <Side audit={earlier} />
        <Side audit={later} other={earlier} />
      </div>
      <Differences audit={later} rows={differences(old, now)} />
    </>
  );
}

const FIGURES = ["fetched", "pages", "errors", "warnings", "notices"] as const;

/** One audit, with the difference of each figure to the other one. */
function Side({ audit, other }: { audit: Audit; other?: Audit }) {
  const { t, href, number, dateTime } = useTexts("audits");
  const words = useWords();
  const score = audit.score ?? 0;
  return (
    <Card withBorder component="section" aria-label={dateTime(audit.created_at)}>
      <Group gap="md" wrap="nowrap" mb="sm">
        <Ring
          label={t("audits.score.label", {
            score: words.points(score),
            word: t(`audits.score.${scoreWord(score).word}`),
          })}
          value={score / 100}
          text={words.points(score)}
          size={RING_PX}
          color={scoreWord(score).colour}
        />
        <div>
          <TextLink to={href("audit", { audit: audit.id })} fw={600} underline="hover">
            {dateTime(audit.created_at)}
          </TextLink>
          <Text size="sm">{t(`audits.score.${scoreWord(score).word}`)}</Text>
          {other && other.score !== null && <Difference by={score - other.score} isGood />}
        </div>
      </Group>
      <dl className="audit-facts">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`audits.compare.${name}`)}</dt>
            <dd>
              {number(audit[name])}{" "}
              {other && (
                <Difference by={audit[name] - other[name]} isGood={name === "pages" || name === "fetched"} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** How much a figure has changed, with its sign. `isGood` says that more is better. */
function Difference({ by, isGood = false }: { by: number; isGood?: boolean }) {
  const { language } = useTexts("audits");
  if (by === 0) return <Dim span>±0</Dim>;
  const format = new Intl.NumberFormat(language, { signDisplay: "always", maximumFractionDigits: 1 });
  return (
    <span className="audit-difference" data-better={by > 0 === isGood || undefined}>
      {format.format(by)}
    </span>
  );
}

function Differences({ audit, rows }: { audit: Audit; rows: Pair[] }) {
  const { t, href, number } = useTexts("audits");
  const words = useWords();
  const filter = useListFilter();
  const isAll = filter.get("show") === "all";
  const shown = isAll ? rows : rows.filter(({ before, after }) => before !== after);
  const count = (value: number | null) => (value === null ? "–" : number(value));
  return (
    <>
      <Switch
        label={t("audits.compare.all")}
        checked={isAll}
        onChange={({ currentTarget: { checked } }) => filter.set("show", checked ? "all" : "")}
      />
      {shown.length === 0 && (
        <EmptyState icon="check" title={t("audits.compare.same")} text={t("audits.compare.sameText")} />
      )}
      {shown.length > 0 && (
        <Card withBorder padding={0}>
          <DataTable
            label={t("audits.compare.rules")}
            width={600}
            columns={[
              {
                title: t("audits.rules.rule"),
                isHead: true,
                isLong: true,
                cell: ({ rule }) => <Two of={[rule.title, words.category(rule.category)]} />,
              },
              {
                title: t("audits.rules.level"),
                cell: ({ rule }) => <LevelBadge level={rule.severity} />,
              },
              figure<Pair>(t("audits.compare.before"), ({ before }) => count(before)),
              figure<Pair>(t("audits.compare.after"), ({ after }) => count(after)),
              figure<Pair>(t("audits.compare.change"), ({ before, after }) =>
                before === null || after === null ? "–" : <Difference by={after - before} />,
              ),
            ]}
            rows={shown}
            keyOf={({ rule }) => rule.rule}
            to={({ rule, after }) =>
              after === null ? null : href("auditRule", { audit: audit.id, rule: rule.rule })
            }
          />
        </Card>
      )}
    </>
  );
}
