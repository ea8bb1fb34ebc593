import { contents, pages, search } from "virtual:docs/pages";
import { data, redirect } from "react-router";
import { type Language, languageOfPath, pathTo } from "../../paths";

/** The first page of the docs: the help for users. It leads developers to their pages. */
const START = "help";

export type Contents = Awaited<ReturnType<NonNullable<(typeof contents)[string]>>>["default"];
export type DocsData = Awaited<ReturnType<typeof loadDocs>>;

export const addressOf = (language: Language, name: string) => pathTo("docs", language, { "*": name });

/** The data of a page of the docs, or a redirect. A page that is not written does not exist. */
export async function loadPage(pathname: string, name: string) {
  const language = languageOfPath(pathname) ?? "en";
  if (!name) return redirect(addressOf(language, START));
  return loadDocs(language, name);
}

async function loadDocs(language: Language, name: string) {
  const [page, sections] = await Promise.all([pages[`${language}/${name}`]?.(), contents[language]?.()]);
  if (!page || !sections) throw data("invalid", { status: 404 });
  return { language, name, page: page.default, sections: sections.default };
}

/** Every section of the docs, with its text. */
export const loadSearch = async (language: Language) => (await search[language]?.())?.default ?? [];

/** The pages before and after one, in the order of the contents. */
export function neighbours(sections: Contents, name: string) {
  const all = sections.flatMap(({ pages }) => pages);
  const place = all.findIndex((page) => page.name === name);
  return { previous: all[place - 1], next: all[place + 1] };
}
