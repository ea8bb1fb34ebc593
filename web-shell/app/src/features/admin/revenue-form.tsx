import { Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import type { Currency } from "../../ui/revenue-formats";
import { useDeed } from "./people";
import { useSeparators } from "./product-numbers";

type FormProps = {
  title: string;
  done: string;
  go: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: (errors: Record<string, string>) => ReactNode;
};

/** A small form above the page: its fields, what stands in its way, its two buttons. */
export function RevenueForm({ title, done, go, act: deed, onClose, children }: FormProps) {
  const { t } = useTranslation("revenue");
  const { errors, message, busy, dialog, act } = useDeed();
  const run = async () => {
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
  name: string;
  label: string;
  description?: string;
  currency: Currency;
  /** Cents or grosze; nothing where the field is empty. */
  value: number | null;
  min?: number;
  error: string | undefined;
  onChange: (value: number | null) => void;
};

/** Money: people write dollars and złoty, the server keeps cents and grosze. */
export function Money({ currency, value, error, onChange, description, min, ...rest }: MoneyProps) {
  return (
    <NumberInput
      {...useSeparators()}
      {...rest}
      {...(description ? { description } : {})}
      {...(min === undefined ? {} : { min })}
      required
      autoComplete="off"
      suffix={currency === "USD" ? " $" : " zł"}
      decimalScale={2}
      hideControls
      value={value === null ? "" : value / 100}
      error={error}
      onChange={(next) => onChange(next === "" ? null : Math.round(Number(next) * 100))}
    />
  );
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
