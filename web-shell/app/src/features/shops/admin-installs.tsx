import { AdminItem, AdminList } from "../../admin/admin";
import { type Answer, useApi } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { Line, Wrong } from "../../ui/texts";
import { AdminShopParts } from "./admin-shop-parts";

type Install = Answer<"/api/admin/shop-installs">["data"][number];

const MARKS = { installed: "good", failed: "bad", uninstalled: "plain" } as const satisfies Record<
  Install["state"],
  Mark
>;

/** The shops that have installed an application. */
export function AdminInstalls() {
  const { t } = useTexts("admin");
  const list = useList("/api/admin/shop-installs", {});
  const systems = useApi("/api/shop-systems", {}, { throwOnError: false }).data?.data ?? [];
  return (
    <AdminList
      title={t("admin.shops.title")}
      lead={t("admin.installs.lead")}
      before={<AdminShopParts current="installs" />}
      list={list}
      empty={{ icon: "shop", title: t("admin.installs.none"), text: t("admin.installs.noneText") }}
    >
      {(install) => (
        <Row
          key={install.id}
          install={install}
          system={systems.find(({ id }) => id === install.system)?.name ?? install.system}
        />
      )}
    </AdminList>
  );
}

function Row({ install, system }: { install: Install; system: string }) {
  const { t, href, dateTime } = useTexts("admin");
  const { host, version, state, problem, paid, paid_at, account_id, installed_at, uninstalled_at } = install;
  const payment = paid && [paid, paid_at && dateTime(paid_at)].filter(Boolean).join(", ");
  return (
    <AdminItem
      name={host}
      {...(account_id && { to: href("adminUser", { user: account_id }) })}
      marks={<StateBadge mark={MARKS[state]}>{t(`admin.installState.${state}`)}</StateBadge>}
    >
      <Line
        of={[
          system,
          version && t("admin.installs.version", { version }),
          t("admin.installs.installed", { when: dateTime(installed_at) }),
          uninstalled_at && t("admin.installs.uninstalled", { when: dateTime(uninstalled_at) }),
        ]}
      />
      <Line
        of={[
          t(account_id ? "admin.installs.owned" : "admin.installs.ownerless"),
          payment ? t("admin.installs.paid", { what: payment }) : t("admin.installs.unpaid"),
        ]}
      />
      {problem && <Wrong>{problem.message}</Wrong>}
    </AdminItem>
  );
}
