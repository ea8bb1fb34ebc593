import { Stack } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { familyOf, inkOf } from "@sitewright/ui/family";
import { useDeferredValue } from "react";
import { Link } from "react-router";
import { useSearchableTools } from "../../api/catalogue";
import { useRecentTools } from "../../api/recent-tools";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Dim, TextButton } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { Categories } from "./categories";
import { type Card, cardOf, chosenCards, firstTools, isSystem, sectionsOf } from "./sections";
import { GroupCard, ToolCard } from "./tool-card";
import { FAVOURITES, INVITED, PER_PAGE, RECENT, useFoundTools } from "./use-found-tools";
import { useHitKeys } from "./use-hit-keys";
import { useToolSearch } from "./use-tool-search";
import "./catalogue.css";

export default function CataloguePage() {
  const { t } = useTexts("tools");
  const filter = useListFilter();
  const { input: search, clear } = useTyped(filter, "q");
  const reset = () => {
    clear();
    filter.reset();
  };
  const category = filter.get("category");
  // All cards are much to draw: the page reacts meanwhile.
  const data = useDeferredValue(useSearchableTools().data);
  const isWhole = data === undefined || data.tools.length >= data.total;
  const isTyped = search.value.trim() !== "" && (isWhole || filter.get("q") === search.value);
  const keys = useHitKeys(isTyped);
  return (
    <Stack gap="md" className="catalogue" {...keys}>
      <PageHead title={t("tools.catalogue.title")} lead={t("tools.catalogue.lead")}>
        <SearchInput
          w={{ base: "100%", sm: 360 }}
          enterKeyHint="go"
          aria-label={t("tools.catalogue.search")}
          placeholder={t("tools.catalogue.example")}
          {...search}
        />
      </PageHead>
      <Categories
        categories={data?.categories}
        hasInvited={Boolean(data?.invited) || category === INVITED}
        chosen={category}
        onChoose={(id) => filter.set("category", id, true)}
      />
      {isWhole ? (
        // What is typed is searched at once; the address follows a moment later.
        <Whole tools={data?.tools} query={search.value} category={category} onReset={reset} />
      ) : (
        <Page filter={filter} category={category} />
      )}
    </Stack>
  );
}

type WholeProps = {
  tools: ListedTool[] | undefined;
  query: string;
  category: string;
  onReset: () => void;
};

/** A catalogue that the browser searches: in sections until something is searched or filtered. */
function Whole({ tools, query, category, onReset }: WholeProps) {
  const recent = useRecentTools();
  const found = useToolSearch(tools, query);
  if (!tools || !found) return <Loading h={390} radius="lg" />;
  if (query.trim()) {
    const isIn = new Set(chosenCards(tools, recent, category).map(({ id }) => id));
    const cards = (category ? found.filter(({ id }) => isIn.has(id)) : found).map(cardOf);
    return <Result cards={cards} none={emptyText(category, query)} onReset={onReset} />;
  }
  if (category)
    return (
      <Result
        cards={chosenCards(tools, recent, category)}
        none={emptyText(category, query)}
        onReset={onReset}
      />
    );
  return <Sections tools={tools} recent={recent} />;
}

function Sections({ tools, recent }: { tools: ListedTool[]; recent: string[] }) {
  const { t } = useTexts("tools");
  const { data } = useSearchableTools();
  const first = firstTools(tools, recent);
  return (
    <>
      {first.tools.length > 0 && (
        <section className="catalogue-section is-first" aria-labelledby="tools-first">
          <h2 id="tools-first">{t(first.isOwn ? "tools.section.own" : "tools.section.first")}</h2>
          <Cards cards={first.tools.map(cardOf)} level={3} />
        </section>
      )}
      {sectionsOf(tools, data?.categories ?? []).map(({ id, title, cards }) => (
        <section key={id} className="catalogue-section" aria-labelledby={`tools-${id}`}>
          <h2 id={`tools-${id}`}>
            <span className="catalogue-dot" style={{ background: inkOf(familyOf(id)) }} />
            {title}
          </h2>
          <Cards cards={cards} level={3} />
        </section>
      ))}
      <Systems tools={tools.filter(isSystem)} />
    </>
  );
}

/** The shop systems: they connect a shop, whose texts the other tools write. */
function Systems({ tools }: { tools: ListedTool[] }) {
  const { t, href } = useTexts("tools");
  if (tools.length === 0) return null;
  return (
    <section className="catalogue-section" aria-labelledby="tools-systems">
      <h2 id="tools-systems">
        <span className="catalogue-dot" style={{ background: inkOf("shop") }} />
        {t("tools.section.systems")}
      </h2>
      <ul className="catalogue-systems">
        {tools.map(({ id, name, icon, category }) => (
          <li key={id}>
            <ToolIcon icon={icon} category={category} size={32} />
            <Link to={href("tool", { tool: id })} className="catalogue-link">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ResultProps = {
  cards: Card[];
  none: ReturnType<typeof emptyText>;
  /** Cards of all pages. */
  count?: number;
  onReset: () => void;
};

function Result({ cards, none, count = cards.length, onReset }: ResultProps) {
  const { t } = useTexts("tools");
  return (
    <>
      <Dim role="status">{t("tools.catalogue.count", { count })}</Dim>
      {cards.length === 0 && (
        <EmptyState icon="search" title={t("tools.empty.title")} text={t(none)}>
          <TextButton label={t("tools.empty.reset")} onClick={onReset} />
        </EmptyState>
      )}
      <Cards cards={cards} level={2} />
    </>
  );
}

/** A page of a catalogue that the server searches. */
function Page({ filter, category }: { filter: ReturnType<typeof useListFilter>; category: string }) {
  const { tools, total } = useFoundTools(filter.get("q"), category, filter.page);
  if (!tools) return <Loading h={390} radius="lg" />;
  const none = emptyText(category, filter.get("q"));
  return (
    <>
      <Result cards={tools.map(cardOf)} none={none} count={total} onReset={filter.reset} />
      <Pager page={filter.page} total={total ?? 0} per={PER_PAGE} onPage={filter.onPage} />
    </>
  );
}

const Cards = ({ cards, level }: { cards: Card[]; level: 2 | 3 }) => (
  <div className="catalogue-cards">
    {cards.map((card) =>
      "tool" in card ? (
        <ToolCard key={card.id} tool={card.tool} level={level} />
      ) : (
        <GroupCard key={card.id} group={card.group} level={level} />
      ),
    )}
  </div>
);

function emptyText(category: string, search: string) {
  if (search) return "tools.empty.text";
  if (category === FAVOURITES) return "tools.empty.favourites";
  if (category === INVITED) return "tools.empty.invited";
  return category === RECENT ? "tools.empty.recent" : "tools.empty.text";
}
