import type { ListedTool } from "@sitewright/sdk/shell";
import { useTexts } from "../../i18n/use-texts";
import { Strong } from "../../ui/texts";
import "./permissions.css";

type Props = Pick<ListedTool, "permissions">;

/** What a tool may do; nothing if it may do nothing. */
export function Permissions({ permissions }: Props) {
  const { t } = useTexts("tools");
  if (permissions.length === 0) return null;
  return (
    <div className="tool-permissions">
      <Strong>{t("tools.page.permissions")}</Strong>
      <ul>
        {permissions.map(({ import: name, title }) => (
          <li key={name}>{title}</li>
        ))}
      </ul>
    </div>
  );
}
