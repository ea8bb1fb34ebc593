import { Card, Group, Stack } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state";
import { Loading } from "../ui/loading";
import { PageHead } from "../ui/page-head";
import { Pager, type PagerProps } from "../ui/pager";
import "./admin.css";

type Props<Row> = {
  title: string;
  lead: string;
  /** What can be done beside the title. */
  action?: ReactNode;
  /** What stands above the filters. */
  before?: ReactNode;
  filters?: ReactNode;
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
  empty: { icon: IconName; title: string; text: string };
  children: (row: Row) => ReactNode;
};

/** A list of the administration: its filters, its rows, its pages. */
export function AdminList<Row>(props: Props<Row>) {
  const { title, lead, action, before, filters, list, empty, children } = props;
  const { data, pager } = list;
  return (
    <Stack gap="lg" maw={1000} mx="auto">
      <PageHead title={title} lead={lead}>
        {action}
      </PageHead>
      {before}
      <Group gap="sm" align="flex-end">
        {filters}
      </Group>
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && <EmptyState {...empty} />}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="admin-list">{data.data.map(children)}</ul>
        </Card>
      )}
      {data && <Pager {...pager} />}
    </Stack>
  );
}
