import { arial } from "@sitewright/sdk/arial";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { Strong } from "../../ui/texts";
import { FONT_PX, shown, WIDTH_PX } from "./shown";

type Props = { url: string; slug: string; title: string; description: string; language: Language };

/** The page in search results, cut as there, with the widths of its texts. */
export function SearchResult({ url, slug, title, description, language }: Props) {
  const { t } = useTexts("posts");
  const host = url.replace(/^https?:\/\//, "").split("/")[0] || location.host;
  return (
    <figure className="post-result" aria-label={t("posts.result.title")}>
      <Strong>{t("posts.result.title")}</Strong>
      <div className="post-result-box">
        <span className="post-result-address">{[host, slug].filter(Boolean).join(" › ")}</span>
        <span className="post-result-title" lang={language}>
          {shown(title, "title") || t("posts.field.title")}
        </span>
        <span className="post-result-text" lang={language}>
          {shown(description, "description") || t("posts.facts.descriptionHelp")}
        </span>
      </div>
      <Ruler name="title" text={title} />
      <Ruler name="description" text={description} />
    </figure>
  );
}

/** The width of a text as a bar and in words. */
function Ruler({ name, text }: { name: "title" | "description"; text: string }) {
  const { t, number } = useTexts("posts");
  const value = arial(text, FONT_PX[name]);
  const most = WIDTH_PX[name];
  const isOver = value > most;
  return (
    <div className="post-ruler" data-over={isOver || undefined}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, (value / most) * 100)}%` }} />
      </i>
      <span>
        {t(isOver ? "posts.result.over" : "posts.result.fits", {
          name: t(`posts.field.${name}`),
          value: number(value),
          most: number(most),
        })}
      </span>
    </div>
  );
}
