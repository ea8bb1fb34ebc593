import {
  Alert,
  type AlertProps,
  Anchor,
  type AnchorProps,
  Box,
  type BoxProps,
  Card,
  Group,
  Skeleton,
  type SkeletonProps,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { Link, type To } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { Dim, TextButton } from "./texts";

type EmptyStateProps = {
  icon: IconName;
  title: string;
  text: string;
  /** 1 if nothing else is on the page. */
  level?: 1 | 2;
  /** The title of the page, if it differs from the heading. */
  page?: string;
  children?: ReactNode;
};

type PageHeadProps = {
  title: string;
  /** The heading, if it differs from the title of the window. */
  heading?: string;
  lead: ReactNode;
  /** How many there are, shown after the heading. */
  count?: string;
  /** Placed beside the heading. */
  children?: ReactNode;
};

type State = "waiting" | "failed" | "offline";

/** Queries without data. */
const missing = (queries: QueryClient) =>
  queries.getQueryCache().findAll({ type: "active", predicate: ({ state }) => state.data === undefined });

interface BackLinkProps extends Pick<AnchorProps, "underline"> {
  to: To;
  children: ReactNode;
}

/** The title of the browser tab; React puts it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTexts();
  return <title>{`${children} · ${t("shell.brand.name")}`}</title>;
}

type SectionProps = {
  title: string;
  lead?: string;
  /** The section may get the focus by it. */
  id?: string;
  children: ReactNode;
};

/** A part of a page with a heading. */
export function Section({ title, lead, id, children }: SectionProps) {
  return (
    <Card
      withBorder
      padding="lg"
      component="section"
      aria-label={title}
      id={id}
      tabIndex={id ? -1 : undefined}
    >
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          {lead && <Dim mt={4}>{lead}</Dim>}
        </div>
        {children}
      </Stack>
    </Card>
  );
}

/** A link from an item back to its list. */
export function BackLink({ to, underline, children }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} size="sm" underline={underline} className="sw-back">
      <Group gap={4} component="span">
        <Icon name="back" size={15} />
        {children}
      </Group>
    </Anchor>
  );
}

type NoticeProps = Omit<AlertProps, "icon"> & { icon?: IconName };

/** A neutral note by default; `role` is alert if it replaces requested content. */
export const Notice = ({ icon = "info", ...props }: NoticeProps) => (
  <Alert color="gray" icon={<Icon name={icon} />} c="var(--mantine-color-text)" {...props} />
);

type PanelProps = BoxProps & {
  title: string;
  aside?: ReactNode;
  /** The panel may get the focus by it. */
  id?: string;
  children: ReactNode;
};

/** A part of a page without a frame, with a heading and content beside it. */
export function Panel({ title, aside, id, children, ...stack }: PanelProps) {
  return (
    <Stack component="section" gap="sm" aria-label={title} id={id} tabIndex={id ? -1 : undefined} {...stack}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}

type DetailPageProps = {
  name: string;
  /** The list of the item, and the link back to it. */
  list: string;
  back: To;
  /** Set if the way back does not lead to the list. */
  backText?: string;
  lead?: string;
  /** Placed beside the name. */
  marks?: ReactNode;
  /** Placed below the name. */
  below?: ReactNode;
  width?: number;
  children: ReactNode;
};

export function DetailPage(props: DetailPageProps) {
  const { name, list, back, backText = list, lead, marks, below, width = 860, children } = props;
  return (
    <Stack gap="lg" maw={width} mx="auto">
      <PageTitle>{`${name} – ${list}`}</PageTitle>
      <BackLink to={back}>{backText}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0} style={{ overflowWrap: "anywhere" }}>
          <Title order={1}>{name}</Title>
          {lead && <Text c="dimmed">{lead}</Text>}
          {below}
        </Box>
        {marks}
      </Group>
      {children}
    </Stack>
  );
}

/** "waiting" while any query is loading: the failed one may not belong to the waiting place. */
export function stateOf(queries: QueryClient): State {
  const states = missing(queries).map(({ state }) => state);
  if (states.some(({ fetchStatus }) => fetchStatus === "fetching")) return "waiting";
  if (states.some(({ status }) => status === "error")) return "failed";
  return states.some(({ fetchStatus }) => fetchStatus === "paused") ? "offline" : "waiting";
}

function useLoadingState(queries: QueryClient): State {
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  );
  return useSyncExternalStore(subscribe, () => stateOf(queries));
}

/** A placeholder for loading content. After a failure it shows the error and a retry button. */
export function Loading(props: SkeletonProps) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const state = useLoadingState(queries);
  // Offline, the notice at the edge of the screen says why, once for the page.
  if (state !== "failed") return <Skeleton data-loading={state} {...props} />;
  const retry = () =>
    queries.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.data === undefined && state.status === "error",
    });
  return (
    <Group gap="sm" py="md" data-loading={state}>
      <Icon name="alert" />
      <Text>{t("shell.loading.failed")}</Text>
      <TextButton label={t("shell.loading.retry")} size="xs" onClick={retry} />
    </Group>
  );
}

/** The title of a page, its description, and its main action. */
export function PageHead({ title, heading = title, lead, count, children }: PageHeadProps) {
  const text = (
    <Box>
      <Group gap="sm" align="baseline">
        <Title order={1}>{heading}</Title>
        {count && <Dim role="status">{count}</Dim>}
      </Group>
      <Text c="dimmed" mt={4}>
        {lead}
      </Text>
    </Box>
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {children ? (
        <Group justify="space-between" align="flex-end">
          {text}
          {children}
        </Group>
      ) : (
        text
      )}
    </>
  );
}

/** The message of an empty list, with the next step. */
export function EmptyState({ icon, title, text, level = 2, page = title, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={64} px="md">
      {level === 1 && <PageTitle>{page}</PageTitle>}
      <Box c="dimmed">
        <Icon name={icon} size={36} />
      </Box>
      <Title order={level} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
