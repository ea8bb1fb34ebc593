import { usePageLanguage } from "../i18n/use-texts";

/** The number separators of the language of the screen; the space does not break. */
export function useSeparators() {
  const isPolish = usePageLanguage() === "pl";
  return { thousandSeparator: isPolish ? "\u00a0" : ",", decimalSeparator: isPolish ? "," : "." };
}
