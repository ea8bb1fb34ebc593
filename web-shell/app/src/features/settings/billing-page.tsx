import { Group, Progress, Table, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { type Answer, api, quietly, unwrap } from "../../api/client";
import { type OwnPlan, useOwnPlan } from "../../api/plans";
import { useUser } from "../../api/session";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { useSubmit } from "../../ui/form";
import { Pager } from "../../ui/list";
import { Loading, Section } from "../../ui/page";
import { Dim, Fine, Small, TextButton } from "../../ui/texts";
import { SettingsFrame } from "./settings-frame";

type Entry = Answer<"/api/words">["entries"][number];

/** The reason of an entry; an unknown reason comes from a newer server. */
const KNOWN = ["welcome", "plan", "renewal", "term-over"];

const nameOf = ({ kind, reason }: Entry) =>
  reason && KNOWN.includes(reason) ? `settings.billing.reason.${reason}` : `settings.billing.${kind}`;

/** The plan, the words of this month, and the ledger of words. */
export default function BillingPage() {
  const { data: own } = useOwnPlan();
  return (
    <SettingsFrame part="billing">
      {own ? <PlanSection own={own} /> : <Loading h={220} radius="lg" />}
      <WordHistory kind="grant" />
      <WordHistory />
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

function PlanSection({ own }: { own: OwnPlan }) {
  const { t, date } = useTexts("settings");
  const { press } = useSubmit();
  const openPortal = useBillingPortal();
  return (
    <Section title={t("settings.billing.plan")}>
      <div>
        <Text fw={600}>{t("settings.billing.name", { plan: own.plan.name })}</Text>
        <Dim>
          {own.renews_at
            ? t(`settings.billing.${own.period}`, { when: date(own.renews_at) })
            : t("settings.billing.free")}
        </Dim>
      </div>
      <WordsOfMonth renewal={own.words_renew_at} />
      {own.request && <Small>{t("settings.billing.asked", { plan: own.request.plan })}</Small>}
      <Group>
        <TextButton label={t("settings.billing.change")} isMain {...press(openPortal)} />
      </Group>
    </Section>
  );
}

function WordsOfMonth({ renewal }: { renewal: string | null }) {
  const { t, number, date } = useTexts("settings");
  const { words } = useUser();
  const share = words.allowance > 0 ? Math.min(100, (words.used / words.allowance) * 100) : 0;
  return (
    <div>
      <Small>
        {t("settings.billing.used", { used: number(words.used), allowance: number(words.allowance) })}
      </Small>
      <Progress value={share} mt={6} aria-label={t("settings.billing.words")} />
      <Dim mt={6}>
        {t("settings.billing.left", { left: number(words.left) })}
        {renewal && ` ${t("settings.billing.renewal", { when: date(renewal) })}`}
      </Dim>
    </div>
  );
}

/** The entries of the ledger, newest first, by page. */
function WordHistory({ kind }: { kind?: "grant" }) {
  const { t } = useTexts("settings");
  const { data, pager } = useList("/api/words", { query: { kind } }, { name: kind ?? "entries", per: 10 });
  const title = t(kind ? "settings.billing.grants" : "settings.billing.history");
  if (!data) return <Loading h={200} radius="lg" />;
  return (
    <Section title={title}>
      {data.entries.length === 0 ? (
        <Text c="dimmed">{t("settings.billing.none")}</Text>
      ) : (
        <Entries title={title} entries={data.entries} />
      )}
      <Pager {...pager} size="sm" />
    </Section>
  );
}

function Entries({ title, entries }: { title: string; entries: Entry[] }) {
  const { t, number, dateTime } = useTexts("settings");
  return (
    <Table aria-label={title} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("settings.billing.what")}</Table.Th>
          <Table.Th ta="right">{t("settings.billing.words")}</Table.Th>
          <Table.Th ta="right">{t("settings.billing.balance")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              {t(nameOf(entry))}
              <Fine>{dateTime(entry.created_at)}</Fine>
            </Table.Td>
            <Table.Td ta="right">{number(entry.words)}</Table.Td>
            <Table.Td ta="right">{number(entry.balance)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
