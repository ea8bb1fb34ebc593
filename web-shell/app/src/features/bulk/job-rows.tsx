import { Anchor, Box, Card, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { FilterSelect } from "../../ui/filter-select";
import { Pager } from "../../ui/list";
import { Small, Subtitle, Wrong } from "../../ui/texts";
import { RowBadge } from "./job-status";
import { type Job, type JobRow, useFieldTitle } from "./jobs";
import { GAPS, type Rows, STATUSES } from "./use-rows";

const ROWS = "bulk-rows";

/** Brings the list onto the screen, for what was chosen above it. */
export function showRows() {
  const title = document.getElementById(ROWS);
  title?.scrollIntoView({ block: "start" });
  title?.focus({ preventScroll: true });
}

/** The rows of a job, with a filter by their state. */
export function JobRows({ job, data, filter, pager, wanted, onReached }: Rows & { job: Job }) {
  const { t } = useTexts("bulk");
  const status = filter.get("status");
  const states = STATUSES.filter((kind) => kind === status || job.rows[kind] > 0).map((kind) => ({
    value: kind as string,
    label: t(`bulk.row.${kind}`),
  }));
  if (job.rows.gaps > 0 || status === GAPS) states.push({ value: GAPS, label: t("bulk.gaps.filter") });
  return (
    <Stack component="section" gap="sm" aria-labelledby={ROWS}>
      <Group justify="space-between">
        <Subtitle id={ROWS} tabIndex={-1} className="bulk-rows">
          {t("bulk.rows.title")}
        </Subtitle>
        <FilterSelect
          filter={filter}
          name="status"
          any={t("bulk.rows.all")}
          aria-label={t("bulk.rows.filter")}
          data={states}
        />
      </Group>
      {data && data.data.length > 0 ? (
        <Card withBorder padding={0}>
          <ul className="bulk-list">
            {data.data.map((row) => (
              <RowItem
                key={row.number}
                row={row}
                tool={job.tool}
                isWanted={row.number === wanted}
                onReached={onReached}
              />
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

type RowProps = { row: JobRow; tool: string; isWanted: boolean; onReached: () => void };

function RowItem({ row, tool, isWanted, onReached }: RowProps) {
  const { t, href } = useTexts("bulk");
  const titleOf = useFieldTitle(tool);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
    onReached();
  }, [isWanted, onReached]);
  const cells = row.cells.filter(Boolean).slice(0, 4).join(" · ");
  const errors = Object.entries(row.problem?.errors ?? {}).map(([path, texts]) => {
    const title = titleOf(path.split(".")[1]);
    return title ? `${title}: ${texts.join(" ")}` : texts.join(" ");
  });
  const problem = errors.length > 0 ? errors.join(" ") : row.problem?.message;
  return (
    <li className="bulk-item" ref={item} tabIndex={-1}>
      <Small span className="bulk-number">
        {row.number}
      </Small>
      <Box miw={0} flex={1}>
        <Small lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {cells}
        </Small>
        {problem && <Wrong>{problem}</Wrong>}
        <Group gap="sm" mt={4}>
          <RowBadge row={row} />
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
