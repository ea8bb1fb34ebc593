import { Progress, Skeleton, Table, Text } from "@mantine/core";
import { formatsFor, type User } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Section } from "../../ui/section";
import { SettingsFrame } from "./settings-frame";

/** The plan, as far as there is one, and where its words went. */
export default function BillingPage() {
  const user = useUser();
  return (
    <SettingsFrame part="billing">
      <Plan user={user} />
      <History />
    </SettingsFrame>
  );
}

function Plan({ user }: { user: User }) {
  const { t } = useTranslation("settings");
  const { number } = formatsFor(usePageLanguage());
  const { words, subscription } = user;
  const free = subscription.product_id === 0;
  const share = words.allowance > 0 ? Math.min(100, (words.used / words.allowance) * 100) : 0;
  return (
    <Section title={t("settings.billing.plan")}>
      <Text fw={600}>
        {free ? t("settings.billing.free") : t("settings.billing.paid", { id: subscription.product_id })}
      </Text>
      <div>
        <Text size="sm">
          {t("settings.billing.used", { used: number(words.used), allowance: number(words.allowance) })}
        </Text>
        <Progress value={share} mt={6} aria-label={t("settings.billing.words")} />
        <Text size="sm" c="dimmed" mt={6}>
          {t("settings.billing.left", { left: number(words.left) })}
        </Text>
      </div>
    </Section>
  );
}

function History() {
  const { t } = useTranslation("settings");
  const { number, dateTime } = formatsFor(usePageLanguage());
  const { data } = useQuery({
    queryKey: ["words", "latest"],
    queryFn: () => unwrap(api.GET("/api/words")),
    throwOnError: true,
  });
  if (!data) return <Skeleton h={200} radius="lg" />;
  return (
    <Section title={t("settings.billing.history")}>
      {data.entries.length === 0 ? (
        <Text c="dimmed">{t("settings.billing.none")}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={480}
          type="native"
          tabIndex={0}
          role="group"
          aria-label={t("settings.billing.history")}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("settings.billing.when")}</Table.Th>
                <Table.Th>{t("settings.billing.what")}</Table.Th>
                <Table.Th ta="right">{t("settings.billing.change")}</Table.Th>
                <Table.Th ta="right">{t("settings.billing.balance")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.entries.map((entry) => (
                <Table.Tr key={entry.id}>
                  <Table.Td>{dateTime(entry.created_at)}</Table.Td>
                  <Table.Td>{t(`settings.billing.${entry.kind}`)}</Table.Td>
                  <Table.Td ta="right">{number(entry.words)}</Table.Td>
                  <Table.Td ta="right">{number(entry.balance)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
