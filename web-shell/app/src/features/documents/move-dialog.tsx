import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../ui/form-dialog";
import { Dim } from "../../ui/texts";
import { useFields } from "../../ui/use-fields";
import { indented, inOrder, useFolders } from "./folders";
import { UNFILED } from "./use-filter";
import { useMany } from "./use-many";

type Props = { ids: string[]; from: string | null; onDone: () => void; onClose: () => void };

/** Chooses the folder that documents are put into. */
export function MoveDialog({ ids, from, onDone, onClose }: Props) {
  const { t } = useTranslation("documents");
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
      of={form}
      onSubmit={() =>
        form.submit(() => move.mutateAsync({ ids, folder_id: folder === UNFILED ? null : folder }))
      }
      go={t("documents.folder.move")}
    >
      {branches.length === 0 && <Dim>{t("documents.folder.noneYet")}</Dim>}
      <Select
        label={t("documents.folder.where")}
        allowDeselect={false}
        data-autofocus
        data={[
          { value: UNFILED, label: t("documents.place.unfiled") },
          ...branches.map((branch) => ({ value: branch.id, label: indented(branch) })),
        ]}
        {...form.field("folder")}
        comboboxProps={{ withinPortal: true }}
      />
    </FormDialog>
  );
}
