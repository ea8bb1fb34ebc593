import { Card, Text } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import type { ReactNode } from "react";
import { type Answer, useApi } from "../../api/client";
import type { OwnPlan } from "../../api/plans";
import { useList } from "../../api/use-list";
import { utcOffset } from "../../api/utc-offset";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Loading, Panel } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";

type Entry = Answer<"/api/words">["entries"][number];
type Used = Answer<"/api/dashboard">;

const PLOT_PX = 140;
const PER = 8;

/** The reason of an entry; an unknown reason comes from a newer server. */
const KNOWN = ["welcome", "plan", "renewal", "term-over"];

const nameOf = ({ kind, reason }: Entry) =>
  reason && KNOWN.includes(reason) ? `settings.billing.reason.${reason}` : `settings.billing.${kind}`;

/** Words with their sign: what is added and what is taken. */
function useSigned() {
  const { language } = useTexts();
  return new Intl.NumberFormat(language, { signDisplay: "exceptZero", useGrouping: true }).format;
}

/** Whether anything was used; without any use the entries are what was given. */
const isUsed = ({ page, entries }: Answer<"/api/words">) =>
  page > 1 || entries.some(({ kind }) => kind !== "grant");

/** Words by day, and below them the entries of the ledger, newest first. */
export function WordHistory() {
  const { t } = useTexts("settings");
  const used = useApi("/api/dashboard", { query: { selected: false, utc_offset: utcOffset() } }).data;
  const { data, pager } = useList("/api/words", { query: {} }, { name: "entries", per: PER });
  return (
    <Panel title={t("settings.billing.history")}>
      {used ? <WordsByDay used={used} /> : <Loading h={PLOT_PX + 52} radius="lg" />}
      {data && isUsed(data) && <Entries entries={data.entries} tools={used?.tools ?? {}} />}
      {data && isUsed(data) && <Pager {...pager} size="sm" />}
    </Panel>
  );
}

/** The entries of the ledger of pages, newest first; nothing until pages are used. */
export function PageHistory() {
  const { t } = useTexts("settings");
  const { data, pager } = useList("/api/pages", { query: {} }, { name: "pages", per: PER });
  if (!data || !isUsed(data)) return null;
  return (
    <Panel title={t("settings.billing.pages")}>
      <Entries entries={data.entries} />
      <Pager {...pager} size="sm" />
    </Panel>
  );
}

/** Without tools the entries name none: no tool uses pages. */
type EntriesProps = { entries: Entry[]; tools?: Used["tools"] };

function Entries({ entries, tools }: EntriesProps) {
  const { t } = useTexts("settings");
  return (
    <ul className="billing-entries" aria-label={t("settings.billing.entries")}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} tools={tools} />
      ))}
    </ul>
  );
}

function WordsByDay({ used: { days, uses } }: { used: Used }) {
  const { t, href, language, number } = useTexts("settings");
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const columns = days.map((day) => ({
    key: day,
    title: short.format(new Date(day)),
    values: [uses.reduce((sum, use) => sum + (use.day === day ? use.words : 0), 0)],
  }));
  if (uses.length === 0) {
    return (
      <PlotToCome
        height={PLOT_PX + 28}
        places={days.length}
        ends={[columns[0]?.title ?? "", columns.at(-1)?.title ?? ""]}
      >
        <Text fw={600}>{t("settings.billing.none")}</Text>
        <Dim maw={400}>{t("settings.billing.noneText")}</Dim>
        <TextButton label={t("settings.billing.start")} to={href("tools")} icon="tools" mt={4} />
      </PlotToCome>
    );
  }
  return (
    <Columns
      label={t("settings.billing.byDay")}
      series={[{ name: t("settings.billing.words"), color: "var(--mantine-primary-color-filled)" }]}
      columns={columns}
      format={number}
      heads={{ column: t("settings.billing.day"), total: t("settings.billing.words") }}
      height={PLOT_PX}
      isBare
    />
  );
}

function EntryRow({ entry, tools }: { entry: Entry; tools?: Used["tools"] }) {
  const { t, number, dateTime } = useTexts("settings");
  const signed = useSigned();
  const tool = tools && entry.tool && (tools[entry.tool]?.name ?? entry.tool);
  return (
    <li>
      <time dateTime={entry.created_at}>{dateTime(entry.created_at)}</time>
      <span className="billing-what">
        {t(nameOf(entry))}
        {tool && <span>{tool}</span>}
      </span>
      <span className="billing-words">{signed(entry.amount)}</span>
      <span className="billing-balance">
        {t("settings.billing.leftAfter", { left: number(entry.balance) })}
      </span>
    </li>
  );
}

/** What was given with the plan and when, after what comes next. */
export function GrantHistory({ own }: { own: OwnPlan }) {
  const { t } = useTexts("settings");
  const signed = useSigned();
  const given = (count: number) => t("settings.billing.given", { count, words: signed(count) });
  const { data, pager } = useList("/api/words", { query: { kind: "grant" } }, { name: "grant", per: PER });
  if (!data) return <Loading h={200} radius="lg" />;
  return (
    <Panel title={t("settings.billing.grants")}>
      <Card withBorder padding={0} component="ol" className="billing-dates">
        {pager.page === 1 && own.renews_at && (
          <DateRow at={own.renews_at} isNext name={t("settings.billing.billed", { plan: own.plan.name })} />
        )}
        {pager.page === 1 && own.words_renew_at && (
          <DateRow at={own.words_renew_at} isNext name={t("settings.billing.reason.renewal")}>
            {given(own.plan.ai_words)}
          </DateRow>
        )}
        {data.entries.map((entry) => (
          <DateRow key={entry.id} at={entry.created_at} name={t(nameOf(entry))}>
            {given(entry.amount)}
          </DateRow>
        ))}
      </Card>
      <Pager {...pager} size="sm" />
    </Panel>
  );
}

type DateProps = { at: string; name: string; isNext?: boolean; children?: ReactNode };

function DateRow({ at, name, isNext, children }: DateProps) {
  const { t, date } = useTexts("settings");
  return (
    <li data-next={isNext}>
      <time dateTime={at}>{date(at)}</time>
      <span className="billing-what">
        {name}
        {isNext && <span>{t("settings.billing.next")}</span>}
      </span>
      <span className="billing-words">{children}</span>
    </li>
  );
}
