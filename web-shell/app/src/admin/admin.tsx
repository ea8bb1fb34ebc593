import { Card, Stack, Text } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { useTexts } from "../i18n/use-texts";
import { DataTable, type DataTableProps } from "../ui/data-table";
import { Pager, type PagerProps } from "../ui/list";
import { EmptyState, Loading, PageHead } from "../ui/page";
import { Dim, TextButton } from "../ui/texts";
import "./admin.css";

/** The subject of a trial: a package, or a built-in version of a tool. */
export type Tried = { package: string } | { tool: string };

/** The search parameters of the page of a trial. */
export const trialSearch = (tried: Tried & { review?: string }, trial?: string) =>
  `?${new URLSearchParams({ ...tried, ...(trial === undefined ? {} : { trial }) })}`;

type TryLinkProps = {
  /** The review that the trial belongs to. */
  tried: Tried & { review?: string };
  /** The version for the accessible name, for users who do not see the context of the button. */
  version?: string | null;
  size?: "xs" | "sm";
};

type Fact = [name: string, value: string | null | undefined | false];

type TableProps<Row> = Omit<DataTableProps<Row>, "label" | "rows" | "total"> & {
  title: string;
  lead: string;
  /** How many rows there are, shown after the title. */
  count?: string;
  /** The actions beside the title. */
  action?: ReactNode;
  /** Shown above the filters. */
  before?: ReactNode;
  /** A `FilterBar`. */
  filters?: ReactNode;
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
  empty: { icon: IconName; title: string; text: string } | ReactElement;
};

/** A list page of the administration: filters, a table with columns that sort, pagination. */
export function AdminTable<Row>(props: TableProps<Row>) {
  const { title, lead, count, action, before, filters, list, empty, ...table } = props;
  const { data, pager } = list;
  return (
    <Stack gap="lg" maw={1320} mx="auto">
      <PageHead title={title} lead={lead} count={count}>
        {action}
      </PageHead>
      {before}
      {filters}
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && (isValidElement(empty) ? empty : <EmptyState {...empty} />)}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <DataTable label={title} rows={data.data} {...table} />
        </Card>
      )}
      {data && <Pager {...pager} />}
    </Stack>
  );
}

/** An action, its consequences and its button. */
export function ActionRow({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="admin-action">
      <div>
        <Text fw={600}>{title}</Text>
        <Dim>{text}</Dim>
      </div>
      <div>{children}</div>
    </div>
  );
}

/** Facts as name and value; facts without a value are omitted. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="admin-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A link to the page that shows a version as a customer would get it. */
export function TryLink({ tried, version, size = "sm" }: TryLinkProps) {
  const { t, href } = useTexts("admin");
  return (
    <TextButton
      label={t("admin.try.go")}
      to={href("adminTrial") + trialSearch(tried)}
      size={size}
      name={version ? t("admin.try.version", { version }) : undefined}
    />
  );
}
