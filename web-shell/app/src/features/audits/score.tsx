import { Card, Group, Stack, Text } from "@mantine/core";
import { Columns, Ring } from "@sitewright/ui/chart";
import { Stat, Stats } from "@sitewright/ui/stat";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Small, TextLink } from "../../ui/texts";
import { type Audit, scoreWord } from "./audits";
import { COUNTS, LEVELS } from "./counts";
import { useWords } from "./words";

const RING_PX = 132;
const PLOT_PX = 96;

/** The score of an audit, and the scores before it. */
export function Score({ audit }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const score = audit.score ?? 0;
  const { word, colour } = scoreWord(score);
  const named = t(`audits.score.${word}`);
  return (
    <Card withBorder component="section" aria-label={t("audits.score.title")} className="audit-score">
      <Ring
        label={t("audits.score.label", { score: words.points(score), word: named })}
        value={score / 100}
        text={words.points(score)}
        size={RING_PX}
        color={colour}
      />
      <Stack gap={4} flex="1 1 14rem" miw={0}>
        <Text fw={600} fz="lg">
          {named}
        </Text>
        <Small>
          {t("audits.score.broken", {
            count: audit.broken,
            broken: number(audit.broken),
            pages: number(audit.pages),
          })}
        </Small>
        {audit.site_errors > 0 && <Small>{t("audits.score.site", { count: audit.site_errors })}</Small>}
        <Dim>{t("audits.score.how")}</Dim>
      </Stack>
      <History audit={audit} />
    </Card>
  );
}

/** The score over time. */
function History({ audit: { history } }: { audit: Audit }) {
  const { t, language } = useTexts("audits");
  const words = useWords();
  if (history.length < 2) {
    return (
      <Dim flex="1 1 16rem" className="audit-history">
        {t("audits.score.first")}
      </Dim>
    );
  }
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "2-digit" });
  return (
    <div className="audit-history">
      <Columns
        label={t("audits.score.history")}
        series={[{ name: t("audits.score.title"), color: "var(--mantine-primary-color-filled)" }]}
        columns={history.map(({ id, ended_at, score }) => ({
          key: id,
          title: day.format(new Date(ended_at)),
          values: [score],
        }))}
        format={words.points}
        heads={{ column: t("audits.score.day"), total: t("audits.score.title") }}
        height={PLOT_PX}
        top={100}
        isBare
      />
    </div>
  );
}

/** The findings by level, and what changed since the audit before. */
export function Counts({ audit }: { audit: Audit }) {
  const { t, href, number, date } = useTexts("audits");
  const words = useWords();
  const { changes } = audit;
  const before = audit.history.find(({ id }) => id === changes?.id);
  return (
    <Stack gap="xs">
      <Stats label={t("audits.counts.title")}>
        {LEVELS.map((level) => (
          <Stat
            key={level}
            label={t(`audits.counts.${level}`)}
            value={
              <span className="audit-count" data-level={level}>
                {number(audit[COUNTS[level]])}
              </span>
            }
            note={before && <Difference before={before[COUNTS[level]]} now={audit[COUNTS[level]]} />}
          />
        ))}
        {changes &&
          (["fresh", "returned", "fixed"] as const).map((name) => (
            <Stat key={name} label={t(`audits.changes.${name}`)} value={number(changes[name])} />
          ))}
      </Stats>
      {changes && (
        <Group gap="xs">
          <Dim>
            {t("audits.changes.since", {
              date: changes.ended_at ? date(changes.ended_at) : "–",
              score: changes.score == null ? "–" : words.points(changes.score),
            })}
          </Dim>
          <TextLink to={href("audit", { audit: changes.id })} size="sm">
            {t("audits.changes.open")}
          </TextLink>
        </Group>
      )}
    </Stack>
  );
}

/** How a number of findings changed. Fewer are better. */
function Difference({ before, now }: { before: number; now: number }) {
  const { t, number } = useTexts("audits");
  if (now === before) return t("audits.counts.same");
  return (
    <span className="audit-difference" data-better={now < before || undefined}>
      {`${now > before ? "+" : "−"}${number(Math.abs(now - before))}`}
    </span>
  );
}
