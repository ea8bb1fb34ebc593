import { ActionIcon, Anchor, Card, Group, Stack, Text, Tooltip } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { useCatalogue, useFavourite } from "../../api/catalogue";
import { GROUPS, type Group as GroupName } from "../../api/groups";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Dim, Fine, Subtitle, TextButton } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { guestText } from "./guest-text";
import { lockText } from "./tool-lock";
import { FAVOURITES, INVITED, PER_PAGE, RECENT, useFoundTools } from "./use-found-tools";
import "./tools.css";

/** The groups with more than one installed tool. */
const worthwhile = (tools: string[]) =>
  (Object.keys(GROUPS) as GroupName[]).filter((group) => {
    const known: readonly string[] = GROUPS[group];
    return tools.filter((id) => known.includes(id)).length > 1;
  });

const IDS = Object.values(GROUPS).flat();

export default function CataloguePage() {
  const { t } = useTexts("tools");
  const filter = useListFilter();
  const search = useTyped(filter, "q");
  const category = filter.get("category");
  const { tools, total } = useFoundTools(filter.get("q"), category, filter.page);
  return (
    <Stack gap="lg">
      <PageHead title={t("tools.catalogue.title")} lead={t("tools.catalogue.lead")}>
        <SearchInput
          w={{ base: "100%", sm: 320 }}
          aria-label={t("tools.catalogue.search")}
          placeholder={t("tools.catalogue.search")}
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

/** Every page contains all categories, whatever the search. */
function Categories({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTexts("tools");
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

/** Announces the number of results of a search to screen readers. */
function VisibleCount({ count }: { count?: number }) {
  const { t } = useTexts("tools");
  return (
    <Dim role="status" mt={-8}>
      {count === undefined ? "" : t("tools.catalogue.count", { count })}
    </Dim>
  );
}

/** Links to the pages on which several tools write at once. */
function GroupLinks() {
  const { t, href } = useTexts("tools");
  const { data } = useCatalogue({ ids: IDS });
  const groups = worthwhile(data?.tools.map(({ id }) => id) ?? []);
  if (!groups.length) return null;
  return (
    <Group gap="lg">
      {groups.map((group) => (
        <Anchor key={group} component={Link} to={href(group)} fw={600}>
          <Group gap={6} component="span">
            <Icon name="spark" size={16} />
            {t(`tools.group.${group}`)}
          </Group>
        </Anchor>
      ))}
    </Group>
  );
}

/** A tool of the catalogue. The whole card links to it; the star is a separate button above the link. */
function ToolCard({ tool }: { tool: ListedTool }) {
  const { t, href, number } = useTexts("tools");
  const favourite = useFavourite();
  const label = t(tool.favourite ? "tools.card.unmark" : "tools.card.mark", { name: tool.name });
  return (
    <Card component="article" withBorder padding="lg" className="tool-card">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <ToolIcon icon={tool.icon} />
        <Tooltip label={label}>
          <ActionIcon
            className="tool-star"
            variant="subtle"
            color={tool.favourite ? "yellow.8" : "gray"}
            size="lg"
            aria-pressed={tool.favourite}
            aria-label={label}
            onClick={() => favourite.mutate({ id: tool.id, favourite: !tool.favourite })}
          >
            <Icon name="star" filled={tool.favourite} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Subtitle mt="md">
        <Link to={href("tool", { tool: tool.id })} className="tool-link">
          {tool.name}
        </Link>
      </Subtitle>
      <Fine mt={2} style={{ overflowWrap: "anywhere" }}>
        {[
          t("tools.card.by", { publisher: tool.publisher_name }),
          tool.development && t("tools.card.development"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Fine>
      <Dim mt={6} flex={1}>
        {tool.summary}
      </Dim>
      {tool.guest && (
        <Text size="xs" mt="sm">
          {guestText(tool, t)}
        </Text>
      )}
      {tool.lock ? (
        <Group gap={6} mt="md" wrap="nowrap">
          <Icon name="lock" size={15} />
          <Text size="xs" fw={600}>
            {lockText(tool, t)}
          </Text>
        </Group>
      ) : (
        <Fine mt="md">{t("tools.card.words", { count: tool.words, words: number(tool.words) })}</Fine>
      )}
    </Card>
  );
}
