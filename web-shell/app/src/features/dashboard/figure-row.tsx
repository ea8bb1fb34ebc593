import { Stat, Stats } from "@sitewright/ui/stat";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import type { Figures } from "./figures";

const SCARCE = 0.1;

/** What is written and what is left. The words come last: on a phone the texts matter more. */
export function FigureRow({ figures: { texts, words } }: { figures: Figures }) {
  const { t, number, date } = useTexts("dashboard");
  const { left, allowance } = useUser().words;
  const more = texts.week - texts.week_before;
  const compared = more > 0 ? "more" : more < 0 ? "fewer" : texts.week > 0 ? "same" : "none";
  const isScarce = allowance > 0 && left / allowance < SCARCE;
  return (
    <Stats label={t("dashboard.figures.title")}>
      <Stat
        label={t("dashboard.figures.week")}
        value={number(texts.week)}
        note={t(`dashboard.figures.${compared}`, { count: Math.abs(more), more: number(Math.abs(more)) })}
      />
      <Stat
        label={t("dashboard.figures.total")}
        value={number(texts.total)}
        note={t("dashboard.figures.tools", { count: texts.by_tool.length })}
      />
      <Stat
        label={t("dashboard.figures.pace")}
        value={number(words.pace)}
        note={t("dashboard.figures.paceNote")}
      />
      <section
        aria-label={t("dashboard.words.title")}
        className="dashboard-words"
        data-scarce={isScarce || undefined}
      >
        <Stat
          label={t("dashboard.words.title")}
          value={number(left)}
          note={
            words.renews_at
              ? t("dashboard.words.renew", { allowance: number(allowance), date: date(words.renews_at) })
              : t("dashboard.words.of", { allowance: number(allowance) })
          }
        />
      </section>
    </Stats>
  );
}
