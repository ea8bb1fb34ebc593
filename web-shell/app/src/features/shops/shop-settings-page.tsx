import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap, withId } from "../../api/client";
import { ConfirmButton, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { Notice, Section } from "../../ui/page";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { ChangesTable } from "./changes-table";
import { ShopFrame } from "./shop-frame";
import { ShopNightly } from "./shop-nightly";
import { readAgain, SHOPS, type Shop, shopQuery, useNames, useShop } from "./shops";

/** Facts about the connection, its next reading, and its end. */
export function ShopSettingsPage() {
  const { t, href, dateTime } = useTexts("shops");
  const shop = useShop();
  const { languageName } = useNames(shop);
  const action = useAction();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const facts = [
    ["name", shop.name],
    ["system", shop.system_name],
    ["host", shop.host],
    ["languages", shop.languages.map(languageName).join(", ")],
    ["connected", dateTime(shop.created_at)],
    ["read", shop.read_at ? dateTime(shop.read_at) : t("shops.settings.never")],
  ] as const;
  const disconnect = async () => {
    await unwrap(api.DELETE("/api/shops/{id}", withId(shop.id)));
    await navigate(href("shops"));
    queries.removeQueries(shopQuery(shop.id));
    notify.success(t("shops.settings.disconnected", { shop: shop.name }));
  };
  return (
    <ShopFrame shop={shop} part="settings">
      <Section title={t("shops.settings.connection")}>
        <dl className="shop-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`shops.settings.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Reports shop={shop} />
        <div>
          <TextLink to={href("settingsConnections")} size="sm">
            {t("shops.settings.credentials")}
          </TextLink>
        </div>
      </Section>
      <Section title={t("shops.settings.readTitle")} lead={t("shops.settings.readLead")}>
        <div>
          <TextButton
            label={t("shops.settings.again")}
            icon="again"
            disabled={Boolean(shop.reading)}
            {...action.press(() => readAgain(shop.id), undefined, SHOPS)}
          />
        </div>
      </Section>
      <ShopNightly shop={shop} />
      <ChangesTable shop={shop} />
      <Section title={t("shops.settings.endTitle")} lead={t("shops.settings.endLead")}>
        <div>
          <ConfirmButton
            label={t("shops.settings.disconnect")}
            isDanger
            icon="trash"
            title={t("shops.settings.askTitle", { shop: shop.name })}
            text={t("shops.settings.askText")}
            go={t("shops.settings.disconnect")}
            changed={SHOPS}
            act={disconnect}
          />
        </div>
      </Section>
      {action.dialog}
    </ShopFrame>
  );
}

/** Whether the shop reports changed items by itself, and why it does not. */
function Reports({ shop: { reports } }: { shop: Shop }) {
  const { t } = useTexts("shops");
  if (!reports) return <Dim>{t("shops.reports.never")}</Dim>;
  if (reports.on) return <Dim>{t("shops.reports.on")}</Dim>;
  return (
    <Notice icon="alert" title={t("shops.reports.offTitle")}>
      {[reports.problem?.message, t("shops.reports.off")].filter(Boolean).join(" ")}
    </Notice>
  );
}
