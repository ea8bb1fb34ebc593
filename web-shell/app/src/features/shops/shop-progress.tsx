import { Alert, Card, Group, Progress, Stack, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Strong, TextLink } from "../../ui/texts";
import { type Shop, STATUS_MARKS, useNames } from "./shops";

export function ShopBadge({ shop }: { shop: Shop }) {
  const { t } = useTexts("shops");
  const { status } = shop;
  return <StateBadge mark={STATUS_MARKS[status]}>{t(`shops.status.${status}`)}</StateBadge>;
}

/** What is being read or written, as a text and a bar. */
export function useProgress(shop: Shop) {
  const { t, number } = useTexts("shops");
  const { kindName } = useNames(shop);
  const { working, reading } = shop;
  if (working) {
    const { done, total } = working;
    const figures = t("shops.progress.of", { done: number(done), total: number(total) });
    return { title: t(`shops.progress.${working.do}`), figures, share: total > 0 ? (done / total) * 100 : 0 };
  }
  if (!reading) return null;
  const { kind, done, total } = reading;
  const figures =
    total > 0 ? t("shops.progress.of", { done: number(done), total: number(total) }) : number(done);
  return {
    title: t("shops.progress.read"),
    figures: [kind && kindName(kind), figures].filter(Boolean).join(" · "),
    share: total > 0 ? Math.min(100, (done / total) * 100) : 0,
  };
}

/** The progress in a list of shops. */
export function ProgressLine({ shop }: { shop: Shop }) {
  const progress = useProgress(shop);
  if (!progress) return null;
  const { title, figures, share } = progress;
  return (
    <Stack gap={4} mt={6}>
      <Progress value={share} aria-label={title} animated />
      <Dim>{`${title} · ${figures}`}</Dim>
    </Stack>
  );
}

const PROGRESS = "shop-progress";

/** Moves the focus to the progress of work that was started: the button of its start may be disabled or removed. */
export const focusProgress = () => document.getElementById(PROGRESS)?.focus({ preventScroll: true });

/** The progress above a page of the shop. */
export function ProgressCard({ shop }: { shop: Shop }) {
  const progress = useProgress(shop);
  return (
    <div role="status" id={PROGRESS} tabIndex={-1} className="shop-live">
      {progress && (
        <Card withBorder padding="md">
          <Group justify="space-between" mb="xs" gap="xs">
            <Strong>{progress.title}</Strong>
            <Dim>{progress.figures}</Dim>
          </Group>
          <Progress value={progress.share} aria-label={progress.title} animated />
        </Card>
      )}
    </div>
  );
}

/** Why the shop is not connected, or why the last work failed. */
export function ShopProblem({ shop }: { shop: Shop }) {
  const { t, href } = useTexts("shops");
  const { problem, status } = shop;
  if (!problem) return null;
  return (
    <Alert
      color={status === "connected" ? "yellow" : "red"}
      icon={<Icon name="alert" />}
      title={t(`shops.status.${status}Title`)}
    >
      <Text size="sm">{problem.message}</Text>
      {status === "denied" && (
        <TextLink to={href("settingsConnections")} size="sm">
          {t("shops.status.toConnections")}
        </TextLink>
      )}
    </Alert>
  );
}
