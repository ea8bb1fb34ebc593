import { Box, Card, Group, Stack, Text } from "@mantine/core";
import type { TFunction } from "i18next";
import { useSearchParams } from "react-router";
import { allProductsQuery, nameOf } from "../../admin/products";
import { api, unwrap, useLoaded } from "../../api/client";
import { CURRENCY, money, type PlanRequest, type Product } from "../../api/plans";
import { useList } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { type Column, DataTable, figure } from "../../ui/data-table";
import { useSubmit } from "../../ui/form";
import { Pager, Rows } from "../../ui/list";
import { notify } from "../../ui/notify";
import { Loading, PageHead, PageTitle, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextButton, TextLink } from "../../ui/texts";
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
    <Stack gap="lg" maw={1320} mx="auto">
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
  const { t, language } = useTexts("products");
  const { data, pager } = useList("/api/admin/products", {});
  const columns = useColumns();
  if (!data) return <Loading h={280} radius="lg" />;
  return (
    <>
      <Card withBorder padding={0} component="section" aria-label={t("products.list.title")}>
        <DataTable
          label={t("products.list.title")}
          width={960}
          rows={data.data}
          keyOf={({ id }) => String(id)}
          columns={columns}
          actions={(product) => {
            const name = nameOf(product, language);
            return (
              <>
                <TextButton
                  label={t("products.list.edit")}
                  size="compact-sm"
                  onClick={() => onEdit(product.id)}
                  name={t("products.list.editName", { plan: name })}
                />
                {canGo(product) && <DeleteProduct product={product} name={name} />}
              </>
            );
          }}
        />
      </Card>
      <Pager {...pager} />
    </>
  );
}

function toolsOf({ all_tools, closed_tools, tools }: Product, t: TFunction<"products">): string {
  if (!all_tools) return t("products.list.tools", { count: tools.length });
  return closed_tools > 0 ? t("products.list.allBut", { count: closed_tools }) : t("products.tools.all");
}

function useColumns(): Column<Product>[] {
  const { t, language, href, number } = useTexts("products");
  const monthly = `monthly_${CURRENCY[language]}` as const;
  const annual = `annual_${CURRENCY[language]}` as const;
  const most = (limit: number | null) => (limit === null ? "∞" : number(limit));
  return [
    { title: t("products.table.plan"), isHead: true, cell: (product) => <Name product={product} /> },
    figure(t("products.table.subscribers"), ({ id, subscribers }) => (
      <TextLink to={`${href("adminUsers")}?plan=${id}`}>{number(subscribers)}</TextLink>
    )),
    figure(t("products.table.monthly"), (product) => money(language, product[monthly])),
    figure(t("products.table.annual"), (product) => money(language, product[annual])),
    figure(t("products.table.words"), ({ ai_words }) => number(ai_words)),
    figure(t("products.table.pages"), ({ pages }) => number(pages)),
    figure(t("products.table.projects"), ({ projects }) => most(projects)),
    figure(t("products.table.runs"), ({ runs_per_day }) => most(runs_per_day)),
    { title: t("products.table.tools"), cell: (product) => toolsOf(product, t) },
  ];
}

function Name({ product }: { product: Product }) {
  const { t, language } = useTexts("products");
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{nameOf(product, language)}</span>
      {!product.on_offer && <StateBadge mark="plain">{t("products.list.archived")}</StateBadge>}
    </Group>
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
      size="compact-sm"
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
