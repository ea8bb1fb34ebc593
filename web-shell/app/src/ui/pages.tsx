import { Group, Pagination } from "@mantine/core";
import { useTexts } from "../i18n/use-texts";
import type { PagerProps } from "./list";

/** The page numbers of a list, with links to the next and last page. */
export default function Pages({ page, total, per, onPage, size = "md" }: PagerProps) {
  const { t } = useTexts();
  return (
    <Group justify="center">
      <Pagination
        total={Math.max(1, Math.ceil(total / per))}
        value={page}
        onChange={onPage}
        size={size}
        getItemProps={(page) => ({ "aria-label": t("shell.paging.page", { page }) })}
        getControlProps={(control) => ({ "aria-label": t(`shell.paging.${control}`) })}
      />
    </Group>
  );
}
