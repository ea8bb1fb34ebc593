import { Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { AmountField, expectValid } from "../../admin/amount-field";
import type { useActionForm } from "../../confirm/action";
import { FormDialog } from "../../ui/form";
import type { Currency } from "../../ui/revenue-formats";

type Props = {
  form: Omit<ReturnType<typeof useActionForm>, "values" | "set" | "field">;
  title: string;
  done: string;
  go: string;
  /** Errors by field; nothing is sent while there are any. */
  wrong?: Record<string, string | undefined>;
  /** The amount as it was understood; it is entered for good. */
  summary?: string | undefined;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

export function RevenueForm({ form, done, wrong = {}, summary, act, ...dialog }: Props) {
  const run = async () => {
    expectValid(wrong);
    await act();
    dialog.onClose();
  };
  const aside = summary && (
    <Text size="sm" fw={600} mr="auto">
      {summary}
    </Text>
  );
  return <FormDialog {...dialog} of={form} onSubmit={() => form.act(run, done)} aside={aside} />;
}

type MoneyProps = Omit<ComponentProps<typeof AmountField>, "unit"> & { currency: Currency };

/** Money: users write dollars and złoty, the server keeps cents and grosze. */
export const Money = ({ currency, ...rest }: MoneyProps) => (
  <AmountField {...rest} unit={currency === "USD" ? "$" : "zł"} />
);
