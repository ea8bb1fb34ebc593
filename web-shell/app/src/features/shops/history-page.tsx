import { Card, Checkbox, Group, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { api, unwrap, withId } from "../../api/client";
import { useHeard } from "../../api/live";
import { useList } from "../../api/use-list";
import { ConfirmDialog, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Pager } from "../../ui/list";
import { EmptyState, Loading } from "../../ui/page";
import { Dim, Small, TextButton, Wrong } from "../../ui/texts";
import { useChosen } from "../../ui/use-chosen";
import type { Verdict } from "./approval";
import { ChangeLine } from "./change-line";
import { ComparedText } from "./compared-text";
import { Conflict } from "./conflict";
import { ShopFrame } from "./shop-frame";
import { focusProgress } from "./shop-progress";
import { type Change, formatOf, SHOPS, type Shop, startWork, useShop } from "./shops";

const STATES = ["written", "conflict", "failed", "undone", "undo-conflict", "rejected"] as const;
type State = (typeof STATES)[number];

const PER_PAGE = 50;
const POLL_MS = 5_000;

/** What became of the changes, newest first. */
export function HistoryPage() {
  const { t, number } = useTexts("shops");
  const shop = useShop();
  const { data, filter, pager } = useList(
    "/api/shops/{id}/changes",
    ({ get }) => ({ path: { id: shop.id }, query: { state: stateOf(get("state")) } }),
    { per: PER_PAGE, throwOnError: false, ...useHeard(POLL_MS) },
  );
  const state = stateOf(filter.get("state"));
  const isUndoable = state === "written";
  const chosen = useChosen(`${state} ${pager.page}`, data?.data.map(({ id }) => id) ?? []);
  const [isAsking, setAsking] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const label = (value: State) => {
    const count = countOf(shop, value);
    const part = t(`shops.state.${value}`);
    return count > 0 ? t("shops.part.counted", { part, count: number(count) }) : part;
  };
  return (
    <ShopFrame shop={shop} part="history">
      <div ref={top} tabIndex={-1} className="shop-filters">
        <Choice
          label={t("shops.history.state")}
          values={STATES}
          text={label}
          value={state}
          onChange={(value) => filter.set("state", value === STATES[0] ? "" : (value ?? ""))}
        />
      </div>
      {!data && <Loading h={320} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState
          icon="clock"
          title={t(`shops.history.none.${state}`)}
          text={t("shops.history.noneText")}
        />
      )}
      {data && data.data.length > 0 && (
        <Stack gap="md">
          <Card withBorder padding={0}>
            {isUndoable && (
              <Group className="shop-bar" gap="xs">
                <Checkbox
                  aria-label={t("shops.choose.page")}
                  checked={chosen.ids.length === data.data.length}
                  indeterminate={chosen.ids.length > 0 && chosen.ids.length < data.data.length}
                  onChange={chosen.toggleAll}
                />
                <Small role="status" flex={1} miw={110}>
                  {chosen.ids.length > 0
                    ? t("shops.choose.count", { count: chosen.ids.length, number: number(chosen.ids.length) })
                    : t("shops.history.choose")}
                </Small>
                <TextButton
                  label={t("shops.history.undo")}
                  size="xs"
                  icon="again"
                  disabled={chosen.ids.length === 0 || Boolean(shop.working)}
                  onClick={() => setAsking(true)}
                />
              </Group>
            )}
            <ul className="shop-list">
              {data.data.map((change) => (
                <Past
                  key={change.id}
                  shop={shop}
                  change={change}
                  state={state}
                  onLeft={() => top.current?.focus()}
                  box={
                    isUndoable && (
                      <Checkbox
                        aria-label={t("shops.choose.one", { title: change.title })}
                        checked={chosen.has(change.id)}
                        onChange={() => chosen.toggle(change.id)}
                      />
                    )
                  }
                />
              ))}
            </ul>
          </Card>
          <Pager {...pager} />
        </Stack>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("shops.history.undoTitle", { count: chosen.ids.length })}
          text={t("shops.history.undoText", { shop: shop.name })}
          go={t("shops.history.undo")}
          color="spruce"
          changed={SHOPS}
          act={async () => {
            await startWork(shop.id, "undo", chosen.ids);
            chosen.clear();
            focusProgress();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </ShopFrame>
  );
}

const countOf = ({ changes }: Shop, state: State) =>
  changes[state === "undo-conflict" ? "undo_conflict" : state];

const stateOf = (name: string): State => STATES.find((state) => state === name) ?? "written";

type PastProps = {
  shop: Shop;
  change: Change;
  state: State;
  box: React.ReactNode;
  /** The change leaves the list, and its button the page. */
  onLeft: () => void;
};

function Past({ shop, change, state, box, onLeft }: PastProps) {
  const { t, dateTime } = useTexts("shops");
  const { written_at, undone_at, decided_at, created_at, problem, stored } = change;
  const when = undone_at ?? written_at ?? decided_at ?? created_at;
  const isConflict = state === "conflict" || state === "undo-conflict";
  const texts = isConflict ? (
    <Conflict shop={shop} change={change} />
  ) : stored !== null && stored !== undefined ? (
    <Stored shop={shop} change={change} stored={stored} />
  ) : undefined;
  return (
    <ChangeLine
      shop={shop}
      change={change}
      before={box}
      facts={[dateTime(when), stored != null && t("shops.history.differs")]}
      titles={written_at ? [t("shops.compare.before"), t("shops.compare.written")] : undefined}
      texts={texts}
    >
      {problem && <Wrong>{problem.message}</Wrong>}
      {isConflict && <Dim>{t(`shops.history.why.${state}`)}</Dim>}
      <Again shop={shop} change={change} state={state} onLeft={onLeft} />
    </ChangeLine>
  );
}

/** What was sent, and what the shop has made of it. */
function Stored({ shop, change, stored }: { shop: Shop; change: Change; stored: string }) {
  const { t } = useTexts("shops");
  const format = formatOf(shop, change.kind, change.field);
  return (
    <Stack gap="sm">
      <ComparedText
        language={change.language}
        before={change.old}
        after={change.new}
        format={format}
        view="words"
        titles={[t("shops.compare.before"), t("shops.compare.sent")]}
      />
      <Dim>{t("shops.history.storedText")}</Dim>
      <ComparedText
        language={change.language}
        before={change.new}
        after={stored}
        format={format}
        view="words"
        titles={[t("shops.compare.sent"), t("shops.compare.stored")]}
      />
    </Stack>
  );
}

/** The steps of a change that was not written. */
function Again({ shop, change, state, onLeft }: Omit<PastProps, "box">) {
  const { t } = useTexts("shops");
  const action = useAction();
  const decide = async (decision: Verdict | "keep") => {
    const body = { decision, ids: [change.id] };
    await unwrap(api.POST("/api/shops/{id}/changes/decide", { ...withId(shop.id), body }));
    onLeft();
  };
  const name = change.title;
  if (state === "undo-conflict") {
    const label = t("shops.again.close");
    return (
      <Group gap="xs" mt="xs">
        <TextButton
          label={label}
          name={t("shops.approval.buttonOf", { label, name })}
          size="xs"
          icon="check"
          {...action.press(() => decide("keep"), t("shops.again.closed"), SHOPS)}
        />
        {action.dialog}
      </Group>
    );
  }
  if (state !== "conflict" && state !== "failed" && state !== "rejected") return null;
  return (
    <Group gap="xs" mt="xs">
      <TextButton
        label={t(`shops.again.${state}`)}
        name={t("shops.approval.buttonOf", { label: t(`shops.again.${state}`), name })}
        size="xs"
        icon="again"
        {...action.press(() => decide("reopen"), t("shops.again.done"), SHOPS)}
      />
      {state !== "rejected" && (
        <TextButton
          label={t("shops.approval.reject")}
          name={t("shops.approval.buttonOf", { label: t("shops.approval.reject"), name })}
          size="xs"
          icon="close"
          {...action.press(() => decide("reject"), t("shops.again.refused"), SHOPS)}
        />
      )}
      {action.dialog}
    </Group>
  );
}
