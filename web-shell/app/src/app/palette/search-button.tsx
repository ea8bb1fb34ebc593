import { UnstyledButton } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { PALETTE_KEYS, show } from "./shown";

const prefetch = () => void import("./keys").then(({ prefetchPalette }) => prefetchPalette()).catch(() => {});

/** Opens the palette; a narrow screen has room for its icon only. */
export function SearchButton() {
  const { t } = useTexts("layout");
  return (
    <UnstyledButton
      className="sw-search"
      aria-label={t("layout.search.name")}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => show("palette")}
    >
      <Icon name="search" size={18} />
      <span className="sw-search-text" aria-hidden="true">
        {t("layout.search.name")} <kbd>{PALETTE_KEYS}</kbd>
      </span>
    </UnstyledButton>
  );
}
