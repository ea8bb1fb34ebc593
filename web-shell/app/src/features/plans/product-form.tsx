import {
  Anchor,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { expectValid } from "../../admin/amount-field";
import { nameOf } from "../../admin/products";
import { api, unwrap } from "../../api/client";
import { FREE, type Product } from "../../api/plans";
import { usePageLanguage } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { ProductEffects } from "./product-effects";
import { Amount, Limit, PRICES, Price, useWrongPrices } from "./product-numbers";
import { EMPTY, editOf, type ProductEdit, useStalePlans } from "./products";
import { ToolChecklist } from "./tool-checklist";

/** A plan, new or known: everything that an administrator may say of it. */
export function ProductForm({ product, onDone }: { product: Product | null; onDone: () => void }) {
  const { t } = useTranslation("products");
  const language = usePageLanguage();
  const saved = product ? editOf(product) : EMPTY;
  const [edit, setEdit] = useState<ProductEdit>(saved);
  const [errors, save] = useSave(product, onDone);
  const forget = useUnsaved(JSON.stringify(edit) !== JSON.stringify(saved));
  const change = (next: Partial<ProductEdit>) => setEdit((before) => ({ ...before, ...next }));
  const parts = { edit, errors: errors.of, onChange: change };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(edit, forget);
      }}
    >
      <Stack gap="lg">
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={onDone}
          style={{ alignSelf: "flex-start" }}
        >
          <Group gap={4} component="span">
            <Icon name="back" size={15} />
            {t("products.form.back")}
          </Group>
        </Anchor>
        <Title order={1}>
          {product ? t("products.form.edit", { plan: nameOf(product, language) }) : t("products.form.new")}
        </Title>
        <Names {...parts} />
        <Prices {...parts} isFree={product?.id === FREE} />
        <Limits {...parts} />
        <Tools {...parts} />
        {product && <ProductEffects before={saved} after={edit} subscribers={product.subscribers} />}
        <Group>
          <Button type="submit" loading={errors.busy}>
            {t(product ? "products.form.save" : "products.form.create")}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t("products.form.cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useSave(product: Product | null, onDone: () => void) {
  const { t } = useTranslation("products");
  const stale = useStalePlans();
  const { errors, busy, submit } = useFormProblem();
  const wrongPrices = useWrongPrices();
  const save = (body: ProductEdit, forget: () => void) =>
    submit(async () => {
      expectValid(wrongPrices(body));
      const path = { id: product?.id ?? FREE };
      if (product) await unwrap(api.PUT("/api/admin/products/{id}", { params: { path }, body }));
      else await unwrap(api.POST("/api/admin/products", { body }));
      await stale();
      forget();
      notify.success(t("products.form.saved"));
      onDone();
    });
  return [{ of: errors, busy }, save] as const;
}

type Part = {
  edit: ProductEdit;
  errors: Record<string, string>;
  onChange: (next: Partial<ProductEdit>) => void;
};

function Names({ edit, errors, onChange }: Part) {
  const { t } = useTranslation("products");
  return (
    <Section title={t("products.form.names")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(["en", "pl"] as const).map((language) => (
          <Stack key={language} gap="sm">
            <TextInput
              name={`name_${language}`}
              label={t(`products.form.name_${language}`)}
              required
              value={edit[`name_${language}`]}
              error={errors[`name_${language}`]}
              onChange={(event) => onChange({ [`name_${language}`]: event.currentTarget.value })}
            />
            <Textarea
              name={`description_${language}`}
              label={t(`products.form.description_${language}`)}
              autosize
              minRows={2}
              value={edit[`description_${language}`]}
              error={errors[`description_${language}`]}
              onChange={(event) => onChange({ [`description_${language}`]: event.currentTarget.value })}
            />
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Prices({ edit, errors, onChange, isFree }: Part & { isFree: boolean }) {
  const { t } = useTranslation("products");
  return (
    <Section title={t("products.form.prices")}>
      {!isFree && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {PRICES.map((name) => (
            <Price
              key={name}
              name={name}
              value={edit[name]}
              error={errors[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Amount
          name="position"
          value={edit.position}
          error={errors.position}
          onChange={(position) => onChange({ position })}
        />
      </SimpleGrid>
      <Switch
        name="on_offer"
        label={t("products.form.onOffer")}
        description={t(isFree ? "products.form.freeOffer" : "products.form.onOfferHint")}
        disabled={isFree}
        checked={edit.on_offer}
        error={errors.on_offer}
        onChange={(event) => onChange({ on_offer: event.currentTarget.checked })}
      />
    </Section>
  );
}

const LIMITS = ["projects", "runs_per_day", "bulk_rows"] as const;

function Limits({ edit, errors, onChange }: Part) {
  const { t } = useTranslation("products");
  return (
    <Section title={t("products.form.limits")} lead={t("products.form.limitsHint")}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Amount
          name="ai_words"
          value={edit.ai_words}
          error={errors.ai_words}
          onChange={(ai_words) => onChange({ ai_words })}
        />
        {LIMITS.map((name) => (
          <Limit
            key={name}
            name={name}
            value={edit[name]}
            error={errors[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Tools({ edit, errors, onChange }: Part) {
  const { t } = useTranslation("products");
  return (
    <Section title={t("products.form.tools")}>
      <Radio.Group
        aria-label={t("products.form.tools")}
        value={edit.all_tools ? "all" : "some"}
        onChange={(value) => onChange({ all_tools: value === "all" })}
      >
        <Group>
          <Radio value="all" label={t("products.tools.all")} />
          <Radio value="some" label={t("products.tools.some")} />
        </Group>
      </Radio.Group>
      {!edit.all_tools && (
        <ToolChecklist chosen={edit.tools} error={errors.tools} onChange={(tools) => onChange({ tools })} />
      )}
    </Section>
  );
}
