import { arial, SEARCH_RESULT } from "@sitewright/sdk/arial";
import { useMemo } from "react";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { SearchBox } from "../../ui/search-box";
import { Fine, Strong } from "../../ui/texts";
import { openingOf } from "./opening-of";

type Props = {
  url: string;
  slug: string;
  title: string;
  /** What the page appends to the title. */
  titleEnd: string;
  description: string;
  /** The text, whose beginning takes the place of a description. */
  html: string;
  language: Language;
};

/** The page in search results, cut as there, with the widths of its texts. */
export function SearchResult({ url, slug, title, titleEnd, description, html, language }: Props) {
  const { t } = useTexts("posts");
  const name = title && title + titleEnd;
  const opening = useMemo(() => openingOf(html), [html]);
  const host = url.replace(/^https?:\/\//, "").split("/")[0] || location.host;
  return (
    <figure className="post-result" aria-label={t("posts.result.title")}>
      <Strong>{t("posts.result.title")}</Strong>
      <SearchBox
        address={[host, slug].filter(Boolean).join(" › ")}
        title={name}
        text={description || opening}
        noTitle={t("posts.field.title")}
        noText="…"
        language={language}
      />
      {!description && <Fine>{t(opening ? "posts.result.fromText" : "posts.result.noText")}</Fine>}
      <Ruler name="title" text={name} />
      <Ruler name="description" text={description} />
    </figure>
  );
}

/** The width of a text as a bar and in words. */
function Ruler({ name, text }: { name: "title" | "description"; text: string }) {
  const { t, number } = useTexts("posts");
  const { size, most } = SEARCH_RESULT[name];
  const value = arial(text, size);
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
