import { Anchor, Box, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, PageTitle } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { ProgressCard, ShopBadge, ShopProblem } from "./shop-progress";
import { iconOf, type Shop, stuckOf } from "./shops";
import "./shops.css";

const PARTS = [
  { name: "texts", page: "shop" },
  { name: "approval", page: "shopApproval" },
  { name: "writing", page: "shopWriting" },
  { name: "history", page: "shopHistory" },
  { name: "settings", page: "shopSettings" },
] as const;

export type PartName = (typeof PARTS)[number]["name"];

type Props = { shop: Shop; part: PartName; children: ReactNode };

/** The name of a shop, what happens with it now, and its parts. */
export function ShopFrame({ shop, part, children }: Props) {
  const { t, href, number, ago } = useTexts("shops");
  const counts: Partial<Record<PartName, number>> = {
    approval: shop.changes.proposed,
    writing: shop.changes.approved,
    history: stuckOf(shop).reduce((sum, { count }) => sum + count, 0),
  };
  const label = (name: PartName) => {
    const count = counts[name];
    return count
      ? t("shops.part.counted", { part: t(`shops.part.${name}`), count: number(count) })
      : t(`shops.part.${name}`);
  };
  return (
    <Stack gap="lg">
      <PageTitle>{`${t(`shops.part.${part}`)} – ${shop.name}`}</PageTitle>
      <BackLink to={href("shops")}>{t("shops.list.title")}</BackLink>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <Box visibleFrom="xs">
          <ToolIcon icon={iconOf(shop.system)} size={48} />
        </Box>
        <Box miw={0}>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: "anywhere" }}>
              {shop.name}
            </Title>
            <ShopBadge shop={shop} />
          </Group>
          <Dim mt={4} style={{ overflowWrap: "anywhere" }}>
            {shop.system_name}
            {" · "}
            {shop.url ? (
              <Anchor href={shop.url} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
                {shop.host}
              </Anchor>
            ) : (
              shop.host
            )}
            {shop.read_at && ` · ${t("shops.list.read", { when: ago(shop.read_at) })}`}
          </Dim>
        </Box>
      </Group>
      <ShopProblem shop={shop} />
      <ProgressCard shop={shop} />
      <Parts
        label={t("shops.part.title")}
        parts={PARTS.map(({ name, page }) => ({
          to: href(page, { shop: shop.id }),
          label: label(name),
          isCurrent: name === part,
        }))}
      />
      {children}
    </Stack>
  );
}
