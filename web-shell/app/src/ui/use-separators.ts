import { usePageLanguage } from "../i18n/use-texts";

/** How the language of the screen writes numbers; the space does not break. */
export function useSeparators() {
  const isPolish = usePageLanguage() === "pl";
  return { thousandSeparator: isPolish ? "\u00a0" : ",", decimalSeparator: isPolish ? "," : "." };
}
