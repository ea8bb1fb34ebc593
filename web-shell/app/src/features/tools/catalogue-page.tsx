import { Box, Button, Group, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { useRecentTools } from "../../api/recent-tools";
import { EmptyState } from "../../ui/empty-state";
import { PageTitle } from "../../ui/page-title";
import { useSearchText } from "../../ui/use-search-text";
import { FAVOURITES, findTools, RECENT } from "./find-tools";
import { GroupLinks } from "./group-links";
import { ToolCard } from "./tool-card";
import "./tools.css";

/** The address holds what is searched for, so it can be shared and survives the way back. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const [search, find] = useSearchText(params.get("q") ?? "", (text) => set("q", text));
  return {
    search,
    find,
    category: params.get("category") ?? "",
    choose: (id: string) => set("category", id),
    reset: () => setParams({}, { replace: true }),
  };
}

export default function CataloguePage() {
  const { t } = useTranslation("tools");
  const { data } = useCatalogue();
  const { search, find, category, choose, reset } = useFilter();
  const recent = useRecentTools();
  const tools = data ? findTools(data.tools, search, category, recent) : [];
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
      {data && <GroupLinks tools={data.tools} />}
      <Categories chosen={category} onChoose={choose} />
      <VisibleCount count={data ? tools.length : null} />
      {!data && <Waiting />}
      {data && tools.length === 0 && (
        <EmptyState icon="search" title={t("tools.empty.title")} text={t(emptyText(category, search))}>
          <Button variant="default" onClick={reset}>
            {t("tools.empty.reset")}
          </Button>
        </EmptyState>
      )}
      <div className="tool-grid">
        {tools.map((tool) => (
          <ToolCard key={tool.id} tool={tool} />
        ))}
      </div>
    </Stack>
  );
}

function emptyText(category: string, search: string) {
  if (search) return "tools.empty.text";
  if (category === FAVOURITES) return "tools.empty.favourites";
  return category === RECENT ? "tools.empty.recent" : "tools.empty.text";
}

function Categories({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation("tools");
  const { data } = useCatalogue();
  const used = new Set(data?.tools.map((tool) => tool.category));
  const entries = [
    { id: "", title: t("tools.catalogue.all") },
    { id: FAVOURITES, title: t("tools.catalogue.favourites") },
    { id: RECENT, title: t("tools.catalogue.recent") },
    ...(data?.categories ?? []).filter((category) => used.has(category.id)),
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
function VisibleCount({ count }: { count: number | null }) {
  const { t } = useTranslation("tools");
  return (
    <Text size="sm" c="dimmed" role="status" mt={-8}>
      {count === null ? "" : t("tools.catalogue.count", { count })}
    </Text>
  );
}

function Waiting() {
  return (
    <div className="tool-grid" aria-hidden="true">
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} h={190} radius="lg" />
      ))}
    </div>
  );
}
