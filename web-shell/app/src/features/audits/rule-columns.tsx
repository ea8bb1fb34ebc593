import { useTexts } from "../../i18n/use-texts";
import { type Column, Two } from "../../ui/data-table";
import type { Rule } from "./audits";
import { LevelBadge } from "./marks";
import { useWords } from "./words";

/** The columns that say which rule it is, with which every table of rules begins. */
export function useRuleColumns<Row extends Pick<Rule, "title" | "category" | "severity">>(): Column<Row>[] {
  const { t } = useTexts("audits");
  const words = useWords();
  return [
    {
      title: t("audits.rules.rule"),
      isHead: true,
      isLong: true,
      cell: ({ title, category }) => <Two of={[title, words.category(category)]} />,
    },
    { title: t("audits.rules.level"), cell: ({ severity }) => <LevelBadge level={severity} /> },
  ];
}
