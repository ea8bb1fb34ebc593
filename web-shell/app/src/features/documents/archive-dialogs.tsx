import { Select } from "@mantine/core";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormDialog, useFields } from "../../ui/form";
import { Dim } from "../../ui/texts";
import { indented, inOrder, useFolders } from "./folders";
import { UNFILED } from "./use-filter";
import { useMany } from "./use-many";

type DeleteProps = { ids: string[]; onDone: () => void; onClose: () => void };
type MoveDialogProps = { ids: string[]; from: string | null; onDone: () => void; onClose: () => void };

/** Asks before documents of the trash are deleted. */
export function DeleteForEver({ ids, onDone, onClose }: DeleteProps) {
  const { t } = useTexts("documents");
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

/** Selects the target folder of documents. */
export function MoveDialog({ ids, from, onDone, onClose }: MoveDialogProps) {
  const { t } = useTexts("documents");
  const { data } = useFolders();
  const form = useFields({ folder: from ?? UNFILED });
  const { folder } = form.values;
  const { move } = useMany(() => {
    onDone();
    onClose();
  });
  const branches = inOrder(data?.data ?? []);
  return (
    <FormDialog
      title={t("documents.folder.moveTitle", { count: ids.length })}
      onClose={onClose}
      {...form.submits(() => move.mutateAsync({ ids, folder_id: folder === UNFILED ? null : folder }))}
      go={t("documents.folder.move")}
    >
      {branches.length === 0 && <Dim>{t("documents.folder.noneYet")}</Dim>}
      <Select
        allowDeselect={false}
        data-autofocus
        data={[
          { value: UNFILED, label: t("documents.place.unfiled") },
          ...branches.map((branch) => ({ value: branch.id, label: indented(branch) })),
        ]}
        {...form.field("folder", t("documents.folder.where"))}
        comboboxProps={{ withinPortal: true }}
      />
    </FormDialog>
  );
}
