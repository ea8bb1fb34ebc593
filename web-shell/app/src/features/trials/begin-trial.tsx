import { Box, Input, SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { nameOf, useAllProducts } from "../../admin/products";
import type { Tried } from "../../admin/try-link";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Form } from "../../ui/form";
import { Loading } from "../../ui/loading";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Dim } from "../../ui/texts";
import { useFields } from "../../ui/use-fields";

import { beginTrial, type Trial } from "./trials";

type Props = {
  tried: Tried & { review?: string };
  /** Whether the one before is over. */
  isOver: boolean;
  onBegun: (trial: Trial) => void;
};

/** As whom a version is opened: a customer's plan, and the language of their screen. */
export function BeginTrial({ tried: { review: _, ...tried }, isOver, onBegun }: Props) {
  const { t } = useTranslation("trials");
  const language = usePageLanguage();
  const { data: products } = useAllProducts();
  const form = useFields({ product_id: null as string | null, spoken: language });
  const { product_id, spoken } = form.values;
  if (!products) return <Loading h={280} radius="lg" />;
  const chosen = product_id ?? String(products.data[0]?.id ?? "");
  return (
    <Section title={t("trials.begin.title")} lead={t("trials.begin.lead")}>
      {isOver && <Notice>{t("trials.begin.over")}</Notice>}
      <Box maw={420}>
        <Form
          of={form}
          onSubmit={() =>
            form.submit(async () => onBegun(await beginTrial(tried as Tried, Number(chosen), spoken)))
          }
          go={t("trials.begin.go")}
        >
          <Select
            label={t("trials.begin.plan")}
            data={products.data.map((one) => ({ value: String(one.id), label: nameOf(one, language) }))}
            allowDeselect={false}
            {...form.field("product_id")}
            value={chosen}
          />
          <Input.Wrapper label={t("trials.begin.language")} labelElement="div">
            <div>
              <SegmentedControl
                aria-label={t("trials.begin.language")}
                {...form.field("spoken")}
                data={[
                  { value: "pl", label: "Polski" },
                  { value: "en", label: "English" },
                ]}
              />
            </div>
          </Input.Wrapper>
          <Dim>{t("trials.begin.own")}</Dim>
        </Form>
      </Box>
    </Section>
  );
}
