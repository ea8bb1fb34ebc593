import { Alert, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Small } from "../../ui/texts";
import { type Job, useFieldTitle } from "./jobs";

/** More problems than this are usually one that repeats in every row. */
const MOST_SHOWN = 20;

/** The price of the remaining rows, before the start. */
export function Price({ job }: { job: Job }) {
  const { t, number } = useTexts("bulk");
  const { expected, per_row, left } = job.words;
  if (per_row === 0) return <Text>{t("bulk.price.free")}</Text>;
  return (
    <>
      <Text>
        <strong>{t("bulk.price.expected", { count: expected, words: number(expected) })}</strong>{" "}
        {t("bulk.price.perRow", { count: per_row, words: number(per_row) })}
      </Text>
      {left < expected && !job.problem && (
        <Alert color="yellow" mt="sm" icon={<Icon name="info" />} title={t("bulk.price.shortTitle")}>
          {t("bulk.price.short", { count: left, words: number(left) })}
        </Alert>
      )}
    </>
  );
}

/** The problems of rows that cannot be run, each with its number, as in the list of rows; `without` those of these fields. */
export function RowProblems({ job, without = [] }: { job: Job; without?: string[] }) {
  const { t } = useTexts("bulk");
  const titleOf = useFieldTitle(job.tool);
  const problems = (job.problems ?? []).filter(({ field }) => !field || !without.includes(field));
  if (problems.length === 0) return null;
  return (
    <Alert
      color="red"
      icon={<Icon name="alert" />}
      title={t("bulk.problems.title", { count: job.rows.invalid })}
      data-testid="row-problems"
    >
      <Small mb="xs">{t("bulk.problems.lead")}</Small>
      <ul className="bulk-problems">
        {problems.slice(0, MOST_SHOWN).map(({ row, column, field, message }) => {
          const place = column ?? titleOf(field);
          return (
            <li key={`${row} ${field} ${message}`}>
              <Small>
                {place ? t("bulk.problems.at", { row, column: place }) : t("bulk.problems.row", { row })}:{" "}
                {message}
              </Small>
            </li>
          );
        })}
      </ul>
      {problems.length > MOST_SHOWN && (
        <Small mt="xs">{t("bulk.problems.more", { count: MOST_SHOWN })}</Small>
      )}
    </Alert>
  );
}
