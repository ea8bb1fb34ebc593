import { Box, Card, Group, List, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { useHeard } from "../../api/live";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { Fine, Line } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { ConnectDialog } from "./connect-dialog";
import { ProgressLine, ShopBadge } from "./shop-progress";
import { iconOf, type Shop, stuckOf } from "./shops";
import "./shops.css";

const POLL_MS = 5_000;

/** The connected shops, newest first. */
export default function ShopsPage() {
  const { t } = useTexts("shops");
  const { data, pager } = useList("/api/shops", {}, { throwOnError: false, ...useHeard(POLL_MS) });
  const connect = (
    <DialogButton label={t("shops.connect.go")} icon="add" isMain>
      {(close) => <ConnectDialog onClose={close} />}
    </DialogButton>
  );
  return (
    <Stack gap="lg">
      <PageHead title={t("shops.list.title")} lead={t("shops.list.lead")}>
        {data && data.total > 0 && connect}
      </PageHead>
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="shop" title={t("shops.empty.title")} text={t("shops.empty.text")}>
          <List type="ordered" c="dimmed" spacing={4} maw={440} my="xs">
            <List.Item>{t("shops.empty.find")}</List.Item>
            <List.Item>{t("shops.empty.approve")}</List.Item>
            <List.Item>{t("shops.empty.write")}</List.Item>
          </List>
          {connect}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="shop-list">
            {data.data.map((shop) => (
              <ShopItem key={shop.id} shop={shop} />
            ))}
          </ul>
        </Card>
      )}
      <Pager {...pager} />
    </Stack>
  );
}

function ShopItem({ shop }: { shop: Shop }) {
  const { t, href, ago } = useTexts("shops");
  const counts = useCounts(shop);
  return (
    <Box component="li" className="shop-row shop-linked">
      <ToolIcon icon={iconOf(shop.system)} size={40} />
      <Box miw={0} flex={1}>
        <Group gap="xs" justify="space-between">
          <Link to={href("shop", { shop: shop.id })} className="shop-link">
            <Text fw={600} truncate>
              {shop.name}
            </Text>
          </Link>
          <ShopBadge shop={shop} />
        </Group>
        <Line
          of={[
            shop.system_name,
            shop.host,
            shop.read_at && t("shops.list.read", { when: ago(shop.read_at) }),
          ]}
        />
        <ProgressLine shop={shop} />
        {counts && <Fine mt={6}>{counts}</Fine>}
      </Box>
    </Box>
  );
}

/** How many changes wait for what, as text. */
function useCounts(shop: Shop) {
  const { t } = useTexts("shops");
  const { proposed, approved } = shop.changes;
  const counts = [
    { name: "proposed", count: proposed },
    { name: "approved", count: approved },
    ...stuckOf(shop),
  ] as const;
  return counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => t(`shops.count.${name}`, { count }))
    .join(" · ");
}
