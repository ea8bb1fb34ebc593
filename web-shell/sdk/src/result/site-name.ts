import { useQuery } from "@tanstack/react-query";
import { useProjectDomain, useShell } from "../shell-context";
import { useSdkTexts } from "../texts";
import { unicodeHost } from "./punycode";

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** The host of an address as readers see it, in Unicode and without "www."; empty if the address has none. */
export function hostOf(address: unknown): string {
  try {
    return unicodeHost(new URL(text(address)).hostname).replace(/^www\./, "");
  } catch {
    return "";
  }
}

/** The name in the brand kit; empty while it loads or if there is none. */
export function useBrandName(): string {
  const { api, quietly } = useShell();
  const { data } = useQuery({
    queryKey: ["/api/brand-kit", {}, "name"],
    throwOnError: false,
    queryFn: async () => (await api.GET("/api/brand-kit", { headers: quietly })).data?.brandKit?.name ?? "",
    staleTime: 60_000,
  });
  return data ?? "";
}

/**
 * The author in a preview: the brand in the input, that of the brand kit, the site of an address, that of the project,
 * or "Your brand".
 */
export function useSiteName(input: Record<string, unknown>): string {
  const t = useSdkTexts();
  const brand = useBrandName();
  const project = useProjectDomain();
  const named =
    text(input.brand) || text(input.company) || brand || hostOf(input.url) || hostOf(input.final_url);
  return named || project || t("sdk.preview.brand");
}
