import { Text } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { inkOf } from "@sitewright/ui/family";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import type { Figures } from "./figures";
import { daysOf, evenPace, outlookOf } from "./forecast";

const PLOT_PX = 168;
/** The plot with the line of names above it and the line of days below. */
const CHART_PX = PLOT_PX + 52;
/** The height of the even use in a plot without columns. */
const LEVEL = 0.86;

/** Words per day, stacked by family of tools, with a forecast to the day on which they renew. */
export function WordsChart({ figures, left }: { figures: Figures; left: number }) {
  const { t, number, language } = useTexts("dashboard");
  const { families, days } = daysOf(figures);
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const title = ({ day, isForecast }: { day: string; isForecast: boolean }) => {
    const date = short.format(new Date(day));
    return isForecast ? t("dashboard.chart.expected", { day: date }) : date;
  };
  if (families.length === 0) return <NoWords figures={figures} left={left} />;
  return (
    <Panel title={t("dashboard.chart.title")} className="dashboard-chart">
      <Columns
        label={t("dashboard.chart.label")}
        series={families.map((family) => ({ name: t(`dashboard.family.${family}`), color: inkOf(family) }))}
        columns={days.map(({ day, values, isForecast }) => ({
          key: day,
          title: title({ day, isForecast }),
          values,
          isForecast,
        }))}
        format={number}
        heads={{ column: t("dashboard.chart.day"), total: t("dashboard.chart.words") }}
        height={PLOT_PX}
      />
      <Text size="sm" c="dimmed">
        <OutlookText figures={figures} left={left} />
      </Text>
    </Panel>
  );
}

/** A chart without a column: what will stand in it, and what an even use would be. */
function NoWords({ figures, left }: { figures: Figures; left: number }) {
  const { t, href, language, number } = useTexts("dashboard");
  const pace = evenPace(figures.words.allowance);
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const dayAt = (place: number) => short.format(new Date(figures.days.at(place) ?? 0));
  return (
    <Panel title={t("dashboard.chart.title")} className="dashboard-chart">
      <PlotToCome
        height={CHART_PX}
        places={figures.days.length}
        ends={[dayAt(0), dayAt(-1)]}
        level={pace ? { at: LEVEL, text: t("dashboard.noWords.even", { pace: number(pace) }) } : undefined}
      >
        <Text fw={600}>{t("dashboard.noWords.title")}</Text>
        <Text size="sm" c="dimmed" maw={420}>
          {t("dashboard.noWords.text")}
        </Text>
        <TextButton label={t("dashboard.noWords.start")} to={href("tools")} icon="tools" mt="xs" />
      </PlotToCome>
      <Text size="sm" c="dimmed">
        <OutlookText figures={figures} left={left} />
      </Text>
    </Panel>
  );
}

function OutlookText({ figures, left }: { figures: Figures; left: number }) {
  const { t, number, date } = useTexts("dashboard");
  const outlook = outlookOf(figures, left);
  const pace = { count: figures.words.pace, pace: number(figures.words.pace) };
  const renewal = figures.words.renews_at ? date(figures.words.renews_at) : "";
  if (outlook.state === "enough")
    return t("dashboard.outlook.enough", { ...pace, left: number(outlook.left), date: renewal });
  if (outlook.state === "short") return t("dashboard.outlook.short", { ...pace, date: date(outlook.day) });
  return t(`dashboard.outlook.${outlook.state}`);
}
