import { type PageName, pathTo } from "../../app/src/paths.ts";
import type { Language } from "./texts.ts";

type Example = { page: PageName; params?: Record<string, string> };

const docs = (rest: string): Example => ({ page: "docs", params: { "*": rest } });

/** A page of each kind of the public site. */
const EXAMPLES: Example[] = [
  { page: "home" },
  { page: "pricing" },
  { page: "aiTools" },
  { page: "aiTool", params: { tool: "facebook-post" } },
  { page: "copywriter" },
  { page: "socialMedia" },
  { page: "adsGenerator" },
  { page: "seoAudit" },
  { page: "ecommerce" },
  { page: "maker" },
  { page: "specialOffer" },
  { page: "partners" },
  { page: "terms" },
  { page: "privacy" },
  { page: "cookies" },
  docs("help/post"),
  docs("plugins/first-template"),
  docs("reference/http"),
];

/** The names of these pages, with their addresses in a language. */
export const sitePages = (language: Language): [name: string, path: string][] =>
  EXAMPLES.map(({ page, params = {} }) => [
    [page, ...Object.values(params)].join(" "),
    pathTo(page, language, params),
  ]);
