import { Box, Stack, Text, Title } from "@mantine/core";
import type { Tool } from "@sitewright/sdk";
import type { Order } from "@sitewright/sdk/shell";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../api/catalogue";
import { GROUPS, type Group } from "../../api/groups";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Workbench } from "./workbench";
import "./groups.css";

type Props = { group: Group; module: (tool: Tool, order: Order) => ReactNode };

/** One idea, typed once and written by several tools at once. */
export default function GroupPage({ group, module }: Props) {
  const { t } = useTranslation("groups");
  const href = useHref();
  const { data } = useCatalogue({ ids: GROUPS[group], schemas: true });
  // Asked for with their schemas, they come with them.
  const tools = (data?.tools ?? []).filter((tool): tool is Tool => tool.input !== undefined);
  const back = (
    <BackLink to={href("tools")} underline="hover">
      {t("groups.page.back")}
    </BackLink>
  );
  if (!data) return <Loading h={90} />;
  return (
    <Stack gap="lg">
      <PageTitle>{t(`groups.${group}.title`)}</PageTitle>
      {back}
      <Box>
        <Title order={1} size="h2">
          {t(`groups.${group}.title`)}
        </Title>
        <Text c="dimmed" mt={2}>
          {t(`groups.${group}.lead`)}
        </Text>
      </Box>
      {tools.length ? (
        <Workbench key={group} group={group} tools={tools} module={module} />
      ) : (
        <EmptyState icon="search" title={t("groups.none.title")} text={t("groups.none.text")}>
          {back}
        </EmptyState>
      )}
    </Stack>
  );
}
