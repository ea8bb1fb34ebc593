import { Card, Checkbox } from "@mantine/core";
import type { DocumentSummary } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { ArchiveBar } from "./archive-bar";
import { DocumentRow } from "./document-row";
import { MoveDialog } from "./move-dialog";
import { RowMenu } from "./row-menu";
import { useChosen } from "./use-chosen";
import type { Filter } from "./use-filter";
import { useMany } from "./use-many";

type Props = { filter: Filter; documents: DocumentSummary[] };

/** The documents of a place, to be opened one by one or chosen together. */
export function ArchiveList({ filter, documents }: Props) {
  const { t } = useTranslation("documents");
  const chosen = useChosen(
    JSON.stringify(filter.query),
    documents.map(({ id }) => id),
  );
  const [moving, setMoving] = useState<string[] | null>(null);
  const [deleting, setDeleting] = useState<string[] | null>(null);
  const bar = { filter, chosen, onMove: setMoving, onDelete: setDeleting };
  const from = documents.find(({ id }) => id === moving?.[0])?.folder_id ?? null;
  return (
    <Card withBorder padding={0}>
      <ArchiveBar {...bar} shown={documents.length} />
      <ul className="document-list archive-list">
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            before={
              <Checkbox
                className="document-above"
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
                onMove={() => setMoving([document.id])}
                onDelete={() => setDeleting([document.id])}
              />
            }
          />
        ))}
      </ul>
      {moving && (
        <MoveDialog ids={moving} from={from} onDone={chosen.clear} onClose={() => setMoving(null)} />
      )}
      {deleting && <DeleteForEver ids={deleting} onDone={chosen.clear} onClose={() => setDeleting(null)} />}
    </Card>
  );
}

function DeleteForEver({ ids, onDone, onClose }: { ids: string[]; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation("documents");
  const { remove } = useMany(() => {
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t("documents.ask.deleteTitle", { count: ids.length })}
      text={t("documents.ask.deleteText")}
      go={t("documents.trash.delete")}
      cancel={t("documents.ask.keep")}
      changed={null}
      act={() => remove.mutateAsync(ids)}
      onClose={onClose}
    />
  );
}
