import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog";
import { indented, inOrder, useFolders } from "./folders";
import { UNFILED } from "./use-filter";
import { useMany } from "./use-many";

type Props = { ids: string[]; from: string | null; onDone: () => void; onClose: () => void };

/** Chooses the folder that documents are put into. */
export function MoveDialog({ ids, from, onDone, onClose }: Props) {
  const { t } = useTranslation("documents");
  const { data } = useFolders();
  const [to, setTo] = useState<string>(from ?? UNFILED);
  const { move } = useMany(() => {
    onDone();
    onClose();
  });
  const branches = inOrder(data?.data ?? []);
  return (
    <Dialog title={t("documents.folder.moveTitle", { count: ids.length })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate({ ids, folder_id: to === UNFILED ? null : to });
        }}
      >
        <Stack gap="md">
          {branches.length === 0 && (
            <Text size="sm" c="dimmed">
              {t("documents.folder.noneYet")}
            </Text>
          )}
          <Select
            label={t("documents.folder.where")}
            allowDeselect={false}
            data-autofocus
            data={[
              { value: UNFILED, label: t("documents.place.unfiled") },
              ...branches.map((branch) => ({ value: branch.id, label: indented(branch) })),
            ]}
            value={to}
            onChange={(value) => setTo(value ?? UNFILED)}
            comboboxProps={{ withinPortal: true }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("documents.folder.cancel")}
            </Button>
            <Button type="submit" loading={move.isPending}>
              {t("documents.folder.move")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
