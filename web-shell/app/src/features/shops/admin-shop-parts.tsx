import { useTexts } from "../../i18n/use-texts";
import { Parts } from "../../ui/parts";

const PARTS = ["shops", "applications", "installs"] as const;
export type AdminPart = (typeof PARTS)[number];

/** The part in the address; the shops by default. */
export const partOf = (name: string): AdminPart => PARTS.find((part) => part === name) ?? "shops";

/** The parts of the administration of shops. */
export function AdminShopParts({ current }: { current: AdminPart }) {
  const { t, href } = useTexts("admin");
  return (
    <Parts
      label={t("admin.shops.parts")}
      parts={PARTS.map((part) => ({
        to: href("adminShops") + (part === "shops" ? "" : `?part=${part}`),
        label: t(`admin.shopPart.${part}`),
        isCurrent: part === current,
      }))}
    />
  );
}
