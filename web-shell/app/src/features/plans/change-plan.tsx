import { Group, Select, Text } from "@mantine/core";
import { nameOf, useAllProducts } from "../../admin/products";
import { api, unwrap, useApi } from "../../api/client";
import { type Choice, FREE, type OwnPlan } from "../../api/plans";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Loading, Section } from "../../ui/page";
import { Dim, Small } from "../../ui/texts";
import { useStalePlans } from "./products";

/** The plan of one account, its end, and a form to change it. Its texts are those of `products`. */
export function ChangePlan({ userId, mayChange }: { userId: string; mayChange: boolean }) {
  const { t } = useTexts("products");
  const { data: own } = useApi("/api/admin/users/{id}/plan", { path: { id: userId } });
  return (
    <Section title={t("products.assign.title")}>
      {!own && <Loading h={140} />}
      {own && !mayChange && <Standing own={own} />}
      {own && mayChange && <Content key={`${own.plan.id} ${own.period}`} userId={userId} own={own} />}
    </Section>
  );
}

function Content({ userId, own }: { userId: string; own: OwnPlan }) {
  const { t, language } = useTexts("products");
  const { data: products } = useAllProducts();
  const form = useFields({ product_id: String(own.plan.id), period: own.period });
  const give = useGive(userId);
  const product_id = Number(form.values.product_id);
  const isFree = product_id === FREE;
  const period = isFree ? "monthly" : form.values.period;
  const changed = product_id !== own.plan.id || form.values.period !== own.period;
  const plans = (products?.data ?? [])
    .filter(({ id, on_offer }) => on_offer || id === own.plan.id)
    .map((product) => ({ value: String(product.id), label: nameOf(product, language) }));
  const periods = [
    { value: "monthly", label: t("products.assign.byMonth") },
    { value: "annual", label: t("products.assign.byYear") },
  ];
  return (
    <Form
      {...form.submits(() => give({ product_id, period: form.values.period }))}
      go={t("products.assign.save")}
      gap="sm"
      disabled={!changed}
    >
      <Standing own={own} />
      <Group grow align="flex-start">
        <Select data={plans} allowDeselect={false} {...form.field("product_id", t("products.assign.plan"))} />
        <Select
          data={periods}
          allowDeselect={false}
          disabled={isFree}
          {...form.field("period", t("products.assign.period"))}
          value={period}
        />
      </Group>
      {changed && <Small>{t("products.assign.effect")}</Small>}
    </Form>
  );
}

function useGive(userId: string) {
  const { t } = useTexts("products");
  const stale = useStalePlans();
  return async (body: Choice) => {
    await unwrap(api.PUT("/api/admin/users/{id}/plan", { params: { path: { id: userId } }, body }));
    await stale();
    notify.success(t("products.assign.saved"));
  };
}

/** The current plan of the account, and its request. */
function Standing({ own }: { own: OwnPlan }) {
  const { t, date } = useTexts("products");
  const { renews_at: renews, words_renew_at: words, request } = own;
  return (
    <div>
      <Text fw={600}>{own.plan.name}</Text>
      <Dim>
        {renews ? t(`products.assign.${own.period}`, { when: date(renews) }) : t("products.assign.free")}
        {words && ` · ${t("products.assign.words", { when: date(words) })}`}
      </Dim>
      {request && <Small>{t("products.assign.asked", { plan: request.plan })}</Small>}
    </div>
  );
}
