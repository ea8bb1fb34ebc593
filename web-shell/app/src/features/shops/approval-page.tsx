import { Box, Select } from "@mantine/core";
import { Helped } from "@sitewright/sdk/help";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { api, unwrap, useApi, withId } from "../../api/client";
import { useListFilter } from "../../api/use-list";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DialogButton } from "../../ui/dialog";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { ChangeList } from "./change-list";
import { ShopFrame } from "./shop-frame";
import { SHOPS, type Shop, useNames, useOrders, useShop } from "./shops";
import { type ApprovalFilter, type ListedState, useApproval } from "./use-approval";

const STATES: ListedState[] = ["proposed", "approved", "rejected"];

type Props = { jobs: (shop: Shop) => ReactNode };

/** The proposals of a shop: each is accepted, rejected or edited, by keyboard alone. */
export function ApprovalPage({ jobs }: Props) {
  const shop = useShop();
  const filter = useFilter();
  return (
    <ShopFrame shop={shop} part="approval">
      <div className="shop-live shop-jobs">{jobs(shop)}</div>
      <Filters shop={shop} filter={filter} />
      <Proposals shop={shop} wanted={filter.wanted} />
    </ShopFrame>
  );
}

/** A part of its own: a key draws the list again, and nothing else. */
function Proposals({ shop, wanted }: { shop: Shop; wanted: ApprovalFilter }) {
  const approval = useApproval(shop.id, wanted);
  const { more } = approval;
  const { proposed } = shop.changes;
  const before = useRef(proposed);
  useEffect(() => {
    if (proposed > before.current) more();
    before.current = proposed;
  }, [proposed, more]);
  const mayAll = wanted.state === "proposed" && !wanted.field && wanted.passes !== false;
  return (
    <ChangeList shop={shop} approval={approval} state={wanted.state}>
      {(onRestart) =>
        mayAll && (
          <ApproveAll
            shop={shop}
            order={wanted.order}
            flush={approval.flush}
            restart={approval.restart}
            onRestart={onRestart}
          />
        )
      }
    </ChangeList>
  );
}

/** The filter in the address. */
function useFilter() {
  const list = useListFilter("page", true);
  const { get } = list;
  const [order, field, passes] = [get("order"), get("field"), get("passes")];
  const wanted: ApprovalFilter = {
    state: STATES.find((state) => state === get("state")) ?? "proposed",
    ...(order && { order }),
    ...(field && { field }),
    ...(passes && { passes: passes === "yes" }),
  };
  return { ...list, wanted };
}

/** Filters share a line. */
const WIDTH = "1 1 10rem";

function Filters({ shop, filter }: { shop: Shop; filter: ReturnType<typeof useFilter> }) {
  const { t, date } = useTexts("shops");
  const { fieldName, languageName } = useNames(shop);
  const orders = useOrders(shop.id).data?.data ?? [];
  const order = filter.get("order");
  return (
    <FilterBar
      filter={filter}
      names={["order", "field", "passes"]}
      search={
        <Choice
          flex={WIDTH}
          label={t("shops.approval.state")}
          values={STATES}
          text={(state) => t(`shops.state.${state}`)}
          value={filter.wanted.state}
          onChange={(state) => filter.set("state", state === "proposed" ? "" : (state ?? ""))}
        />
      }
    >
      <FilterSelect
        filter={filter}
        name="order"
        flex={WIDTH}
        label={t("shops.approval.order")}
        any={t("shops.approval.anyOrder")}
        data={orders
          .filter(({ id, proposals }) => proposals > 0 || id === order)
          .map(({ id, tool_name, language, created_at }) => ({
            value: id,
            label: [tool_name, languageName(language), date(created_at)].join(" · "),
          }))}
      />
      <FilterSelect
        filter={filter}
        name="field"
        flex={WIDTH}
        label={t("shops.approval.field")}
        any={t("shops.approval.anyField")}
        data={fieldsOf(shop).map(({ kind, id }) => ({ value: id, label: fieldName(kind, id) }))}
      />
      <Box flex={WIDTH}>
        <Helped topic="rules" name={t("shops.approval.passes")}>
          <Select
            label={t("shops.approval.passes")}
            placeholder={t("shops.approval.anyPasses")}
            data={["yes", "no"].map((value) => ({ value, label: t(`shops.passes.${value}`) }))}
            clearable
            clearButtonProps={{ "aria-label": t("shops.approval.anyPasses") }}
            value={filter.get("passes") || null}
            onChange={(value) => filter.set("passes", value ?? "")}
          />
        </Helped>
      </Box>
    </FilterBar>
  );
}

/** The fields of the shop, each once, with a kind that names it; products name a field that several kinds have. */
function fieldsOf({ kinds }: Shop): { kind: string; id: string }[] {
  const all = kinds.flatMap(({ id: kind, fields, images }) =>
    [...fields.map(({ id }) => id), ...(images ? ["alt"] : [])].map((id) => ({ kind, id })),
  );
  const isFirst = ({ id }: { id: string }, place: number) => all.findIndex((one) => one.id === id) === place;
  return all
    .filter(isFirst)
    .map((one) => all.find(({ kind, id }) => kind === "product" && id === one.id) ?? one);
}

type AllProps = Pick<ReturnType<typeof useApproval>, "flush" | "restart"> & {
  shop: Shop;
  order: string | undefined;
  onRestart: () => void;
};

/** Accepts all proposals that the rules have no serious objection to. */
const ApproveAll = memo(function ApproveAll({ shop, order, flush, restart, onRestart }: AllProps) {
  const { t, number } = useTexts("shops");
  const { data } = useApi(
    "/api/shops/{id}/changes",
    {
      path: { id: shop.id },
      query: { state: "proposed", passes: true, page: 1, per_page: 1, ...(order && { order }) },
    },
    { throwOnError: false, enabled: Boolean(order) },
  );
  const count = order ? (data?.total ?? 0) : shop.changes.passing;
  const accept = async () => {
    await flush();
    const body = { decision: "approve" as const, passing: true, ...(order && { order }) };
    await unwrap(api.POST("/api/shops/{id}/changes/decide", { ...withId(shop.id), body }));
    restart();
    // Its button may have nothing to approve any more, and a disabled button has no focus.
    onRestart();
  };
  return (
    <DialogButton
      label={t("shops.approval.all", { count, number: number(count) })}
      size="xs"
      disabled={count === 0}
    >
      {(close) => (
        <ConfirmDialog
          title={t("shops.approval.allTitle", { count, number: number(count) })}
          text={t("shops.approval.allText")}
          go={t("shops.approval.allGo")}
          color="spruce"
          done={t("shops.approval.allDone", { count, number: number(count) })}
          changed={SHOPS}
          act={accept}
          onClose={close}
        />
      )}
    </DialogButton>
  );
});
