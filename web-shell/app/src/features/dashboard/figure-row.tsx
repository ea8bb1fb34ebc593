import { inkOf } from "@sitewright/ui/family";
import { ShareBar } from "@sitewright/ui/share-bar";
import { Stat, Stats } from "@sitewright/ui/stat";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { TextLink } from "../../ui/texts";
import type { Figures } from "./figures";
import { evenPace, familiesOf } from "./forecast";

const SCARCE = 0.1;

/** What is written and what is left. The words come last: on a phone the texts matter more. */
export function FigureRow({ figures }: { figures: Figures }) {
  const { t, number } = useTexts("dashboard");
  const { texts, words } = figures;
  const more = texts.week - texts.week_before;
  const compared = more > 0 ? "more" : more < 0 ? "fewer" : texts.week > 0 ? "same" : "none";
  const shares = familiesOf(figures).map(({ family, count }) => ({
    key: family,
    share: count / Math.max(1, texts.total),
    color: inkOf(family),
  }));
  return (
    <div className="dashboard-figure-row">
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
        >
          {/* One family is no share of anything. */}
          {shares.length > 1 && <ShareBar parts={shares} />}
        </Stat>
        {words.pace > 0 && (
          <Stat
            label={t("dashboard.figures.pace")}
            value={number(words.pace)}
            note={t("dashboard.figures.paceNote")}
          />
        )}
        <WordsFigure figures={figures} />
      </Stats>
    </div>
  );
}

/** Before the first text there is one figure that means something: the words to write it with. */
export function FirstFigure({ figures }: { figures: Figures }) {
  const { t, href, number } = useTexts("dashboard");
  const pace = evenPace(figures.words.allowance);
  return (
    <div className="dashboard-figure-row dashboard-figure-first">
      <WordsFigure figures={figures} />
      {/* A wide window has no room for it, and a phone has the place of two rows of figures. */}
      <div className="dashboard-first-more">
        {pace && <span>{t("dashboard.noWords.even", { pace: number(pace) })}</span>}
        <TextLink to={href("docs", { "*": "help/words" })} size="sm">
          {t("dashboard.tips.words")}
        </TextLink>
      </div>
    </div>
  );
}

/** The words that are left, as a figure and as the rest of a bar. */
function WordsFigure({ figures: { words } }: { figures: Figures }) {
  const { t, number, date } = useTexts("dashboard");
  const { left, allowance } = useUser().words;
  const share = allowance > 0 ? left / allowance : 0;
  return (
    <section
      aria-label={t("dashboard.words.title")}
      className="dashboard-words"
      data-scarce={(allowance > 0 && share < SCARCE) || undefined}
    >
      <Stat
        label={t("dashboard.words.title")}
        value={number(left)}
        note={
          words.renews_at
            ? t("dashboard.words.renew", { allowance: number(allowance), date: date(words.renews_at) })
            : t("dashboard.words.of", { allowance: number(allowance) })
        }
      >
        <ShareBar
          parts={[{ key: "left", share, color: share < SCARCE ? "var(--mantine-color-error)" : undefined }]}
        />
      </Stat>
    </section>
  );
}
