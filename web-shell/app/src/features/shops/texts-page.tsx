import { Select, Stack } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useHeard } from "../../api/live";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { useChosen } from "../../ui/use-chosen";
import { Findings, findingOf, nameOf, problemsOf, useFindings } from "./findings";
import { ItemDialog, type ItemPlace } from "./item-dialog";
import { ItemBar, ItemList } from "./item-list";
import { ShopFrame } from "./shop-frame";
import { type Shop, useNames, useShop } from "./shops";
import { type Forget, type Selection, type StartOf, WriteDialog } from "./write-dialog";

const POLL_MS = 10_000;

type Props = {
  /** The running jobs of the shop. */
  jobs: (shop: Shop) => ReactNode;
  start: StartOf;
  forget: Forget;
};

/** The texts of a shop: what is missing, the items, and the order of new texts. */
export function TextsPage({ jobs, start, forget }: Props) {
  const { t } = useTexts("shops");
  const shop = useShop();
  const { kindName, languageName } = useNames(shop);
  const [open, setOpen] = useState<ItemPlace | null>(null);
  const [writing, setWriting] = useState<Selection | null>(null);
  const [all, setAll] = useState("");
  const work = useRef<HTMLDivElement>(null);
  const kinds = shop.kinds.map(({ id }) => id);
  const { data, filter, pager } = useList("/api/shops/{id}/items", ({ get }) => wanted(shop, get), {
    throwOnError: false,
    ...useHeard(POLL_MS),
  });
  const { input: search } = useTyped(filter, "q");
  const { query } = wanted(shop, filter.get);
  const { kind, language, ...rest } = query;
  const findings = useFindings(shop).data;
  const problems = findings && problemsOf(findings.data, kind, language);
  const view = JSON.stringify(query);
  const free = data?.data.filter((item) => !item.locked).map(({ id }) => id) ?? [];
  const chosen = useChosen(`${view} ${pager.page}`, free);
  const isAll = all === view;
  const select = () => {
    const count = isAll ? (data?.total ?? 0) : chosen.ids.length;
    setWriting({ count, ids: isAll ? null : chosen.ids, filter: rest });
  };
  return (
    <ShopFrame shop={shop} part="texts">
      <div ref={work} tabIndex={-1} className="shop-live shop-jobs">
        {jobs(shop)}
      </div>
      {shop.kinds.length === 0 && (
        <EmptyState icon="alert" title={t("shops.items.noSystem")} text={t("shops.items.noSystemText")} />
      )}
      <Findings
        problems={problems}
        shop={shop}
        kind={kind}
        chosen={query.finding ? nameOf({ finding: query.finding, field: query.field ?? "" }) : ""}
        onChoose={(name) => filter.set("finding", name)}
      />
      <div className="shop-filters">
        <SearchInput
          className="shop-search"
          label={t("shops.items.search")}
          placeholder={t("shops.items.searchHint")}
          {...search}
        />
        {kinds.length > 1 && (
          <Choice
            label={t("shops.items.kind")}
            values={kinds}
            text={kindName}
            value={kind}
            onChange={(value) => filter.set("kind", value === kinds[0] ? "" : (value ?? ""))}
          />
        )}
        {shop.languages.length > 1 && (
          <Choice
            label={t("shops.items.language")}
            values={shop.languages}
            text={languageName}
            value={language}
            onChange={(value) => filter.set("language", value === shop.languages[0] ? "" : (value ?? ""))}
          />
        )}
        <Select
          label={t("shops.items.visible")}
          data={["yes", "no"].map((value) => ({ value, label: t(`shops.visible.${value}`) }))}
          placeholder={t("shops.items.any")}
          clearable
          clearButtonProps={{ "aria-label": t("shops.items.any") }}
          value={filter.get("visible") || null}
          onChange={(value) => filter.set("visible", value ?? "")}
        />
      </div>
      {!data && <Loading h={320} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState
          icon="search"
          title={t(shop.reading ? "shops.items.reading" : "shops.items.none")}
          text={t(shop.reading ? "shops.items.readingText" : "shops.items.noneText")}
        />
      )}
      {data && data.data.length > 0 && (
        <Stack gap="md">
          <ItemList
            shop={shop}
            items={data.data}
            isChosen={(id) => isAll || chosen.has(id)}
            onToggle={(id) => {
              if (isAll) chosen.set(free.filter((other) => other !== id));
              else chosen.toggle(id);
              setAll("");
            }}
            onOpen={setOpen}
          >
            <ItemBar
              chosen={chosen}
              shown={free.length}
              total={data.total}
              isAll={isAll}
              onAll={(is) => setAll(is ? view : "")}
              onWrite={select}
            />
          </ItemList>
          <Pager {...pager} />
        </Stack>
      )}
      {open && <ItemDialog shop={shop} item={open} onClose={() => setOpen(null)} />}
      {writing && (
        <WriteDialog
          shop={shop}
          kind={kind}
          language={language}
          selection={writing}
          wanted={query.field ?? null}
          start={start}
          forget={forget}
          onStarted={() => {
            setAll("");
            chosen.clear();
            // The button that has opened the dialog has nothing to write for any more: the progress is what follows.
            work.current?.focus();
          }}
          onClose={() => setWriting(null)}
        />
      )}
    </ShopFrame>
  );
}

/** The filter in the address, with its defaults. */
function wanted(shop: Shop, get: (name: string) => string) {
  const found = findingOf(get("finding"));
  const search = get("q");
  const visible = get("visible");
  return {
    path: { id: shop.id },
    query: {
      kind: shop.kinds.find(({ id }) => id === get("kind"))?.id ?? shop.kinds[0]?.id ?? "product",
      language: shop.languages.find((tag) => tag === get("language")) ?? shop.languages[0] ?? "",
      ...(found && { finding: found.finding, field: found.field }),
      ...(search && { search }),
      ...(visible && { visible: visible === "yes" }),
    },
  };
}
