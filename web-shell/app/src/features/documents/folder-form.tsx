import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { useFormProblem } from "../../ui/use-form-problem";
import { type Folder, indented, inOrder, placesFor, useFolders } from "./folders";

/** Stands for "at the top", which is no folder. */
const TOP = "top";

type Props = {
  /** The folder to change; none for a new one. */
  folder?: Folder;
  /** Where a new one is made. */
  parent?: string | null;
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** Makes a folder, or names one anew and puts it elsewhere. */
export function FolderForm({ folder, parent = null, onSaved, onClose }: Props) {
  const { t } = useTranslation("documents");
  const queries = useQueryClient();
  const { data } = useFolders();
  const [name, setName] = useState(folder?.name ?? "");
  const [into, setInto] = useState(folder ? folder.parent_id : parent);
  const { errors, message, busy, submit } = useFormProblem();
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
    <Dialog title={t(folder ? "documents.folder.edit" : "documents.folder.new")} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(save);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput
            name="name"
            label={t("documents.folder.name")}
            data-autofocus
            maxLength={80}
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {(places.length > 0 || into) && (
            <Select
              name="parent_id"
              label={t("documents.folder.inside")}
              allowDeselect={false}
              data={[
                { value: TOP, label: t("documents.folder.top") },
                ...places.map((branch) => ({ value: branch.id, label: indented(branch) })),
              ]}
              value={into ?? TOP}
              error={errors.parent_id}
              onChange={(value) => setInto(value === TOP ? null : value)}
              comboboxProps={{ withinPortal: true }}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("documents.folder.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {t(folder ? "documents.folder.save" : "documents.folder.make")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
