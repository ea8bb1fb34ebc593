import { useTranslation } from "react-i18next";

/** The title of the browser tab; React puts it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  return <title>{`${children} · ${t("shell.brand.name")}`}</title>;
}
