import { Card, Group, Stack, Text } from "@mantine/core";
import { Ring } from "@sitewright/ui/chart";
import { useSearchParams } from "react-router";
import { isRefusal, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { BackLink, EmptyState, Loading, PageHead } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import { type AuditRow, scoreWord, useProject } from "./audits";
import { type Comparison, Differences } from "./compare-lists";
import { useWords } from "./words";
import "./audits.css";

const RING_PX = 88;
/** Audits that can be chosen. */
const MOST = 100;

/** Two audits side by side. The address names them; without, these are the newest two. */
export default function ComparePage() {
  const { t, href } = useTexts("audits");
  const project = useProject();
  const { data } = useApi(
    "/api/audits",
    { query: { ...(project && { project: project.id }), page: 1, per_page: MOST } },
    { enabled: project !== undefined },
  );
  const done = data?.data.filter(({ state }) => state === "done");
  return (
    <Stack gap="lg" maw={1080} mx="auto">
      <BackLink to={href("auditList")}>{t("audits.list.title")}</BackLink>
      <PageHead title={t("audits.compare.title")} lead={t("audits.compare.lead")} />
      {!done && <Loading h={320} radius="lg" />}
      {done && done.length < 2 && (
        <EmptyState icon="switches" title={t("audits.compare.none")} text={t("audits.compare.noneText")} />
      )}
      {done && done.length > 1 && <Chosen audits={done} />}
    </Stack>
  );
}

/** The choice of both audits, and their comparison: the earlier one is on the left in any order. */
function Chosen({ audits }: { audits: AuditRow[] }) {
  const { t, dateTime } = useTexts("audits");
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const ids = audits.map(({ id }) => id);
  const place = (name: string, usual: number) => {
    const at = ids.indexOf(search.get(name) ?? "");
    return at < 0 ? usual : at;
  };
  // The list is in the order of time, the newest first.
  const first = place("after", 0);
  const second = place("before", first === 1 ? 0 : 1);
  const [after, before] = [ids[Math.min(first, second)] ?? "", ids[Math.max(first, second)] ?? ""];
  const choose = (name: "before" | "after", id: string | null) =>
    setSearch(() => new URLSearchParams({ before, after, [name]: id ?? "" }), {
      replace: true,
      preventScrollReset: true,
    });
  const text = (id: string) => {
    const audit = audits.find((one) => one.id === id);
    return audit ? `${dateTime(audit.created_at)} · ${words.points(audit.score ?? 0)}` : id;
  };
  return (
    <>
      <div className="audit-pair">
        <Choice
          label={t("audits.compare.before")}
          values={ids.filter((id) => id !== after)}
          text={text}
          value={before}
          onChange={(id) => choose("before", id)}
        />
        <Choice
          label={t("audits.compare.after")}
          values={ids.filter((id) => id !== before)}
          text={text}
          value={after}
          onChange={(id) => choose("after", id)}
        />
      </div>
      <Compared key={`${before} ${after}`} before={before} after={after} />
    </>
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const { t } = useTexts("audits");
  const { data, error } = useApi(
    "/api/audits/{id}/compare/{before}",
    { path: { id: after, before } },
    { quiet: true, throwOnError: false },
  );
  if (!data && isRefusal(error)) {
    return <EmptyState icon="switches" title={t("audits.compare.none")} text={error.message} />;
  }
  if (!data) return <Loading h={320} radius="lg" />;
  return (
    <>
      <div className="audit-pair">
        <Side audit={data.before} />
        <Side audit={data.after} other={data.before} />
      </div>
      <Differences of={data} />
    </>
  );
}

type Sided = Comparison["after"];

const FIGURES = ["fetched", "pages", "errors", "warnings", "notices"] as const;

/** One audit, with the difference of each figure to the other one. */
function Side({ audit, other }: { audit: Sided; other?: Sided }) {
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
