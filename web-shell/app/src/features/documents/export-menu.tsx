import { Menu } from "@mantine/core";
import { EXPORTS } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { TextButton } from "../../ui/texts";
import type { DocumentFilter } from "./list-documents";
import { useExport } from "./use-many";

type Props = { filter: DocumentFilter; ids: string[] };

/** Exports what is chosen, or all that the filter finds. */
export function ExportMenu({ filter, ids }: Props) {
  const { t } = useTranslation("documents");
  const download = useExport();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton
          label={t(ids.length > 0 ? "documents.export.chosen" : "documents.export.all")}
          size="xs"
          icon="download"
          loading={download.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORTS.map(({ format, title }) => (
          <Menu.Item key={format} onClick={() => download.mutate({ format, filter, ids })}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
