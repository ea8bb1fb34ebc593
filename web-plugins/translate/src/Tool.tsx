import {
  defineTexts,
  type Previewed,
  PreviewFrame,
  PreviewResult,
  present,
  ToolScreen,
  textOf,
} from "@sitewright/sdk";
import { pairs } from "./pairs";
import "./translate.css";

const useTranslateTexts = defineTexts("translate", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});

const known = (language: string) => (language && language !== "auto" ? language : undefined);

/** A text and its translation, paragraph by paragraph. */
export default function Tool() {
  return (
    <ToolScreen streams>
      {(run) => (
        <PreviewResult
          run={run}
          width="100%"
          needs={["text"]}
          shows={(parts) => present(parts, "text")}
          draw={(translation) => <SideBySide {...translation} />}
        />
      )}
    </ToolScreen>
  );
}

/** Source and translation in two columns that scroll together; on a phone one below the other, pair by pair. */
function SideBySide({ parts, language, input }: Previewed) {
  const t = useTranslateTexts();
  const from = known(textOf(input, "source_language"));
  const to = known(textOf(input, "target_language")) ?? language;
  const rows = pairs(textOf(input, "text"), textOf(parts, "text")).map((pair, place) => ({ ...pair, place }));
  return (
    <PreviewFrame title={t("translate.title")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys. */}
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
