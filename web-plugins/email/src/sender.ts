import { textOf, useSiteName } from "@sitewright/sdk";

/** The sender: the name in the form, otherwise the brand. */
export function useSender(input: Record<string, unknown>): string {
  const site = useSiteName(input);
  // "Anna Nowak, Piekarnia Łąka" signs the message; the inbox shows the name in front.
  return textOf(input, "sender").split(/[,\n]/)[0]?.trim() || site;
}
