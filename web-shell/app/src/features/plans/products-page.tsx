import { Badge, Box, Card, Group, Stack, Text } from "@mantine/core";
import type { TFunction } from "i18next";
import { useSearchParams } from "react-router";
import { allProductsQuery, nameOf } from "../../admin/products";
import { api, unwrap, useLoaded } from "../../api/client";
import { CURRENCY, money, type PlanRequest, type Product } from "../../api/plans";
import { useList } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { useSubmit } from "../../ui/form";
import { Pager, Rows } from "../../ui/list";
import { notify } from "../../ui/notify";
import { Loading, PageHead, PageTitle, Section } from "../../ui/page";
import { Line, Small, Subtitle, TextButton } from "../../ui/texts";
import { ProductForm } from "./product-form";
import { canGo, useStalePlans } from "./products";
import "./products.css";

const NEW = "new";

/** The plans: who has them, their details, and requests. The address stores which one is edited. */
export default function ProductsPage() {
  const { t, language } = useTexts("products");
  const [params, setParams] = useSearchParams();
  const all = useLoaded(allProductsQuery);
  const plan = params.get("plan");
  const product = all.data.find(({ id }) => String(id) === plan) ?? null;
  if (product || plan === NEW) {
    return (
      <Box maw={980} mx="auto">
        <PageTitle>
          {product ? t("products.form.edit", { plan: nameOf(product, language) }) : t("products.form.new")}
        </PageTitle>
        <ProductForm key={plan} product={product} onDone={() => setParams({})} />
      </Box>
    );
  }
  return (
    <Stack gap="lg" maw={980} mx="auto">
      <PageHead title={t("products.page.title")} lead={t("products.page.lead")}>
        <TextButton
          label={t("products.page.new")}
          isMain
          icon="add"
          onClick={() => setParams({ plan: NEW })}
        />
      </PageHead>
      <PlanRequests />
      <Products onEdit={(id) => setParams({ plan: String(id) })} />
    </Stack>
  );
}

function Products({ onEdit }: { onEdit: (id: number) => void }) {
  const { t } = useTexts("products");
  const { data, pager } = useList("/api/admin/products", {});
  if (!data) return <Loading h={280} radius="lg" />;
  return (
    <>
      <Card withBorder padding={0} component="section" aria-label={t("products.list.title")}>
        <ul className="product-list">
          {data.data.map((product) => (
            <Item key={product.id} product={product} onEdit={() => onEdit(product.id)} />
          ))}
        </ul>
      </Card>
      <Pager {...pager} />
    </>
  );
}

function toolsOf({ all_tools, closed_tools, tools }: Product, t: TFunction<"products">): string {
  if (!all_tools) return t("products.list.tools", { count: tools.length });
  return closed_tools > 0 ? t("products.list.allBut", { count: closed_tools }) : t("products.tools.all");
}

function Item({ product, onEdit }: { product: Product; onEdit: () => void }) {
  const { t, language, number } = useTexts("products");
  const currency = CURRENCY[language];
  const name = nameOf(product, language);
  const facts = [
    t("products.list.price", { price: money(language, product[`monthly_${currency}`]) }),
    t("products.list.words", { count: product.ai_words, words: number(product.ai_words) }),
    toolsOf(product, t),
  ];
  return (
    <li className="product-item">
      <div>
        <Group gap="xs">
          <Subtitle>{name}</Subtitle>
          {!product.on_offer && (
            <Badge variant="light" color="gray" c="var(--mantine-color-text)">
              {t("products.list.archived")}
            </Badge>
          )}
        </Group>
        <Line of={facts} />
        <Small>
          {t("products.list.subscribers", {
            count: product.subscribers,
            accounts: number(product.subscribers),
          })}
        </Small>
      </div>
      <Group gap="xs">
        <TextButton
          label={t("products.list.edit")}
          onClick={onEdit}
          name={t("products.list.editName", { plan: name })}
        />
        {canGo(product) && <DeleteProduct product={product} name={name} />}
      </Group>
    </li>
  );
}

/** Asks before a plan without users is deleted. */
function DeleteProduct({ product, name }: { product: Product; name: string }) {
  const { t } = useTexts("products");
  const stale = useStalePlans();
  const remove = async () => {
    await unwrap(api.DELETE("/api/admin/products/{id}", { params: { path: { id: product.id } } }));
    await stale();
  };
  return (
    <ConfirmButton
      label={t("products.delete.open")}
      variant="subtle"
      color="red"
      name={t("products.delete.name", { plan: name })}
      title={t("products.delete.title", { plan: name })}
      text={t("products.delete.text")}
      go={t("products.delete.confirm")}
      cancel={t("products.delete.keep")}
      done={t("products.delete.done", { plan: name })}
      changed={null}
      act={remove}
    />
  );
}

/** Requests of users for plans; nothing if there are none. */
function PlanRequests() {
  const { t } = useTexts("products");
  const list = useList("/api/admin/plan-requests", {}, { name: "requests" });
  if (!list.data?.total) return null;
  return (
    <Section title={t("products.requests.title")} lead={t("products.requests.lead")}>
      <Rows list={list} none="" className="product-list">
        {(request) => <Row key={request.id} request={request} />}
      </Rows>
    </Section>
  );
}

function Row({ request }: { request: PlanRequest }) {
  const { t, ago } = useTexts("products");
  const stale = useStalePlans();
  const { busy, submit } = useSubmit();
  const { name, email, plan, has, period } = request;
  const decide = (how: "accept" | "decline") =>
    submit(async () => {
      const path = { id: request.id };
      try {
        await unwrap(api.POST(`/api/admin/plan-requests/{id}/${how}` as const, { params: { path } }));
        notify.success(t(`products.requests.${how}_done`, { name }));
      } finally {
        // Another administrator may have decided already.
        await stale();
      }
    });
  return (
    <Group component="li" justify="space-between" gap="sm" py={8}>
      <div className="product-request">
        <Text fw={600}>{t(`products.requests.${period}`, { name, plan })}</Text>
        <Line of={[email, t("products.requests.has", { plan: has }), ago(request.created_at)]} />
      </div>
      <Group gap="xs">
        <TextButton
          label={t("products.requests.accept")}
          isMain
          loading={busy}
          onClick={() => decide("accept")}
          name={t("products.requests.acceptName", { name, plan })}
        />
        <TextButton
          label={t("products.requests.decline")}
          disabled={busy}
          onClick={() => decide("decline")}
          name={t("products.requests.declineName", { name, plan })}
        />
      </Group>
    </Group>
  );
}
