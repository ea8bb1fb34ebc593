import type { ListedTool } from "@sitewright/sdk/shell";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useSearchableTools } from "../../api/catalogue";
import { GROUPS, type Group } from "../../api/groups";
import { useProjects, useSelectProject } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import type { Item } from "./items";

const NO_TOOLS: ListedTool[] = [];

/** The tools, and the pages on which several write at once. */
export function useTools(): { tools: ListedTool[]; items: Item[] } {
  const { t, language, href } = useTexts("tools");
  const navigate = useNavigate();
  const { data } = useSearchableTools();
  const tools = data?.tools ?? NO_TOOLS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts and addresses follow the language.
  const items = useMemo(() => {
    const titles = new Map(data?.categories.map(({ id, title }) => [id, title]));
    const known = tools.map((tool) => ({
      id: `tool:${tool.id}`,
      kind: "tool" as const,
      title: tool.name,
      terms: tool.search.join(" | "),
      elsewhere: tool.search_elsewhere.join(" | "),
      about: tool.summary,
      icon: { icon: tool.icon, category: tool.category },
      note: titles.get(tool.category),
      run: () => navigate(href("tool", { tool: tool.id })),
    }));
    const ids = new Set(tools.map(({ id }) => id));
    const groups = (Object.keys(GROUPS) as Group[]).filter((group) =>
      GROUPS[group].some((id) => ids.has(id)),
    );
    return [
      ...known,
      ...groups.map((group) => ({
        id: `tool:group-${group}`,
        kind: "tool" as const,
        title: t(`tools.group.${group}`),
        icon: "spark" as const,
        run: () => navigate(href(group)),
      })),
    ];
  }, [tools, language, navigate]);
  return { tools, items };
}

/** The projects: choosing one selects it, and the page stays. */
export function useProjectItems(): Item[] {
  const { t, language } = useTexts("palette");
  const data = useProjects();
  const select = useSelectProject();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts follow the language.
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: "language" });
    return (data?.projects ?? []).map(({ id, site: { domain }, language_code }) => {
      const isCurrent = id === data?.selected_project;
      return {
        id: `project:${id}`,
        kind: "project" as const,
        title: domain,
        terms: innerWords(domain),
        icon: "brand" as const,
        note: isCurrent ? t("palette.current") : names.of(language_code),
        isCurrent,
        run: () => {
          const tell = () => notify.success(t("palette.selected", { domain }));
          if (isCurrent) tell();
          else select(id, tell);
        },
      };
    });
  }, [data, language, select]);
}

/** The ends of a domain, so that "piekarnia" finds "mojapiekarnia.pl". */
function innerWords(domain: string): string {
  const name = domain.replace(/^www\./, "").split(".")[0] ?? "";
  const ends = Array.from({ length: Math.max(0, name.length - 3) }, (_, start) => name.slice(start + 1));
  return ends.filter((end) => /^\p{L}/u.test(end)).join(" | ");
}
