import type { ComponentProps } from "react";
import { AmountField, expectValid } from "../../admin/amount-field";
import { ActionDialog } from "../../confirm/action";
import type { Currency } from "../../ui/revenue-formats";
import { Strong } from "../../ui/texts";

type Props = ComponentProps<typeof ActionDialog> & {
  /** Errors by field; nothing is sent while there are any. */
  wrong?: Record<string, string | undefined>;
  /** The parsed amount, shown because entries are final. */
  summary?: string | undefined;
};

export function RevenueForm({ wrong = {}, summary, act, ...dialog }: Props) {
  const run = async () => {
    expectValid(wrong);
    await act();
  };
  const aside = summary && <Strong mr="auto">{summary}</Strong>;
  return <ActionDialog {...dialog} act={run} aside={aside} />;
}

type MoneyProps = Omit<ComponentProps<typeof AmountField>, "unit"> & { currency: Currency };

/** Money: users enter dollars and złoty, the server stores cents and grosze. */
export const Money = ({ currency, ...rest }: MoneyProps) => (
  <AmountField {...rest} unit={currency === "USD" ? "$" : "zł"} />
);
