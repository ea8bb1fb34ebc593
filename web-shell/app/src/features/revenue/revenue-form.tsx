import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AmountField, type AmountInput, expectValid } from "../../admin/amount-field";
import type { useActionForm } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import type { Currency } from "../../ui/revenue-formats";

type FormState = Omit<ReturnType<typeof useActionForm>, "values" | "set" | "field">;

type FormProps = {
  form: FormState;
  title: string;
  done: string;
  go: string;
  /** What is wrong with which field; nothing is sent while anything is. */
  wrong?: Record<string, string | undefined>;
  /** What is entered for good, as it was understood. */
  summary?: string | undefined;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** A small form above the page: its fields, what stands in its way, its two buttons. */
export function RevenueForm({
  form,
  title,
  done,
  go,
  wrong = {},
  summary,
  act: action,
  onClose,
  children,
}: FormProps) {
  const run = async () => {
    expectValid(wrong);
    await action();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        of={form}
        onSubmit={() => form.act(run, done)}
        go={go}
        onCancel={onClose}
        aside={
          summary && (
            <Text size="sm" fw={600} mr="auto">
              {summary}
            </Text>
          )
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}

type MoneyProps = {
  of: AmountInput;
  name: string;
  label: string;
  description?: string;
  currency: Currency;
  error: string | undefined;
};

/** Money: people write dollars and złoty, the server keeps cents and grosze. */
export function Money({ currency, ...rest }: MoneyProps) {
  return <AmountField {...rest} unit={currency === "USD" ? "$" : "zł"} />;
}
