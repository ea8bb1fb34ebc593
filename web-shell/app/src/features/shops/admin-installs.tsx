import { AdminTable } from "../../admin/admin";
import { type Answer, useApi } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Column, Two } from "../../ui/data-table";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { Fine } from "../../ui/texts";
import { AdminShopParts } from "./admin-shop-parts";

type Install = Answer<"/api/admin/shop-installs">["data"][number];

const MARKS = { installed: "good", failed: "bad", uninstalled: "plain" } as const satisfies Record<
  Install["state"],
  Mark
>;

/** The shops that have installed an application. */
export function AdminInstalls() {
  const { t, href } = useTexts("admin");
  const list = useList("/api/admin/shop-installs", {});
  return (
    <AdminTable
      title={t("admin.shops.title")}
      lead={t("admin.installs.lead")}
      before={<AdminShopParts current="installs" />}
      list={list}
      empty={{ icon: "basket", title: t("admin.installs.none"), text: t("admin.installs.noneText") }}
      width={1000}
      columns={useColumns()}
      keyOf={({ id }) => id}
      to={({ account_id }) => (account_id ? href("adminUser", { user: account_id }) : null)}
    />
  );
}

function useColumns(): Column<Install>[] {
  const { t, dateTime } = useTexts("admin");
  const systems = useApi("/api/shop-systems", {}, { throwOnError: false }).data?.data ?? [];
  const when = (moment: string | null | undefined) => (moment ? dateTime(moment) : "–");
  return [
    { title: t("admin.installs.shop"), isHead: true, cell: ({ host }) => host },
    {
      title: t("admin.shops.system"),
      cell: ({ system, version }) => (
        <Two of={[systems.find(({ id }) => id === system)?.name ?? system, version]} />
      ),
    },
    { title: t("admin.shops.status"), isLong: true, cell: (install) => <State install={install} /> },
    { title: t("admin.installs.payment"), cell: ({ paid, paid_at }) => <Paid paid={paid} at={paid_at} /> },
    {
      title: t("admin.installs.installedHead"),
      isWhole: true,
      cell: ({ installed_at }) => dateTime(installed_at),
    },
    { title: t("admin.installs.uninstalledHead"), cell: ({ uninstalled_at }) => when(uninstalled_at) },
  ];
}

function State({ install: { state, account_id, problem } }: { install: Install }) {
  const { t } = useTexts("admin");
  return (
    <>
      <StateBadge mark={MARKS[state]}>{t(`admin.installState.${state}`)}</StateBadge>
      <Fine>{t(account_id ? "admin.installs.owned" : "admin.installs.ownerless")}</Fine>
      {problem && <Fine c="var(--mantine-color-error)">{problem.message}</Fine>}
    </>
  );
}

function Paid({ paid, at }: { paid: Install["paid"]; at: Install["paid_at"] }) {
  const { t, dateTime } = useTexts("admin");
  if (!paid) return t("admin.installs.unpaid");
  return <Two of={[paid, at && dateTime(at)]} />;
}
