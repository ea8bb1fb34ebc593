import type { ComponentType } from "react";
import { data, type LoaderFunction, type RouteObject, redirect } from "react-router";
import { currentLanguage, loadTexts, textsReady } from "../i18n/i18n";
import { accessOf, aliases, LANGUAGES, PATHS, type PageName, pathTo } from "../paths";
import { dropSlash, followPathLanguage, guard } from "./guards";
import { offerPrefetch } from "./prefetch";

export type Page = {
  texts: string[];
  load: () => Promise<{ default: ComponentType }>;
  /** Whether the parameters can mean anything; where not, the page does not exist. */
  validate?: (params: Record<string, string | undefined>) => boolean;
};

function check(validate: Page["validate"], params: Record<string, string | undefined>) {
  if (validate && !validate(params)) throw data("invalid", { status: 404 });
}

/** One route for each distinct address of a page; its code and its texts arrive together, after its guards. */
export function page(
  name: PageName,
  { texts, load, validate }: Page,
  loader?: LoaderFunction,
): RouteObject[] {
  const addresses = [...new Set(LANGUAGES.map((language) => PATHS[name][language]))];
  const arrive = () => Promise.all([load(), loadTexts(...texts)]);
  offerPrefetch(name, arrive);
  return addresses.map((path) => ({
    path,
    loader: async (details, context) => {
      const elsewhere =
        dropSlash(details) ??
        (await followPathLanguage(details)) ??
        (await guard(accessOf(name), details)) ??
        (await loader?.(details, context));
      if (elsewhere) return elsewhere;
      check(validate, details.params);
      return null;
    },
    lazy: async () => {
      const [module] = await arrive();
      return { Component: module.default };
    },
  }));
}

/** Older addresses lead on, with their parameters and their query. */
export const aliasRoutes: RouteObject[] = aliases().map(({ path, page: name, language }) => ({
  path,
  loader: async ({ params, request }) => {
    await textsReady;
    const known = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, value ?? ""]));
    return redirect(pathTo(name, language ?? currentLanguage(), known) + new URL(request.url).search);
  },
}));
