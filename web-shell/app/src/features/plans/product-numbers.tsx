import { NumberField, type NumberFieldProps } from "@sitewright/sdk/number-field";
import { AmountField, useAmount } from "../../admin/amount-field";
import { useTexts } from "../../i18n/use-texts";
import type { ProductEdit } from "./products";

type Props<Value> = { name: string; value: Value; error?: string; onChange: (value: Value) => void };

export const PRICES = ["monthly_usd", "annual_usd", "monthly_pln", "annual_pln"] as const;

/** Money: users enter dollars and złoty, the server stores cents and grosze; NaN for an invalid amount. */
export function Price({ name, value, error, onChange }: Props<number>) {
  const { t } = useTexts("products");
  const price = useAmount("sum", value);
  const setText = (text: string) => {
    price.setText(text);
    onChange(price.read(text) ?? Number.NaN);
  };
  return (
    <AmountField
      of={{ ...price, setText }}
      name={name}
      label={t(`products.form.${name}`)}
      unit={name.endsWith("usd") ? "$" : "zł"}
      error={error ?? undefined}
    />
  );
}

/** The errors of prices: an invalid amount is NaN. */
export function useWrongPrices() {
  const { t } = useTexts("revenue");
  return (edit: ProductEdit) =>
    Object.fromEntries(
      PRICES.map((name) => [name, Number.isNaN(edit[name]) ? t("revenue.form.notSum") : undefined]),
    );
}

function Whole({ name, ...input }: NumberFieldProps & { name: string }) {
  const { t } = useTexts("products");
  return <NumberField name={name} label={t(`products.form.${name}`)} decimals={0} {...input} />;
}

export const Amount = ({ onChange, ...input }: Props<number>) => (
  <Whole {...input} required least={0} onChange={(next) => onChange(next ?? Number.NaN)} />
);

/** An empty field is no limit. */
export function Limit(input: Props<number | null>) {
  const { t } = useTexts("products");
  return <Whole {...input} placeholder={t("products.form.noLimit")} least={1} />;
}
