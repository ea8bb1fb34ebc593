import { Select } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import type { Answer } from "../api/client";
import { useTexts } from "../i18n/use-texts";
import { RadioChoice } from "../ui/radio-choice";
import { Dim } from "../ui/texts";
import { nameOf, useAllProducts } from "./products";

export type Stage = Answer<"/api/admin/plugins/{id}">["releases"][number]["stage"];

const STAGES: Stage[] = ["me", "plan", "percent", "all"];

/** The audience of a version, as the API takes it. */
export type Audience = { stage: Stage; product_id?: number; percent?: number };

/** The audience of a version, as the form has it. */
export type Choice = { stage: Stage; product: string | null; percent: number | null };

/** The initial values of a form: the administrator, and 10% for a percentage. */
export const FIRST: Choice = { stage: "me", product: null, percent: 10 };

/** The choice as the API takes it. The server asks for values that are left empty. */
export function audienceOf({ stage, product, percent }: Choice): Audience {
  if (stage === "plan") return { stage, ...(product === null ? {} : { product_id: Number(product) }) };
  if (stage === "percent") return { stage, ...(percent === null ? {} : { percent }) };
  return { stage };
}

type Props = { choice: Choice; errors: Record<string, string>; onChange: (choice: Choice) => void };

/** The administrator, a plan, a percentage of all accounts, or all accounts. */
export function AudienceFields({ choice, errors, onChange }: Props) {
  const { t, language } = useTexts("plugins");
  const { data: products } = useAllProducts();
  return (
    <>
      <RadioChoice
        label={t("plugins.release.whom")}
        values={STAGES}
        text={(value) => t(`plugins.release.stages.${value}`)}
        value={choice.stage}
        onChange={(stage) => onChange({ ...choice, stage })}
      />
      {choice.stage === "plan" && (
        <Select
          data-field="product_id"
          label={t("plugins.release.plan")}
          placeholder={t("plugins.release.choosePlan")}
          data={(products?.data ?? []).map((one) => ({
            value: String(one.id),
            label: nameOf(one, language),
          }))}
          value={choice.product}
          error={errors.product_id}
          onChange={(product) => onChange({ ...choice, product })}
        />
      )}
      {choice.stage === "percent" && (
        <NumberField
          name="percent"
          label={t("plugins.release.percent")}
          rightSection={<Dim aria-hidden>%</Dim>}
          rightSectionPointerEvents="none"
          required
          least={1}
          most={99}
          decimals={0}
          value={choice.percent}
          error={errors.percent}
          onChange={(percent) => onChange({ ...choice, percent })}
        />
      )}
    </>
  );
}
