import { Box, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Pager } from "../../ui/pager";
import { useSearchText } from "../../ui/use-search-text";
import { GroupLinks } from "./group-links";
import { ToolCard } from "./tool-card";
import { FAVOURITES, INVITED, RECENT, useFoundTools } from "./use-found-tools";
import "./tools.css";

/** The address holds what is searched for, so it can be shared and survives the way back. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string, how = { replace: true, preventScrollReset: true }) =>
    setParams((before) => {
      if (value) before.set(name, value);
      else before.delete(name);
      // What is searched for anew begins on its first page.
      if (name !== "page") before.delete("page");
      return before;
    }, how);
  const [search, find] = useSearchText(params.get("q") ?? "", (text) => set("q", text));
  return {
    search,
    find,
    found: params.get("q") ?? "",
    category: params.get("category") ?? "",
    page: Math.max(1, Number(params.get("page")) || 1),
    choose: (id: string) => set("category", id),
    // The way back leads to the page before, and a page begins at its top.
    turn: (page: number) =>
      set("page", page === 1 ? "" : String(page), { replace: false, preventScrollReset: false }),
    reset: () => setParams({}, { replace: true }),
  };
}

export default function CataloguePage() {
  const { t } = useTranslation("tools");
  const filter = useFilter();
  const { search, find, category } = filter;
  const { tools, total, pages } = useFoundTools(filter.found, category, filter.page);
  return (
    <Stack gap="lg">
      <PageTitle>{t("tools.catalogue.title")}</PageTitle>
      <Group justify="space-between" align="flex-end">
        <Box>
          <Title order={1}>{t("tools.catalogue.title")}</Title>
          <Text c="dimmed" mt={4}>
            {t("tools.catalogue.lead")}
          </Text>
        </Box>
        <TextInput
          type="search"
          w={{ base: "100%", sm: 320 }}
          aria-label={t("tools.catalogue.search")}
          placeholder={t("tools.catalogue.search")}
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={(event) => find(event.currentTarget.value)}
        />
      </Group>
      <GroupLinks />
      <Categories chosen={category} onChoose={filter.choose} />
      <VisibleCount count={total} />
      {!tools && <Loading h={390} radius="lg" />}
      {tools?.length === 0 && (
        <EmptyState icon="search" title={t("tools.empty.title")} text={t(emptyText(category, search))}>
          <Button variant="default" onClick={filter.reset}>
            {t("tools.empty.reset")}
          </Button>
        </EmptyState>
      )}
      <div className="tool-grid">
        {tools?.map((tool) => (
          <ToolCard key={tool.id} tool={tool} />
        ))}
      </div>
      <Pager page={filter.page} pages={pages} onPage={filter.turn} />
    </Stack>
  );
}

function emptyText(category: string, search: string) {
  if (search) return "tools.empty.text";
  if (category === FAVOURITES) return "tools.empty.favourites";
  if (category === INVITED) return "tools.empty.invited";
  return category === RECENT ? "tools.empty.recent" : "tools.empty.text";
}

/** Any page says which categories there are, whatever is searched for. */
function Categories({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation("tools");
  const { data } = useCatalogue({ per_page: 1 });
  const entries = [
    { id: "", title: t("tools.catalogue.all") },
    { id: FAVOURITES, title: t("tools.catalogue.favourites") },
    { id: RECENT, title: t("tools.catalogue.recent") },
    ...(data?.invited || chosen === INVITED ? [{ id: INVITED, title: t("tools.catalogue.invited") }] : []),
    ...(data?.categories ?? []),
  ];
  return (
    <fieldset className="tool-filters" aria-label={t("tools.catalogue.categories")}>
      {entries.map(({ id, title }) => (
        <Button
          key={id}
          size="xs"
          radius="xl"
          variant={id === chosen ? "filled" : "default"}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {title}
        </Button>
      ))}
    </fieldset>
  );
}

/** Tells screen readers how many tools a search left. */
function VisibleCount({ count }: { count?: number }) {
  const { t } = useTranslation("tools");
  return (
    <Text size="sm" c="dimmed" role="status" mt={-8}>
      {count === undefined ? "" : t("tools.catalogue.count", { count })}
    </Text>
  );
}
