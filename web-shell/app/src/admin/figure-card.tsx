import { Card, Text } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { useTexts } from "../i18n/use-texts";
import { Line, TextLink } from "../ui/texts";
import "./admin.css";

type Props = {
  title: string;
  /** The list behind the figure. */
  to?: string;
  link?: string;
  now: number;
  /** The same for as many days before. */
  before: number;
  days: number;
  columns: { day: string; value: number }[];
  format: (value: number) => string;
  color?: string;
  note?: string;
};

/** A figure of the last days, its change, and its course by day. */
export function FigureCard({ title, to, link, now, before, days, columns, format, ...look }: Props) {
  const { t, language } = useTexts("overview");
  const change = useChange(now, before, days);
  // The days are in UTC.
  const when = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text fz={28} lh={1.3} fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
        {format(now)}
      </Text>
      <Line size="xs" of={[change, look.note]} />
      {/* On a phone a course without any value only makes the page longer. */}
      <div className="admin-course" data-empty={columns.every(({ value }) => value === 0) || undefined}>
        <Columns
          label={t("overview.chart.label", { figure: title, count: days })}
          series={[{ name: title, color: look.color ?? "var(--mantine-primary-color-filled)" }]}
          columns={columns.map(({ day, value }) => ({
            key: day,
            title: when.format(new Date(day)),
            values: [value],
          }))}
          format={format}
          heads={{ column: t("overview.chart.day"), total: title }}
          height={96}
          isBare
        />
      </div>
      {to && (
        <TextLink to={to} size="sm" mt="xs">
          {link}
        </TextLink>
      )}
    </Card>
  );
}

/** The change against the period before, in words. */
export function useChange(now: number, before: number, count: number): string {
  const { t, language } = useTexts("overview");
  if (before === 0) return now === 0 ? t("overview.change.none") : t("overview.change.new", { count });
  const change = (now - before) / before;
  const options = { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return t("overview.change.against", {
    count,
    change: new Intl.NumberFormat(language, options).format(change),
  });
}
