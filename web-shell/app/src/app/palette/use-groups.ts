import type { ListedTool, User } from "@sitewright/sdk/shell";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useRecentTools } from "../../api/recent-tools";
import { useTexts } from "../../i18n/use-texts";
import { Search } from "../../search/search";
import { type Documents, useDocuments } from "./documents";
import { type Group, groupsOf, openingGroups, type Source, type Sources } from "./groups";
import type { Item } from "./items";
import { recentOf } from "./recent";
import { useActions } from "./use-actions";
import { usePages } from "./use-pages";
import { useProjectItems, useTools } from "./use-places";

/** The newest documents and the projects before anything is typed. */
const FEW = 3;

function sourceOf(items: Item[], some = false): Source {
  const byId = new Map(items.map((item) => [item.id, item]));
  return { search: Search.of(items, { some }), itemOf: (id) => byId.get(id) };
}

/** Makes entries of documents when they are shown: there may be ten thousand. */
function useDocumentItems(documents: Documents | null, tools: ListedTool[]) {
  const { language, href, date } = useTexts("palette");
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats and addresses follow the language.
  return useMemo(() => {
    const byId = new Map(tools.map((tool) => [tool.id, tool]));
    return (id: string): Item | undefined => {
      const place = documents?.placeOf(id);
      if (!documents || place === undefined) return undefined;
      const { titles } = documents;
      const tool = byId.get(titles.tools[titles.tool[place] ?? 0] ?? "");
      const created = titles.created_at[place];
      return {
        id: `document:${id}`,
        kind: "document",
        title: titles.title[place] ?? "",
        icon: tool ? { icon: tool.icon, category: tool.category } : "document",
        note: [tool?.name, created && date(created)].filter(Boolean).join(" · "),
        run: () => navigate(href("document", { document: id })),
      };
    };
  }, [documents, tools, language, navigate]);
}

/** The groups of the palette for what is typed; no key needs a request. */
export function useGroups(user: User, query: string, isForTools: boolean): Group[] {
  const pages = usePages(user);
  const actions = useActions(user);
  const projects = useProjectItems();
  const { tools, items } = useTools();
  const used = useRecentTools();
  const documents = useDocuments(!isForTools);
  const documentOf = useDocumentItems(documents, tools);

  const small = useMemo((): Sources => {
    const tool = sourceOf(items, true);
    if (isForTools) return { tool };
    return { tool, page: sourceOf(pages), action: sourceOf(actions), project: sourceOf(projects) };
  }, [items, pages, actions, projects, isForTools]);

  const sources = useMemo((): Sources => {
    if (!documents || isForTools) return small;
    return { ...small, document: { search: documents.search, itemOf: documentOf } };
  }, [small, documents, documentOf, isForTools]);

  const opening = useMemo(() => {
    const byUse = [...items].sort((one, other) => placeIn(used, one) - placeIn(used, other));
    if (isForTools) return [{ name: "tool" as const, shown: byUse.map((item) => ({ item, matched: [] })) }];
    const itemOf = (id: string) =>
      [...items, ...pages, ...actions, ...projects].find((item) => item.id === id) ??
      documentOf(id.replace("document:", ""));
    const recent = recentOf(user.id).flatMap((id) => itemOf(id) ?? []);
    const newest = documents?.titles.id.slice(0, FEW).flatMap((id) => documentOf(id) ?? []) ?? [];
    const others = projects.filter(({ isCurrent }) => !isCurrent);
    return openingGroups(recent, {
      project: others.slice(0, FEW),
      tool: byUse.slice(0, FEW),
      page: pages,
      action: actions.slice(0, FEW),
      document: newest,
    });
  }, [items, pages, actions, projects, documents, documentOf, used, user.id, isForTools]);

  return useMemo(() => (query.trim() ? groupsOf(query, sources) : opening), [query, sources, opening]);
}

/** The position of a tool among those used last; those not used come after them, in their order. */
function placeIn(used: string[], { id }: Item): number {
  const place = used.indexOf(id.replace("tool:", ""));
  return place < 0 ? used.length : place;
}
