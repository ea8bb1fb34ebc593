import { type Previewed, PreviewFrame, textOf } from "@sitewright/sdk";
import { pairs } from "./pairs";
import { useTranslateTexts } from "./texts";

const known = (language: string) => (language && language !== "auto" ? language : undefined);

/** Source and translation in two columns that scroll as one; on a phone one below the other, pair by pair. */
export function SideBySide({ parts, language, input }: Previewed) {
  const t = useTranslateTexts();
  const from = known(textOf(input, "source_language"));
  const to = known(textOf(input, "target_language")) ?? language;
  const rows = pairs(textOf(input, "text"), textOf(parts, "text")).map((pair, place) => ({ ...pair, place }));
  return (
    <PreviewFrame title={t("translate.title")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className="pairs" aria-label={t("translate.title")} tabIndex={0}>
        <div className="pairs-head" aria-hidden="true">
          <span>{t("translate.source")}</span>
          <span>{t("translate.target")}</span>
        </div>
        {rows.map(({ source, target, place }) => (
          <div key={place} className="pair">
            <div lang={from} dir="auto" className="pair-source">
              {source}
            </div>
            <div lang={to} dir="auto">
              {target}
            </div>
          </div>
        ))}
      </section>
    </PreviewFrame>
  );
}
