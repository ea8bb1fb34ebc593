import { Card, Text, Title } from "@mantine/core";
import { ShareBar } from "@sitewright/ui/share-bar";
import { useNavigate } from "react-router";
import { type Answer, api, quietly, unwrap, useApi } from "../../api/client";
import { money, type OwnPlan, useOwnPlan } from "../../api/plans";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { useSubmit } from "../../ui/form";
import { Loading } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { GrantHistory, PageHistory, WordHistory } from "./billing-history";
import { SettingsFrame } from "./settings-frame";
import "./billing.css";

const SCARCE = 0.1;

type Have = Pick<Answer<"/api/pages">, "left" | "used" | "allowance">;
type MeterProps = { meter: "words" | "pages"; have: Have; renewal: string | null };

/** The plan, the words and pages of this month, how they were used, and when words were given. */
export default function BillingPage() {
  const { data: own } = useOwnPlan();
  const { data: pages } = useApi("/api/pages", { query: { per_page: 1 } });
  return (
    <SettingsFrame part="billing">
      {own && pages ? (
        <PlanCard own={own} pages={pages} />
      ) : (
        <Loading h={{ base: 528, sm: 376 }} radius="lg" />
      )}
      <WordHistory />
      <PageHistory />
      {own ? <GrantHistory own={own} /> : <Loading h={200} radius="lg" />}
    </SettingsFrame>
  );
}

/** The page to pay for the plan; without a payment provider, the page with the plans. */
function useBillingPortal() {
  const navigate = useNavigate();
  const { href } = useTexts();
  return async () => {
    const portal = await unwrap(
      api.POST("/api/user/getBillingPortalStripe", {
        body: { currentUrl: location.href },
        headers: quietly,
      }),
    );
    if (portal.error) await navigate(href("checkout"));
  };
}

/** What is paid for, and what is left of it. */
function PlanCard({ own, pages }: { own: OwnPlan; pages: Have }) {
  const { t, date, language } = useTexts("settings");
  const { press } = useSubmit();
  const openPortal = useBillingPortal();
  const { words } = useUser();
  const price = own.plan[own.period][language === "pl" ? "pln" : "usd"];
  return (
    <Card withBorder padding={0} component="section" aria-label={t("settings.billing.plan")}>
      <div className="billing-plan">
        <div>
          <Dim>{t("settings.billing.plan")}</Dim>
          <Title order={2} fz={28} lh={1.25} className="sw-printed">
            {t("settings.billing.name", { plan: own.plan.name })}
          </Title>
          <Dim mt={4}>
            {own.renews_at
              ? t(`settings.billing.${own.period}`, { when: date(own.renews_at) })
              : t("settings.billing.free")}
          </Dim>
        </div>
        <div className="billing-price">
          {own.renews_at && <span className="sw-printed">{money(language, price)}</span>}
          <TextButton label={t("settings.billing.change")} isMain {...press(openPortal)} />
        </div>
      </div>
      {own.request && (
        <Small className="billing-asked">{t("settings.billing.asked", { plan: own.request.plan })}</Small>
      )}
      <MeterOfMonth meter="words" have={words} renewal={own.words_renew_at} />
      <MeterOfMonth meter="pages" have={pages} renewal={own.words_renew_at} />
    </Card>
  );
}

/** The words or pages of this month as a bar: what is left, what is used, and when new ones come. */
function MeterOfMonth({ meter, have: { left, used, allowance }, renewal }: MeterProps) {
  const { t, number, date } = useTexts("settings");
  const share = allowance > 0 ? left / allowance : 0;
  const isScarce = allowance > 0 && share < SCARCE;
  const usedText = t(`settings.billing.meter.${meter}.used`, {
    used: number(used),
    allowance: number(allowance),
  });
  return (
    <div className="billing-meter" data-scarce={isScarce || undefined}>
      <div className="billing-figures">
        <Text component="div" className="billing-left">
          {number(left)}
          <span>
            {t(`settings.billing.meter.${meter}.leftOf`, { count: left, allowance: number(allowance) })}
          </span>
        </Text>
        {renewal && (
          <Small fw={600}>{t(`settings.billing.meter.${meter}.renews`, { when: date(renewal) })}</Small>
        )}
      </div>
      <ShareBar
        size="lg"
        label={usedText}
        parts={[{ key: "left", share, color: isScarce ? "var(--mantine-color-error)" : undefined }]}
      />
      <div className="billing-figures">
        <Dim>{usedText}</Dim>
        {renewal && <Dim>{t(`settings.billing.meter.${meter}.expires`)}</Dim>}
      </div>
    </div>
  );
}
