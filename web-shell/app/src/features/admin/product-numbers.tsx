import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageLanguage } from "../../i18n/use-page-language";

type Props<Value> = { name: string; value: Value; error?: string; onChange: (value: Value) => void };

/** How the reader's language writes numbers; the space does not break. */
export function useSeparators() {
  const isPolish = usePageLanguage() === "pl";
  return { thousandSeparator: isPolish ? "\u00a0" : ",", decimalSeparator: isPolish ? "," : "." };
}

/** Money: people write dollars and złoty, the server keeps cents and grosze. */
export function Price({ name, value, error, onChange }: Props<number>) {
  const { t } = useTranslation("products");
  return (
    <NumberInput
      {...useSeparators()}
      name={name}
      label={t(`products.form.${name}`)}
      suffix={name.endsWith("usd") ? " $" : " zł"}
      min={0}
      decimalScale={2}
      hideControls
      value={value / 100}
      error={error}
      onChange={(next) => onChange(Math.round(Number(next) * 100))}
    />
  );
}

export function Amount({ name, value, error, onChange }: Props<number>) {
  const { t } = useTranslation("products");
  return (
    <NumberInput
      {...useSeparators()}
      name={name}
      label={t(`products.form.${name}`)}
      min={0}
      allowDecimal={false}
      hideControls
      value={value}
      error={error}
      onChange={(next) => onChange(Number(next))}
    />
  );
}

/** An empty field is no limit. */
export function Limit({ name, value, error, onChange }: Props<number | null>) {
  const { t } = useTranslation("products");
  return (
    <NumberInput
      {...useSeparators()}
      name={name}
      label={t(`products.form.${name}`)}
      placeholder={t("products.form.noLimit")}
      min={1}
      allowDecimal={false}
      hideControls
      value={value ?? ""}
      error={error}
      onChange={(next) => onChange(next === "" ? null : Number(next))}
    />
  );
}
