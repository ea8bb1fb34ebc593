import { Menu } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { MenuEntry } from "../../ui/menu-entry";
import { TextButton } from "../../ui/texts";

type Query = Record<string, string | number | boolean | undefined>;
type Props = { audit: string; of: "findings" | "pages"; query: Query };

/** The address of a table with what a list shows. */
export function exportHref({ audit, of, query }: Props, format: "csv" | "xlsx") {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/audits/${audit}/${of}/export/${format}${text ? `?${text}` : ""}`;
}

/** Downloads what a list shows, on all its pages. */
export function ExportMenu(props: Props) {
  const { t } = useTexts("audits");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton label={t(`audits.export.${props.of}`)} icon="download" />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry label={t("audits.export.xlsx")} icon="table" file={exportHref(props, "xlsx")} />
        <MenuEntry label={t("audits.export.csv")} icon="document" file={exportHref(props, "csv")} />
      </Menu.Dropdown>
    </Menu>
  );
}
