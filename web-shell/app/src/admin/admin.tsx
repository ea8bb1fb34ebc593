import { Box, Card, Group, Stack, Text } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { useTexts } from "../i18n/use-texts";
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

type Props<Row> = {
  title: string;
  lead: string;
  /** The actions beside the title. */
  action?: ReactNode;
  /** Shown above the filters. */
  before?: ReactNode;
  filters?: ReactNode;
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
  empty: { icon: IconName; title: string; text: string };
  children: (row: Row) => ReactNode;
};

/** A list page of the administration: filters, rows, pagination. */
export function AdminList<Row>(props: Props<Row>) {
  const { title, lead, action, before, filters, list, empty, children } = props;
  const { data, pager } = list;
  return (
    <Stack gap="lg" maw={1000} mx="auto">
      <PageHead title={title} lead={lead}>
        {action}
      </PageHead>
      {before}
      {filters && (
        <Group gap="sm" align="flex-end">
          {filters}
        </Group>
      )}
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

type AdminItemProps = {
  name: ReactNode;
  /** The page that the whole row links to. */
  to?: To;
  before?: ReactNode;
  marks?: ReactNode;
  /** The actions of the row. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A row of a list of the administration. */
export const AdminItem = ({ name, to, before, marks, actions, children }: AdminItemProps) => (
  <li className="admin-item">
    {before}
    <Box miw={0} flex={1} style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs" justify="space-between">
        {to ? (
          <Link to={to} className="admin-link">
            <Text fw={600} truncate>
              {name}
            </Text>
          </Link>
        ) : (
          <Text fw={600}>{name}</Text>
        )}
        {marks}
      </Group>
      {children}
    </Box>
    {actions}
  </li>
);

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
