import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import type { DocumentSummary } from "@sitewright/sdk/shell";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Line, Small, starts, TextButton } from "../../ui/texts";
import { useMany } from "./use-many";
import { daysLeft } from "./when";

type Props = { document: DocumentSummary; deletedAt: string };

/** The name of a document in the trash: it opens the beginning of the text. */
export function TrashedName({ children, ...of }: Props & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton className="document-link" onClick={() => setOpen(true)}>
        {children}
      </UnstyledButton>
      {isOpen && <TrashPreview {...of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The server gives only the beginning of a text in the trash; the whole one is read once it is restored. */
function TrashPreview({ document, deletedAt, onClose }: Props & { onClose: () => void }) {
  const { t, href } = useTexts("documents");
  const navigate = useNavigate();
  const tool = useNamedTool(document.tool);
  const { id, title, excerpt } = document;
  const { restore } = useMany(onClose);
  const opened = useMany(() => navigate(href("document", { document: id }))).restore;
  return (
    <Dialog title={title || t("documents.row.untitled")} onClose={onClose}>
      <Stack gap="md">
        <Line size="xs" of={[tool?.name, t("documents.trash.daysLeft", { count: daysLeft(deletedAt) })]} />
        <Text style={{ overflowWrap: "anywhere" }}>{excerpt}</Text>
        <Small>{t("documents.trash.beginning")}</Small>
        <Group justify="flex-end" gap="xs">
          <TextButton label={t("documents.trash.restore")} icon="again" {...starts(restore, [id])} />
          <TextButton label={t("documents.trash.restoreOpen")} isMain {...starts(opened, [id])} />
        </Group>
      </Stack>
    </Dialog>
  );
}
