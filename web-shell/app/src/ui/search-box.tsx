import { arial, SEARCH_RESULT } from "@sitewright/sdk/arial";
import "./search-box.css";

/** A text as search results show it: whole, or cut after a word. */
export function shown(text: string, part: keyof typeof SEARCH_RESULT): string {
  const { size, most } = SEARCH_RESULT[part];
  const fits = (text: string) => arial(text, size) <= most;
  if (fits(text)) return text;
  const words = text.split(" ");
  let cut = words.pop() ?? "";
  while (words.length > 0) {
    cut = `${words.join(" ")} …`;
    if (fits(cut)) return cut;
    words.pop();
  }
  return `${text.slice(0, 40)}…`;
}

type Props = {
  address: string;
  title: string;
  text: string;
  /** Shown in the place of a missing title or text. */
  noTitle: string;
  noText: string;
  language?: string;
};

/** A page in search results, cut as there. */
export const SearchBox = ({ address, title, text, noTitle, noText, language }: Props) => (
  <div className="sw-serp">
    <span className="sw-serp-address">{address}</span>
    <span className="sw-serp-title" lang={language}>
      {shown(title, "title") || noTitle}
    </span>
    <span className="sw-serp-text" lang={language}>
      {shown(text, "description") || noText}
    </span>
  </div>
);
