import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AmountField, type AmountInput, expectValid } from "../../admin/amount-field";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import type { Currency } from "../../ui/revenue-formats";

type FormProps = {
  title: string;
  done: string;
  go: string;
  /** What is wrong with which field; nothing is sent while anything is. */
  wrong?: Record<string, string | undefined>;
  /** What is entered for good, as it was understood. */
  summary?: string | undefined;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: (errors: Record<string, string>) => ReactNode;
};

/** A small form above the page: its fields, what stands in its way, its two buttons. */
export function RevenueForm({
  title,
  done,
  go,
  wrong = {},
  summary,
  act: deed,
  onClose,
  children,
}: FormProps) {
  const { t } = useTranslation("revenue");
  const { errors, message, busy, dialog, act } = useAction();
  const run = async () => {
    expectValid(wrong);
    await deed();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(run, done);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          {children(errors)}
          <Group justify="flex-end">
            {summary && (
              <Text size="sm" fw={600} mr="auto">
                {summary}
              </Text>
            )}
            <Button variant="default" onClick={onClose}>
              {t("revenue.form.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {go}
            </Button>
          </Group>
        </Stack>
        {dialog}
      </form>
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

type LineProps = {
  name: string;
  label: string;
  type?: "text" | "date";
  maxLength?: number;
  description?: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function Line({ error, onChange, ...rest }: LineProps) {
  return (
    <TextInput
      {...rest}
      required
      autoComplete="off"
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
