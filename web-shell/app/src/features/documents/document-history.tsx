import { ActionIcon, Badge, Card, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { at, type Document } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Answer, api, apiQuery, unwrap, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { ComparedText } from "../../ui/compared-text";
import { notify } from "../../ui/notify";
import { Loading } from "../../ui/page";
import { Dim, Small, Subtitle, starts, TextButton } from "../../ui/texts";
import "./document-history.css";

/** Earlier versions that are listed before the person asks for all. */
const FIRST = 5;

/** After the menu that opens the history has returned the focus to its button. */
const FOCUS_MS = 60;

type Props = {
  document: Document;
  /** How often it was asked for: each time it comes into view and gets the focus. */
  asked: number;
  onClose: () => void;
};

function useArrival(asked: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    const timer = setTimeout(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    }, FOCUS_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return heading;
}

/** The versions of a document: the changes since each of them, and a restore button. */
export default function DocumentHistory({ document, asked, onClose }: Props) {
  const { t } = useTexts("documents");
  const heading = useArrival(asked);
  const versions = useApi(
    "/api/documents/{id}/versions",
    { path: { id: document.id } },
    { throwOnError: false },
  );
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="history-title">
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Subtitle id="history-title" ref={heading} tabIndex={-1} className="document-history-title">
          {t("documents.history.title")}
        </Subtitle>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t("documents.history.close")}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </ActionIcon>
      </Group>
      {versions.data ? (
        <Versions document={document} earlier={versions.data.data.slice(1)} />
      ) : (
        <Loading h={80} radius="lg" />
      )}
    </Card>
  );
}

type VersionsProps = {
  document: Document;
  earlier: Answer<"/api/documents/{id}/versions">["data"];
};

/** The current version, and the earlier ones, of which only the newest are listed at first. */
function Versions({ document, earlier }: VersionsProps) {
  const { t, dateTime } = useTexts("documents");
  const [open, setOpen] = useState<number | null>(null);
  const [isWhole, setWhole] = useState(false);
  const { version, updated_at } = document;
  const listed = isWhole ? earlier : earlier.slice(0, FIRST);
  if (earlier.length === 0) return <Text c="dimmed">{t("documents.history.none")}</Text>;
  return (
    <Stack gap={4}>
      <Group className="document-version-current" gap="xs">
        <Icon name="check" size={15} />
        <span>{t("documents.history.version", { version, when: dateTime(updated_at) })}</span>
        <Badge variant="light" tt="none" fw={600}>
          {t("documents.history.current")}
        </Badge>
      </Group>
      {listed.map(({ version, title, created_at }) => (
        <div key={version}>
          <UnstyledButton
            className="document-version"
            aria-expanded={open === version}
            onClick={() => setOpen(open === version ? null : version)}
          >
            <Icon name={open === version ? "down" : "next"} size={15} />
            <span>{t("documents.history.version", { version, when: dateTime(created_at) })}</span>
            {title !== document.title && (
              <Small span c="dimmed" truncate>
                {title}
              </Small>
            )}
          </UnstyledButton>
          {open === version && <Version document={document} version={version} />}
        </div>
      ))}
      {listed.length < earlier.length && (
        <Group mt="xs">
          <TextButton
            label={t("documents.history.all", { number: earlier.length })}
            size="xs"
            onClick={() => setWhole(true)}
          />
        </Group>
      )}
    </Stack>
  );
}

function Version({ document, version }: { document: Document; version: number }) {
  const { t } = useTexts("documents");
  const queries = useQueryClient();
  const path = { id: document.id, version };
  const earlier = useApi(
    "/api/documents/{id}/versions/{version}",
    { path },
    { staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
  );
  const restore = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/documents/{id}/versions/{version}/restore", {
          params: { path, header: { "If-Match": `"${document.version}"` } },
        }),
      ),
    onSuccess: (restored) => {
      queries.setQueryData(apiQuery("/api/documents/{id}", { path: { id: document.id } }).queryKey, restored);
      queries.invalidateQueries(at("/api/documents"));
      queries.invalidateQueries(at("/api/documents/{id}/versions"));
      notify.success(t("documents.history.restored"));
    },
  });
  if (!earlier.data) return <Loading h={120} />;
  return (
    <Stack gap="sm" p="sm">
      <Dim>{t("documents.history.legend")}</Dim>
      <ComparedText before={earlier.data.text} after={document.text} />
      <Group>
        <TextButton label={t("documents.history.restore")} size="xs" {...starts(restore)} />
      </Group>
    </Stack>
  );
}
