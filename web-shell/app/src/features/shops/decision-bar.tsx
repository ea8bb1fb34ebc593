import { Kbd } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import { type KeyboardEvent, memo } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Fine, TextButton } from "../../ui/texts";
import type { Verdict } from "./approval";
import { type Change, type Shop, useNames } from "./shops";

type Props = {
  shop: Shop;
  /** The current row. */
  change: Change;
  /** Its place in the list, and the number of all rows. */
  place: string;
  mayUndo: boolean;
  onDecide: (id: string, verdict: Verdict) => void;
  onEdit: (id: string) => void;
  onUndo: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** The decisions about the current row, which stay at the bottom of the window. */
export const DecisionBar = memo(function DecisionBar(props: Props) {
  const { shop, change, place, mayUndo, onDecide, onEdit, onUndo, onKeyDown } = props;
  const { t } = useTexts("shops");
  const { fieldName } = useNames(shop);
  const { id, state, title, kind, field } = change;
  const name = `${title}, ${fieldName(kind, field)}`;
  const button = (label: string, key: string, icon: IconName, onClick: () => void, isMain = false) => (
    <TextButton
      label={label}
      name={t("shops.approval.buttonOf", { label, name })}
      icon={icon}
      isMain={isMain}
      className="shop-decision"
      data-main={isMain || undefined}
      aria-keyshortcuts={key}
      rightSection={
        <Kbd size="xs" className="shop-key" aria-hidden="true">
          {key}
        </Kbd>
      }
      onClick={onClick}
    />
  );
  return (
    <div
      className="shop-decisions"
      role="toolbar"
      aria-label={t("shops.bench.decisions")}
      onKeyDown={onKeyDown}
    >
      {state !== "approved" &&
        button(t("shops.approval.accept"), "A", "check", () => onDecide(id, "approve"), state === "proposed")}
      {state !== "rejected" && button(t("shops.approval.reject"), "R", "close", () => onDecide(id, "reject"))}
      {state !== "rejected" && button(t("shops.approval.edit"), "E", "edit", () => onEdit(id))}
      {state !== "proposed" && button(t("shops.approval.reopen"), "U", "again", () => onDecide(id, "reopen"))}
      <div className="shop-decisions-about">
        <span className="shop-decisions-name">{title}</span>
        <Fine>{place}</Fine>
      </div>
      <TextButton
        label={t("shops.approval.undo")}
        name={t("shops.approval.undo")}
        icon="back"
        variant="subtle"
        color="gray"
        className="shop-decision shop-undo"
        aria-keyshortcuts="Z"
        disabled={!mayUndo}
        onClick={onUndo}
      />
    </div>
  );
});
