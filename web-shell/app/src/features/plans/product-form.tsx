import { Anchor, Group, List, Radio, SimpleGrid, Stack, Switch, TextInput, Title } from "@mantine/core";
import { useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { expectValid } from "../../admin/amount-field";
import { nameOf } from "../../admin/products";
import { useWholeCatalogue } from "../../api/catalogue";
import { api, unwrap } from "../../api/client";
import { FREE, type Product } from "../../api/plans";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { notify } from "../../ui/notify";
import { Notice, Section } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { type Change, changesOf } from "./product-changes";
import { Amount, Limit, PRICES, Price, useWrongPrices } from "./product-numbers";
import { EMPTY, editOf, type ProductEdit, useStalePlans } from "./products";
import { ToolChecklist } from "./tool-checklist";

type Props = { before: ProductEdit; after: ProductEdit; subscribers: number };

/** The form of a plan, new or existing. */
export function ProductForm({ product, onDone }: { product: Product | null; onDone: () => void }) {
  const { t, language } = useTexts("products");
  const saved = product ? editOf(product) : EMPTY;
  const form = useFields(saved);
  const edit = form.values;
  const save = useSave(product, onDone);
  const forget = useUnsaved(JSON.stringify(edit) !== JSON.stringify(saved));
  return (
    <Form {...form.submits(() => save(edit, forget))} gap="lg">
      <Anchor component="button" type="button" size="sm" onClick={onDone} style={{ alignSelf: "flex-start" }}>
        <Group gap={4} component="span">
          <Icon name="back" size={15} />
          {t("products.form.back")}
        </Group>
      </Anchor>
      <Title order={1}>
        {product ? t("products.form.edit", { plan: nameOf(product, language) }) : t("products.form.new")}
      </Title>
      <Names form={form} />
      <Prices form={form} isFree={product?.id === FREE} />
      <Limits form={form} />
      <Tools form={form} />
      {product && <ProductEffects before={saved} after={edit} subscribers={product.subscribers} />}
      <Group>
        <TextButton
          label={t(product ? "products.form.save" : "products.form.create")}
          isMain
          type="submit"
          loading={form.busy}
        />
        <TextButton label={t("products.form.cancel")} onClick={onDone} />
      </Group>
    </Form>
  );
}

function useSave(product: Product | null, onDone: () => void) {
  const { t } = useTexts("products");
  const stale = useStalePlans();
  const wrongPrices = useWrongPrices();
  return async (body: ProductEdit, forget: () => void) => {
    expectValid(wrongPrices(body));
    const path = { id: product?.id ?? FREE };
    if (product) await unwrap(api.PUT("/api/admin/products/{id}", { params: { path }, body }));
    else await unwrap(api.POST("/api/admin/products", { body }));
    await stale();
    forget();
    notify.success(t("products.form.saved"));
    onDone();
  };
}

type Part = { form: ReturnType<typeof useFields<ProductEdit>> };

function Names({ form }: Part) {
  const { t } = useTexts("products");
  return (
    <Section title={t("products.form.names")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(["en", "pl"] as const).map((language) => (
          <Stack key={language} gap="sm">
            <TextInput {...form.needs(`name_${language}`, t(`products.form.name_${language}`))} />
            <LongText
              {...form.field(`description_${language}`, t(`products.form.description_${language}`))}
            />
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Prices({ form, isFree }: Part & { isFree: boolean }) {
  const { t } = useTexts("products");
  return (
    <Section title={t("products.form.prices")}>
      {!isFree && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {PRICES.map((name) => (
            <Price key={name} {...form.field(name)} value={form.values[name]} />
          ))}
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Amount {...form.field("position")} value={form.values.position} />
      </SimpleGrid>
      <Switch
        description={t(isFree ? "products.form.freeOffer" : "products.form.onOfferHint")}
        disabled={isFree}
        {...form.field("on_offer", t("products.form.onOffer"), "checkbox")}
      />
      <Switch
        description={t("products.form.recommendedHint")}
        {...form.field("recommended", t("products.form.recommended"), "checkbox")}
      />
    </Section>
  );
}

const LIMITS = ["projects", "runs_per_day", "bulk_rows"] as const;

function Limits({ form }: Part) {
  const { t } = useTexts("products");
  return (
    <Section title={t("products.form.limits")} lead={t("products.form.limitsHint")}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Amount {...form.field("ai_words")} value={form.values.ai_words} />
        <Amount {...form.field("pages")} value={form.values.pages} />
        {LIMITS.map((name) => (
          <Limit key={name} {...form.field(name)} value={form.values[name]} />
        ))}
      </SimpleGrid>
      <Switch
        description={t("products.form.ownModelHint")}
        {...form.field("own_model", t("products.form.ownModel"), "checkbox")}
      />
    </Section>
  );
}

function Tools({ form }: Part) {
  const { t } = useTexts("products");
  return (
    <Section title={t("products.form.tools")}>
      <Radio.Group
        aria-label={t("products.form.tools")}
        value={form.values.all_tools ? "all" : "some"}
        onChange={(value) => form.set({ all_tools: value === "all" })}
      >
        <Group>
          <Radio value="all" label={t("products.tools.all")} />
          <Radio value="some" label={t("products.tools.some")} />
        </Group>
      </Radio.Group>
      {!form.values.all_tools && (
        <ToolChecklist
          chosen={form.values.tools}
          error={form.errors.tools}
          onChange={(tools) => form.set({ tools })}
        />
      )}
    </Section>
  );
}

/** Shows the effects of a change, and on how many accounts, before it is saved. */
function ProductEffects({ before, after, subscribers }: Props) {
  const { t } = useTexts("products");
  const { data } = useWholeCatalogue();
  const sentence = useSentence(subscribers);
  const changes = changesOf(before, accepted(before, after), data?.tools.map(({ id }) => id) ?? []);
  if (subscribers === 0) {
    return <Dim role="status">{t("products.effect.nobody")}</Dim>;
  }
  return (
    <Notice
      role="status"
      variant="light"
      color={changes.length > 0 ? "yellow" : "gray"}
      title={t("products.effect.title")}
    >
      {changes.length === 0 ? (
        <Small>{t("products.effect.none")}</Small>
      ) : (
        <List size="sm" spacing={4}>
          {changes.map((change) => (
            <List.Item key={change.kind}>{sentence(change)}</List.Item>
          ))}
        </List>
      )}
    </Notice>
  );
}

/** The edit without numbers that are not accepted yet: they change nothing. */
const accepted = (before: ProductEdit, after: ProductEdit): ProductEdit => ({
  ...after,
  ...Object.fromEntries(
    Object.entries(before).filter(([name]) => Number.isNaN(after[name as keyof ProductEdit])),
  ),
});

function useSentence(count: number) {
  const { t, number } = useTexts("products");
  const { data } = useWholeCatalogue();
  const nameOf = (id: string) => data?.tools.find((tool) => tool.id === id)?.name ?? id;
  const amount = (value: number | null) => (value === null ? t("products.effect.any") : number(value));
  return (change: Change): string => {
    if ("tools" in change)
      return t(`products.effect.${change.kind}`, { count, tools: change.tools.map(nameOf).join(", ") });
    if ("before" in change)
      return t(`products.effect.${change.kind}`, {
        count,
        before: amount(change.before),
        after: amount(change.after),
      });
    return t(`products.effect.${change.kind}`, { count });
  };
}
