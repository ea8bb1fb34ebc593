import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { ProposalInspector } from "./lazy-inspector";
import type { Change, Shop } from "./shops";

/** A row that is only passed is not inspected: a key that is held changes the row thirty times a second. */
const PASSING_MS = 150;

/** The same width as in the styles. */
const WIDE = "(min-width: 75em)";

type Props = {
  shop: Shop;
  /** The current row. */
  row: Change | undefined;
  children: ReactNode;
};

/** The list, and beside it in a wide window what stands behind the current row. */
export function Desk({ shop, row, children }: Props) {
  const { t } = useTexts("shops");
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [shown] = useDebouncedValue(row, PASSING_MS, { leading: true });
  return (
    <div className="shop-desk">
      <div className="shop-desk-list">{children}</div>
      {isWide && (
        <aside className="shop-desk-aside" aria-label={t("shops.bench.title")}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable so that the arrow keys scroll it. */}
          <div className="shop-inspector" tabIndex={0}>
            {shown && <ProposalInspector key={shown.id} shop={shop} change={shown} />}
          </div>
        </aside>
      )}
    </div>
  );
}
