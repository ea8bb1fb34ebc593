import { Group, Pagination } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  size?: "sm" | "md";
};

/** The way through the pages of a list; nothing where there is one page, and somebody is on it. */
export function Pager({ page, pages, onPage, size = "md" }: Props) {
  const { t } = useTranslation();
  if (Math.max(page, pages) <= 1) return null;
  return (
    <Group justify="center">
      <Pagination
        total={Math.max(1, pages)}
        value={page}
        onChange={onPage}
        size={size}
        getItemProps={(page) => ({ "aria-label": t("shell.paging.page", { page }) })}
        getControlProps={(control) => ({ "aria-label": t(`shell.paging.${control}`) })}
      />
    </Group>
  );
}
