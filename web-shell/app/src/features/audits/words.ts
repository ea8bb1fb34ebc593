import { useTexts } from "../../i18n/use-texts";

/** Names of what packs and the server name by a code. A code of a newer pack is shown as it is. */
export function useWords() {
  const { t, i18n, language, href } = useTexts("audits");
  const named = (key: string, code: string) => (i18n.exists(key) ? t(key) : code);
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const size = (value: number, unit: "byte" | "kilobyte" | "megabyte") =>
    new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
  return {
    category: (code: string) => named(`audits.category.${code}`, code),
    need: (code: string) => named(`audits.need.${code}`, code),
    limit: (code: string) => named(`audits.limit.${code}`, code),
    system: (code: string) => named(`audits.system.${code}`, code),
    /** The page of an address of an audit. */
    addressHref: (audit: string, number: number) =>
      `${href("auditPage", { page: String(number) })}?audit=${audit}`,
    /** A score or points, with at most one decimal. */
    points: (value: number) => decimals.format(value),
    bytes: (value: number) => {
      if (value < 1024) return size(value, "byte");
      return value < 1_048_576 ? size(value / 1024, "kilobyte") : size(value / 1_048_576, "megabyte");
    },
    ms: (value: number) =>
      value < 1000 ? `${decimals.format(value)}\u00a0ms` : `${decimals.format(value / 1000)}\u00a0s`,
  };
}
