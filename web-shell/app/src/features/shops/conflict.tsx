import { useTexts } from "../../i18n/use-texts";
import { Read, Side } from "./compared-text";
import { type Change, fieldOf, formatOf, type Shop } from "./shops";

/** A conflict in three columns: what was expected, what the shop has, and what would be written. */
export function Conflict({ shop, change }: { shop: Shop; change: Change }) {
  const { t } = useTexts("shops");
  const { kind, field, old, found, stored, new: text, state } = change;
  const format = formatOf(shop, kind, field);
  const isUndo = state === "undo-conflict";
  const columns = [
    {
      title: t(isUndo ? "shops.conflict.written" : "shops.conflict.expected"),
      value: isUndo ? (stored ?? text) : old,
    },
    { title: t("shops.conflict.found"), value: found ?? "" },
    { title: t(isUndo ? "shops.conflict.before" : "shops.compare.new"), value: isUndo ? old : text },
  ];
  return (
    <div className="shop-sides" data-columns="3">
      {columns.map(({ title, value }, place) => (
        <Side
          key={title}
          language={change.language}
          title={title}
          text={value}
          format={format}
          most={place === 2 ? fieldOf(shop, kind, field)?.most : null}
        >
          <Read text={value} format={format} />
        </Side>
      ))}
    </div>
  );
}
