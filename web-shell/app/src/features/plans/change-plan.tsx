import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nameOf, useAllProducts } from "../../admin/products";
import { api, unwrap } from "../../api/client";
import { type Choice, FREE, type OwnPlan, type Period } from "../../api/plans";
import { useApi } from "../../api/query";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Loading } from "../../ui/loading";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { useStalePlans } from "./products";

/** The plan of one account: what it is, until when, and a form that gives another. Its texts are those of `products`. */
export function ChangePlan({ userId, mayChange }: { userId: string; mayChange: boolean }) {
  const { t } = useTranslation("products");
  const { data: own } = useApi("/api/admin/users/{id}/plan", { path: { id: userId } });
  return (
    <Section title={t("products.assign.title")}>
      {!own && <Loading h={140} />}
      {own && !mayChange && <Standing own={own} />}
      {own && mayChange && <Form key={`${own.plan.id} ${own.period}`} userId={userId} own={own} />}
    </Section>
  );
}

function Form({ userId, own }: { userId: string; own: OwnPlan }) {
  const { t } = useTranslation("products");
  const [choice, setChoice] = useState<Choice>({ product_id: own.plan.id, period: own.period });
  const { errors, busy, submit } = useFormProblem();
  const give = useGive(userId);
  const changed = choice.product_id !== own.plan.id || choice.period !== own.period;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(() => give(choice));
      }}
    >
      <Stack gap="sm">
        <Standing own={own} />
        <Fields own={own} choice={choice} error={errors.product_id} onChoose={setChoice} />
        {changed && <Text size="sm">{t("products.assign.effect")}</Text>}
        <Group>
          <Button type="submit" loading={busy} disabled={!changed}>
            {t("products.assign.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useGive(userId: string) {
  const { t } = useTranslation("products");
  const stale = useStalePlans();
  return async (body: Choice) => {
    await unwrap(api.PUT("/api/admin/users/{id}/plan", { params: { path: { id: userId } }, body }));
    await stale();
    notify.success(t("products.assign.saved"));
  };
}

/** What the account has now, and what it asked for. */
function Standing({ own }: { own: OwnPlan }) {
  const { t } = useTranslation("products");
  const { date } = formatsFor(usePageLanguage());
  const { renews_at: renews, words_renew_at: words, request } = own;
  return (
    <div>
      <Text fw={600}>{own.plan.name}</Text>
      <Text size="sm" c="dimmed">
        {renews ? t(`products.assign.${own.period}`, { when: date(renews) }) : t("products.assign.free")}
        {words && ` · ${t("products.assign.words", { when: date(words) })}`}
      </Text>
      {request && <Text size="sm">{t("products.assign.asked", { plan: request.plan })}</Text>}
    </div>
  );
}

type FieldProps = { own: OwnPlan; choice: Choice; error?: string; onChoose: (choice: Choice) => void };

function Fields({ own, choice, error, onChoose }: FieldProps) {
  const { t } = useTranslation("products");
  const language = usePageLanguage();
  const { data: products } = useAllProducts();
  const plans = (products?.data ?? [])
    .filter(({ id, on_offer }) => on_offer || id === own.plan.id)
    .map((product) => ({ value: String(product.id), label: nameOf(product, language) }));
  const periods = [
    { value: "monthly", label: t("products.assign.byMonth") },
    { value: "annual", label: t("products.assign.byYear") },
  ];
  return (
    <Group grow align="flex-start">
      <Select
        name="product_id"
        label={t("products.assign.plan")}
        data={plans}
        allowDeselect={false}
        value={String(choice.product_id)}
        error={error}
        onChange={(value) => onChoose({ ...choice, product_id: Number(value ?? FREE) })}
      />
      <Select
        name="period"
        label={t("products.assign.period")}
        data={periods}
        allowDeselect={false}
        disabled={choice.product_id === FREE}
        value={choice.product_id === FREE ? "monthly" : choice.period}
        onChange={(value) => onChoose({ ...choice, period: (value ?? "monthly") as Period })}
      />
    </Group>
  );
}
