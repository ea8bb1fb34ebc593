import { Button, Group, Input, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nameOf, useAllProducts } from "../../admin/products";
import type { Tried } from "../../admin/try-link";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Language } from "../../paths";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";

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
  const [product, setProduct] = useState<string | null>(null);
  const [spoken, setSpoken] = useState<Language>(language);
  const { errors, message, busy, submit } = useFormProblem();
  if (!products) return <Loading h={280} radius="lg" />;
  const chosen = product ?? String(products.data[0]?.id ?? "");
  return (
    <Section title={t("trials.begin.title")} lead={t("trials.begin.lead")}>
      {isOver && <Notice>{t("trials.begin.over")}</Notice>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(async () => onBegun(await beginTrial(tried as Tried, Number(chosen), spoken)));
        }}
      >
        <Stack gap="md" maw={420}>
          <FormAlert>{message}</FormAlert>
          <Select
            data-field="product_id"
            label={t("trials.begin.plan")}
            data={products.data.map((one) => ({ value: String(one.id), label: nameOf(one, language) }))}
            value={chosen}
            allowDeselect={false}
            error={errors.product_id}
            onChange={setProduct}
          />
          <Input.Wrapper label={t("trials.begin.language")} labelElement="div">
            <div>
              <SegmentedControl
                aria-label={t("trials.begin.language")}
                value={spoken}
                onChange={(value) => setSpoken(value as Language)}
                data={[
                  { value: "pl", label: "Polski" },
                  { value: "en", label: "English" },
                ]}
              />
            </div>
          </Input.Wrapper>
          <Text size="sm" c="dimmed">
            {t("trials.begin.own")}
          </Text>
          <Group>
            <Button type="submit" loading={busy}>
              {t("trials.begin.go")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
