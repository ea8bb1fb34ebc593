import { Card, Checkbox } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { DocumentSummary } from "@sitewright/sdk/shell";
import { useId, useState } from "react";
import { labelsOf, useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { movesIn } from "../../ui/row-keys";
import { ArchiveBar } from "./archive-bar";
import { DeleteForEver, MoveDialog } from "./archive-dialogs";
import { DocumentRow, type RowProject } from "./document-row";
import { RowMenu } from "./row-menu";
import type { Filter } from "./use-filter";
import { type Selection, useSelection } from "./use-selection";
import { datedBy, monthName, type Period, periodsOf } from "./when";

const moveInRows = movesIn(".document-row", ".document-link", ".document-check input");

export type Density = "comfortable" | "compact";

type Props = { filter: Filter; documents: DocumentSummary[]; total: number };

/** The documents of a place, to open one by one or select together. */
export function ArchiveList({ filter, documents, total }: Props) {
  const chosen = useSelection(filter, documents, total);
  const [moving, setMoving] = useState<string[] | null>(null);
  const [deleting, setDeleting] = useState<string[] | null>(null);
  const [density, setDensity] = useLocalStorage<Density>({
    key: "sitewright.archive-density",
    defaultValue: "comfortable",
    getInitialValueInEffect: false,
  });
  const bar = { filter, chosen, density, onDensity: setDensity, onMove: setMoving, onDelete: setDeleting };
  const from = documents.find(({ id }) => id === moving?.[0])?.folder_id ?? null;
  const by = datedBy(filter);
  const rows = { filter, chosen, onMove: setMoving, onDelete: setDeleting };
  return (
    <Card withBorder padding={0} className="archive-card" data-density={density}>
      <ArchiveBar {...bar} shown={documents.length} total={total} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of a list belong to its links. */}
      <div onKeyDown={moveInRows}>
        {by === null ? (
          <DocumentRows {...rows} documents={documents} />
        ) : (
          periodsOf(documents, by).map((period) => <OfPeriod key={period.name} {...rows} period={period} />)
        )}
      </div>
      {moving && (
        <MoveDialog ids={moving} from={from} onDone={chosen.clear} onClose={() => setMoving(null)} />
      )}
      {deleting && <DeleteForEver ids={deleting} onDone={chosen.clear} onClose={() => setDeleting(null)} />}
    </Card>
  );
}

type RowsProps = {
  filter: Filter;
  chosen: Selection;
  onMove: (ids: string[]) => void;
  onDelete: (ids: string[]) => void;
};

/** The documents of a day, a week or a month, below its name. */
function OfPeriod({ period: { name, documents }, ...rows }: RowsProps & { period: Period }) {
  const { t, language } = useTexts("documents");
  const id = useId();
  const isNamed = name === "today" || name === "week";
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="archive-period">
        {isNamed ? t(`documents.period.${name}`) : monthName(name, language)}
      </h2>
      <DocumentRows {...rows} documents={documents} />
    </section>
  );
}

function DocumentRows({ filter, chosen, onMove, onDelete, documents }: RowsProps & Pick<Props, "documents">) {
  const { t } = useTexts("documents");
  const marks = useProjectMarks(filter.project);
  const by = datedBy(filter) ?? (filter.sort === "edited" ? "updated_at" : "created_at");
  return (
    <ul className="document-list archive-list">
      {documents.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          date={by}
          project={marks.get(document.project_id ?? 0)}
          isChosen={chosen.has(document.id)}
          before={
            <Checkbox
              className="document-above document-check"
              aria-label={t("documents.choose.one", {
                name: document.title || t("documents.row.untitled"),
              })}
              checked={chosen.has(document.id)}
              onChange={() => chosen.toggle(document.id)}
            />
          }
          after={
            <RowMenu
              document={document}
              onMove={() => onMove([document.id])}
              onDelete={() => onDelete([document.id])}
            />
          }
        />
      ))}
    </ul>
  );
}

/** The projects by number, if rows of several ones may be shown. */
function useProjectMarks(only: string): Map<number, RowProject> {
  const projects = useProjects()?.projects ?? [];
  if (only || projects.length < 2) return new Map();
  const labels = labelsOf(projects);
  return new Map(
    projects.map(({ id, color, icon, name }) => [id, { color, icon, name: labels.get(id) ?? name }]),
  );
}
