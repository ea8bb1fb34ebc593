import { Select, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { FormDialog, useFields } from "../../ui/form";
import { type Folder, indented, inOrder, placesFor, useFolders } from "./folders";

/** Represents "at the top", which is no folder. */
const TOP = "top";

type Props = {
  /** The folder to change; none to create one. */
  folder?: Folder;
  /** The parent of a new folder. */
  parent?: string | null;
  onSaved: (id: string) => void;
  onClose: () => void;
};

export function FolderForm({ folder, parent = null, onSaved, onClose }: Props) {
  const { t } = useTexts("documents");
  const queries = useQueryClient();
  const { data } = useFolders();
  const form = useFields({
    name: folder?.name ?? "",
    parent_id: (folder ? folder.parent_id : parent) ?? TOP,
  });
  const { name, parent_id } = form.values;
  const into = parent_id === TOP ? null : parent_id;
  const places = placesFor(inOrder(data?.data ?? []), folder?.id ?? "");

  const save = async () => {
    const body = { name, parent_id: into };
    const saved = folder
      ? await unwrap(api.PATCH("/api/folders/{id}", { params: { path: { id: folder.id } }, body }))
      : await unwrap(api.POST("/api/folders", { body }));
    await queries.invalidateQueries(at("/api/folders"));
    onClose();
    onSaved(saved.id);
  };
  return (
    <FormDialog
      title={t(folder ? "documents.folder.edit" : "documents.folder.new")}
      onClose={onClose}
      {...form.submits(save)}
      go={t(folder ? "documents.folder.save" : "documents.folder.make")}
    >
      <TextInput data-autofocus maxLength={80} {...form.field("name", t("documents.folder.name"))} />
      {(places.length > 0 || into) && (
        <Select
          allowDeselect={false}
          data={[
            { value: TOP, label: t("documents.folder.top") },
            ...places.map((branch) => ({ value: branch.id, label: indented(branch) })),
          ]}
          {...form.field("parent_id", t("documents.folder.inside"))}
          comboboxProps={{ withinPortal: true }}
        />
      )}
    </FormDialog>
  );
}
