import { Card, Progress, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/session";
import { Dim } from "../../ui/texts";

const SCARCE = 10;

/** How many words of the plan are left. */
export function WordsCard() {
  const { t } = useTranslation("dashboard");
  const { number } = useFormats();
  const { words } = useUser();
  const share = words.allowance > 0 ? (words.left / words.allowance) * 100 : 0;
  return (
    <Card component="section" withBorder padding="lg" aria-label={t("dashboard.words.title")}>
      <Title order={2} size="h5" c="dimmed">
        {t("dashboard.words.title")}
      </Title>
      <Text fz={40} lh={1.1} mt="xs" ff="var(--mantine-font-family-headings)">
        {number(words.left)}
      </Text>
      <Dim mb="md">{t("dashboard.words.of", { allowance: number(words.allowance) })}</Dim>
      <Progress
        value={share}
        color={share < SCARCE ? "red" : undefined}
        aria-label={t("dashboard.words.title")}
      />
      <Dim mt="sm">{t("dashboard.words.used", { count: words.used, used: number(words.used) })}</Dim>
    </Card>
  );
}
