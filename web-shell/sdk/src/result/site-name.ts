import { useSdkTexts } from "../texts";

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** The host of an address without "www."; empty where it is none. */
export function hostOf(address: unknown): string {
  try {
    return new URL(text(address)).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}

/** Who speaks in a preview: the brand the input names, the site of its address, or "Your brand". */
export function useSiteName(input: Record<string, unknown>): string {
  const t = useSdkTexts();
  const named = text(input.brand) || text(input.company) || hostOf(input.url) || hostOf(input.final_url);
  return named || t("sdk.preview.brand");
}
