import { Anchor, Box, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { FilterSelect } from "../../ui/filter-select";
import { Pager } from "../../ui/pager";
import { RowBadge } from "./job-status";
import type { Job, JobRow, RowStatus } from "./jobs";

const STATUSES: RowStatus[] = ["succeeded", "failed", "running", "waiting", "invalid", "cancelled"];

/** The rows of a job, page by page; the address knows the page and the filter. */
export function JobRows({ job }: { job: Job }) {
  const { t } = useTranslation("bulk");
  const { data, filter, pager } = useList(
    "/api/bulk/{id}/rows",
    ({ get }) => {
      const status = STATUSES.find((known) => known === get("status"));
      return { path: { id: job.id }, query: { ...(status && { status }) } };
    },
    { isPart: true, throwOnError: false },
  );
  const status = filter.get("status");
  return (
    <Stack component="section" gap="sm" aria-labelledby="bulk-rows">
      <Group justify="space-between">
        <Title order={2} size="h4" id="bulk-rows">
          {t("bulk.rows.title")}
        </Title>
        <FilterSelect
          filter={filter}
          name="status"
          any={t("bulk.rows.all")}
          aria-label={t("bulk.rows.filter")}
          data={STATUSES.filter((kind) => kind === status || job.rows[kind] > 0).map((kind) => ({
            value: kind,
            label: t(`bulk.row.${kind}`),
          }))}
        />
      </Group>
      {data && data.data.length > 0 ? (
        <Card withBorder padding={0}>
          <ul className="bulk-list">
            {data.data.map((row) => (
              <RowItem key={row.number} row={row} />
            ))}
          </ul>
        </Card>
      ) : (
        <Text c="dimmed">{data ? t("bulk.rows.none") : " "}</Text>
      )}
      <Pager {...pager} />
    </Stack>
  );
}

function RowItem({ row }: { row: JobRow }) {
  const { t } = useTranslation("bulk");
  const href = useHref();
  const cells = row.cells.filter(Boolean).slice(0, 4).join(" · ");
  const errors = Object.values(row.problem?.errors ?? {}).flat();
  const problem = errors.length > 0 ? errors.join(" ") : row.problem?.message;
  return (
    <li className="bulk-item">
      <Text span size="sm" className="bulk-number">
        {row.number}
      </Text>
      <Box miw={0} flex={1}>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {cells}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        <Group gap="sm" mt={4}>
          <RowBadge status={row.status} />
          {row.document_id && (
            <Anchor
              component={Link}
              to={href("document", { document: row.document_id })}
              size="sm"
              aria-label={t("bulk.rows.openRow", { number: row.number })}
            >
              {t("bulk.rows.open")}
            </Anchor>
          )}
        </Group>
      </Box>
    </li>
  );
}
