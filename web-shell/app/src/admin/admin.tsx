import { Box, Card, Group, Stack, Text } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { Pager, type PagerProps } from "../ui/list";
import { EmptyState, Loading, PageHead } from "../ui/page";
import { Dim, TextButton } from "../ui/texts";
import "./admin.css";

/** What is tried: a package, or the version of a tool that came with the server. */
export type Tried = { package: string } | { tool: string };

/** Where the page of a trial is, for what is tried. */
export const trialSearch = (tried: Tried & { review?: string }, trial?: string) =>
  `?${new URLSearchParams({ ...tried, ...(trial === undefined ? {} : { trial }) })}`;

type TryLinkProps = {
  /** The review that it is tried for. */
  tried: Tried & { review?: string };
  /** What is tried, for who does not see where the button stands. */
  version?: string | null;
  size?: "xs" | "sm";
};

type Fact = [name: string, value: string | null | undefined | false];

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

type AdminItemProps = {
  name: ReactNode;
  /** The page that the whole row leads to. */
  to?: To;
  before?: ReactNode;
  marks?: ReactNode;
  /** What can be done about it. */
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

/** Something that can be done, what comes of it, and the button. */
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

/** What is known of something, in pairs; what is not known is left out. */
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

/** The way to the page on which a version is opened as a customer would get it. */
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
