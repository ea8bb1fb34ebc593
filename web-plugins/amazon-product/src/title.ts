import { type Device, folded } from "@sitewright/sdk";

/** A phone and a list of results show about this much of a title, in characters. */
const MOBILE = 80;

/** The title as a device shows it, and whether something is cut off. */
export function titleOn(device: Device, title: string) {
  if (device === "desktop") return { text: title, isCut: false };
  const { shown, hidden } = folded(title, { limit: MOBILE });
  return { text: hidden ? `${shown}…` : shown, isCut: hidden !== "" };
}
