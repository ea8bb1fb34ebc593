import { Box, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLoaded } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { PageTitle } from "../../ui/page-title";
import { Parts } from "../../ui/parts";
import { type Own, ownQuery, type Publisher } from "./publisher";
import { Register } from "./register";
import "./publishers.css";

const PARTS = [
  { name: "overview", page: "publisher" },
  { name: "packages", page: "publisherPackages" },
  { name: "plugins", page: "publisherPlugins" },
  { name: "earnings", page: "publisherEarnings" },
  { name: "members", page: "publisherMembers" },
  { name: "profile", page: "publisherProfile" },
] as const;

type Props = {
  part: (typeof PARTS)[number]["name"];
  children: (publisher: Publisher, own: Own) => ReactNode;
};

/** The portal's heading and the way between its parts; an account without a publisher registers one here. */
export function PublisherFrame({ part, children }: Props) {
  const { t } = useTranslation("portal");
  const href = useHref();
  const own = useLoaded(ownQuery);
  if (!own.publisher) return <Register terms={own.terms} />;
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${t(`portal.page.${part}`)} – ${t("portal.page.title")}`}</PageTitle>
      <Box>
        <Title order={1}>{t("portal.page.title")}</Title>
        <Text c="dimmed" mt={4} className="partner-long">
          {`${own.publisher.name} · ${own.publisher.id} · ${t(`portal.level.${own.publisher.level}`)}`}
        </Text>
      </Box>
      <Parts
        label={t("portal.page.parts")}
        parts={PARTS.filter(({ name }) => name !== "earnings" || own.publisher?.role === "owner").map(
          ({ name, page }) => ({
            to: href(page),
            label: t(`portal.page.${name}`),
            isCurrent: name === part,
          }),
        )}
      />
      {children(own.publisher, own)}
    </Stack>
  );
}
