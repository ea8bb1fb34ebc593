import { ApiProblem } from "@sitewright/sdk/shell";
import type { FetchQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import {
  data,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
} from "react-router";
import { queryClient } from "../api/client";
import { projectsQuery } from "../api/projects";
import { currentLanguage, loadTexts, textsReady } from "../i18n/i18n";
import { accessOf, findAlias, isOfSite, LANGUAGES, PATHS, type PageName, pageAt, pathTo } from "../paths";
import { dropSlash, followPathLanguage, guard } from "./guards";
import { offerPrefetch } from "./prefetch";

type Params = Record<string, string | undefined>;

type Load = () => Promise<{ default: ComponentType }>;
type Options = {
  /** The name of a parameter that is an id. Text that cannot be an id has no page. */
  id?: string;
  /** The ids, if there are only some. */
  ids?: readonly string[];
  /** The data of the page, loaded before it. If the server does not know it, the page does not exist. */
  query?: (id: string) => Promise<unknown>;
  /** Decides on a navigation after the guards of the address. */
  loader?: LoaderFunction;
};

const notFound = () => data("invalid", { status: 404 });

async function loadData({ id, ids, query }: Options, params: Params) {
  const value = params[id ?? ""] ?? "";
  if (id && !(ids ? ids.includes(value) : /^[\w-]{1,64}$/.test(value))) throw notFound();
  try {
    if (query) await queryClient.fetchQuery((await query(value)) as FetchQueryOptions);
  } catch (problem) {
    throw problem instanceof ApiProblem && problem.status === 404 ? notFound() : problem;
  }
}

/** What the frame and most pages show. It loads with the page, so that one render shows both. */
const loadProjects = (name: PageName) =>
  ["user", "admin"].includes(accessOf(name)) && queryClient.ensureQueryData(projectsQuery).catch(() => null);

/** One route for each distinct address of a page. Its code and texts load together; its data loads after its guards. */
export function page(name: PageName, texts: string[], load: Load, options: Options = {}): RouteObject[] {
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
        (await options.loader?.(details, context));
      if (elsewhere) return elsewhere;
      await Promise.all([loadData(options, details.params), loadProjects(name)]);
      return null;
    },
    lazy: async () => {
      const [module] = await arrive();
      return { Component: module.default };
    },
  }));
}

/** An address without a page: an older one redirects, with its parameters and query. */
export async function leaveAlias({ request }: LoaderFunctionArgs) {
  const { pathname, search, hash } = new URL(request.url);
  const page = pageAt(pathname);
  // The server renders pages of the site. One that it doesn't have has opened this page instead.
  if (page && isOfSite(page) && pathname !== location.pathname)
    throw redirectDocument(pathname + search + hash);
  const found = findAlias(pathname);
  if (!found) return null;
  await textsReady;
  return redirect(pathTo(found.page, found.language ?? currentLanguage(), found.params) + search);
}
