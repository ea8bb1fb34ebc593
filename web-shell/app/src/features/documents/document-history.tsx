import { Card, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { at, type Document } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { diffWordsWithSpace } from "diff";
import { useState } from "react";
import { api, apiQuery, unwrap, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { Loading } from "../../ui/page";
import { Dim, Small, Subtitle, starts, TextButton } from "../../ui/texts";

/** The versions of a document: the changes since each of them, and a restore button. */
export default function DocumentHistory({ document }: { document: Document }) {
  const { t, dateTime } = useTexts("documents");
  const [open, setOpen] = useState<number | null>(null);
  const versions = useApi(
    "/api/documents/{id}/versions",
    { path: { id: document.id } },
    { throwOnError: false },
  );
  if (!versions.data) return <Loading h={80} radius="lg" />;
  const earlier = versions.data.data.slice(1);
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="history-title">
      <Subtitle id="history-title" mb="sm">
        {t("documents.history.title")}
      </Subtitle>
      {earlier.length === 0 && <Text c="dimmed">{t("documents.history.none")}</Text>}
      <Stack gap={4}>
        {earlier.map(({ version, title, created_at }) => (
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
      </Stack>
    </Card>
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
      <div className="document-diff">
        {parts(earlier.data.text, document.text).map(({ place, kind, text }) =>
          kind === "same" ? (
            <span key={place}>{text}</span>
          ) : kind === "added" ? (
            <ins key={place}>{text}</ins>
          ) : (
            <del key={place}>{text}</del>
          ),
        )}
      </div>
      <Group>
        <TextButton label={t("documents.history.restore")} size="xs" {...starts(restore)} />
      </Group>
    </Stack>
  );
}

/** The deletions and insertions between two texts, in order. */
function parts(before: string, after: string) {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }, place) => ({
    place,
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
