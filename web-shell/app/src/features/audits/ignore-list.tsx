import { useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Rows } from "../../ui/list";
import { Section } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { AUDITS, type Ignore, pathOf, stopIgnoring, useNewest, useRules } from "./audits";

/** What a project ignores, and why. */
export function IgnoreList({ project }: { project: number }) {
  const { t } = useTexts("audits");
  const list = useList("/api/audit-ignores", { query: { project } }, { name: "ignored" });
  const newest = useNewest(project);
  return (
    <Section title={t("audits.ignore.list")} lead={t("audits.ignore.listLead")}>
      <Rows
        list={list}
        none={t("audits.ignore.none")}
        className="audit-lines audit-flat"
        label={t("audits.ignore.list")}
        size="sm"
      >
        {(ignore) =>
          newest ? (
            <NamedLine key={ignore.id} ignore={ignore} audit={newest.id} />
          ) : (
            <Line key={ignore.id} ignore={ignore} title={ignore.rule} />
          )
        }
      </Rows>
    </Section>
  );
}

function NamedLine({ ignore, audit }: { ignore: Ignore; audit: string }) {
  const rules = useRules(audit);
  const title = rules?.find(({ rule }) => rule === ignore.rule)?.title ?? ignore.rule;
  return <Line ignore={ignore} title={title} />;
}

function Line({ ignore, title }: { ignore: Ignore; title: string }) {
  const { t, date } = useTexts("audits");
  const action = useAction();
  const label = t("audits.ignore.stop");
  const place = ignore.url ? pathOf(ignore.url) : t("audits.ignore.everywhere");
  return (
    <li>
      <div>
        <Small fw={600}>{title}</Small>
        <Small style={{ overflowWrap: "anywhere" }}>{place}</Small>
        <Dim>
          {ignore.reason}
          {ignore.until && ` · ${t("audits.ignore.ends", { date: date(ignore.until) })}`}
        </Dim>
      </div>
      <TextButton
        label={label}
        name={t("audits.finding.buttonOf", { label, place: `${title}, ${place}` })}
        size="xs"
        {...action.press(() => stopIgnoring(ignore.id), t("audits.ignore.stopped"), AUDITS)}
      />
      {action.dialog}
    </li>
  );
}
