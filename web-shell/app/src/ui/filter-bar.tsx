import { type ReactNode, useId, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { TextButton } from "./texts";
import "./filter-bar.css";

type Props = {
  filter: { get: (name: string) => string };
  /** The filters in the address whose inputs are folded on a phone. */
  names: readonly string[];
  /** The input of the search, which is never folded. */
  search?: ReactNode;
  children: ReactNode;
};

/** The filters of a list. On a phone they are behind one button with the number of those that are set. */
export function FilterBar({ filter, names, search, children }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const set = names.filter((name) => filter.get(name) !== "").length;
  return (
    <div className="sw-filters">
      {search}
      <TextButton
        label={set > 0 ? t("shell.filters.set", { number: set }) : t("shell.filters.title")}
        icon="filter"
        className="sw-filters-button"
        data-set={set > 0 || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className="sw-filters-fold" data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
