import { Card, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "../../api/client";
import { useHeard } from "../../api/live";
import { useList } from "../../api/use-list";
import { ConfirmDialog, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, Notice } from "../../ui/page";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { ChangeLine } from "./change-line";
import { Conflict } from "./conflict";
import { ShopFrame } from "./shop-frame";
import { focusProgress } from "./shop-progress";
import { type Change, SHOPS, type Shop, startWork, stuckOf, useShop } from "./shops";

const POLL_MS = 5_000;
const PER_PAGE = 100;
/** Up to here the changes are loaded to count their items. */
const MOST_COUNTED = 1_000;

const FORECASTS = { write: "good", same: "plain", conflict: "warn", gone: "bad" } as const satisfies Record<
  NonNullable<Change["forecast"]>,
  Mark
>;

/** The approved changes: they are compared with the shop, and written to it. */
export function WritingPage() {
  const { t, href } = useTexts("shops");
  const shop = useShop();
  const action = useAction();
  const [items, setItems] = useState<number | null>();
  const { done, begin } = useDone(shop);
  const { data, pager } = useList(
    "/api/shops/{id}/changes",
    { path: { id: shop.id }, query: { state: "approved" } },
    { throwOnError: false, ...useHeard(POLL_MS) },
  );
  const isBusy = Boolean(shop.working);
  const compare = async () => {
    await startWork(shop.id, "compare");
    focusProgress();
  };
  const ask = async () => setItems(await countItems(shop));
  return (
    <ShopFrame shop={shop} part="writing">
      <div role="status" className="shop-live">
        {done && (
          <Notice icon="check" title={t("shops.writing.done")}>
            {done.length > 0 && <Text size="sm">{done.join(" · ")}</Text>}
            <TextLink to={href("shopHistory", { shop: shop.id })} size="sm">
              {t("shops.writing.toHistory")}
            </TextLink>
          </Notice>
        )}
      </div>
      {!data && <Loading h={320} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="check" title={t("shops.writing.none")} text={t("shops.writing.noneText")}>
          <TextButton label={t("shops.writing.toApproval")} to={href("shopApproval", { shop: shop.id })} />
          <Stuck shop={shop} />
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <Stack gap="md">
          <Card withBorder>
            <Group justify="space-between" gap="sm">
              <div>
                <Text fw={600}>{t("shops.writing.ready", { count: data.total })}</Text>
                <Dim>{t("shops.writing.lead")}</Dim>
              </div>
              <Group gap="xs">
                <TextButton
                  label={t("shops.writing.compare")}
                  icon="search"
                  disabled={isBusy}
                  {...action.press(compare, undefined, SHOPS)}
                />
                <TextButton
                  label={t("shops.writing.go")}
                  icon="upload"
                  isMain
                  disabled={isBusy}
                  {...action.press(ask, undefined, null)}
                />
              </Group>
            </Group>
          </Card>
          <Card withBorder padding={0}>
            <ul className="shop-list">
              {data.data.map((change) => (
                <Approved key={change.id} shop={shop} change={change} />
              ))}
            </ul>
          </Card>
          <Pager {...pager} />
        </Stack>
      )}
      {items !== undefined && (
        <ConfirmDialog
          title={t("shops.writing.askTitle")}
          text={
            items === null
              ? t("shops.writing.ask", { count: shop.changes.approved, shop: shop.name })
              : t("shops.writing.askItems", {
                  fields: t("shops.writing.fields", { count: shop.changes.approved }),
                  items: t("shops.writing.items", { count: items }),
                  shop: shop.name,
                })
          }
          go={t("shops.writing.go")}
          color="spruce"
          changed={SHOPS}
          act={async () => {
            begin();
            await startWork(shop.id, "write");
            focusProgress();
          }}
          onClose={() => setItems(undefined)}
        >
          <Dim>{t("shops.writing.askSafe")}</Dim>
        </ConfirmDialog>
      )}
      {action.dialog}
    </ShopFrame>
  );
}

/** Links to what could not be written or undone. */
function Stuck({ shop }: { shop: Shop }) {
  const { t, href } = useTexts("shops");
  const open = stuckOf(shop).filter(({ count }) => count > 0);
  if (open.length === 0) return null;
  return (
    <Group gap="xs" mt="md" justify="center">
      <Dim>{t("shops.writing.stuck")}</Dim>
      {open.map(({ state, name, count }) => (
        <TextLink key={state} to={`${href("shopHistory", { shop: shop.id })}?state=${state}`} size="sm">
          {t(`shops.count.${name}`, { count })}
        </TextLink>
      ))}
    </Group>
  );
}

function Approved({ shop, change }: { shop: Shop; change: Change }) {
  const { t } = useTexts("shops");
  const { forecast } = change;
  return (
    <ChangeLine
      shop={shop}
      change={change}
      mark={forecast && <StateBadge mark={FORECASTS[forecast]}>{t(`shops.forecast.${forecast}`)}</StateBadge>}
      texts={forecast === "conflict" ? <Conflict shop={shop} change={change} /> : undefined}
    >
      {change.problem && <Dim>{change.problem.message}</Dim>}
    </ChangeLine>
  );
}

/** The number of items with approved changes; null if there are very many. */
async function countItems(shop: Shop): Promise<number | null> {
  const items = new Set<string>();
  for (let page = 1; ; page++) {
    const query = { state: "approved" as const, page, per_page: PER_PAGE };
    const params = { path: { id: shop.id }, query };
    const { data, total } = await unwrap(api.GET("/api/shops/{id}/changes", { params }));
    if (total > MOST_COUNTED) return null;
    for (const { kind, item_id } of data) items.add(`${kind} ${item_id}`);
    if (page * PER_PAGE >= total) return items.size;
  }
}

const RESULTS = ["written", "conflict", "failed"] as const;

/**
 * What became of the changes that are written while this page is open, compared with the counts from before. `begin` is
 * called before writing starts, since it may have ended before the page sees it.
 */
function useDone(shop: Shop) {
  const { t } = useTexts("shops");
  const queries = useQueryClient();
  const { working, changes } = shop;
  const doing = working?.do;
  /** The counts before the writing that is shown; null if nothing is written. */
  const before = useRef<Shop["changes"] | null>(null);
  const isSeen = useRef(false);
  /** The counts while nothing is written. */
  const idle = useRef(changes);
  const [done, setDone] = useState<string[] | null>(null);
  useEffect(() => {
    if (doing === "write") {
      before.current ??= idle.current;
      isSeen.current = true;
      setDone(null);
    }
    if (doing) return;
    idle.current = changes;
    const since = before.current;
    if (!since) return;
    const counts = RESULTS.map((state) => ({ state, count: changes[state] - since[state] })).filter(
      ({ count }) => count > 0,
    );
    if (counts.length === 0 && !isSeen.current) return;
    before.current = null;
    isSeen.current = false;
    setDone(counts.map(({ state, count }) => t(`shops.result.${state}`, { count })));
    queries.invalidateQueries(SHOPS);
  }, [doing, changes, queries, t]);
  const begin = () => {
    before.current = idle.current;
    setDone(null);
  };
  return { done, begin };
}
