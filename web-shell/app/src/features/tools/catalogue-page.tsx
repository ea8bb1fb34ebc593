import { Stack, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../api/catalogue";
import { useListFilter } from "../../api/use-list";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
import { Dim, TextButton } from "../../ui/texts";
import { useTyped } from "../../ui/use-typed";
import { GroupLinks } from "./group-links";
import { ToolCard } from "./tool-card";
import { FAVOURITES, INVITED, PER_PAGE, RECENT, useFoundTools } from "./use-found-tools";
import "./tools.css";

export default function CataloguePage() {
  const { t } = useTranslation("tools");
  const filter = useListFilter();
  const search = useTyped(filter, "q");
  const category = filter.get("category");
  const { tools, total } = useFoundTools(filter.get("q"), category, filter.page);
  return (
    <Stack gap="lg">
      <PageHead title={t("tools.catalogue.title")} lead={t("tools.catalogue.lead")}>
        <TextInput
          type="search"
          w={{ base: "100%", sm: 320 }}
          aria-label={t("tools.catalogue.search")}
          placeholder={t("tools.catalogue.search")}
          leftSection={<Icon name="search" size={16} />}
          {...search}
        />
      </PageHead>
      <GroupLinks />
      <Categories chosen={category} onChoose={(id) => filter.set("category", id, true)} />
      <VisibleCount count={total} />
      {!tools && <Loading h={390} radius="lg" />}
      {tools?.length === 0 && (
        <EmptyState icon="search" title={t("tools.empty.title")} text={t(emptyText(category, search.value))}>
          <TextButton label={t("tools.empty.reset")} onClick={filter.reset} />
        </EmptyState>
      )}
      <div className="tool-grid">
        {tools?.map((tool) => (
          <ToolCard key={tool.id} tool={tool} />
        ))}
      </div>
      <Pager page={filter.page} total={total ?? 0} per={PER_PAGE} onPage={filter.onPage} />
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
        <TextButton
          label={title}
          key={id}
          size="xs"
          radius="xl"
          variant={id === chosen ? "filled" : "default"}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        />
      ))}
    </fieldset>
  );
}

/** Tells screen readers how many tools a search left. */
function VisibleCount({ count }: { count?: number }) {
  const { t } = useTranslation("tools");
  return (
    <Dim role="status" mt={-8}>
      {count === undefined ? "" : t("tools.catalogue.count", { count })}
    </Dim>
  );
}
