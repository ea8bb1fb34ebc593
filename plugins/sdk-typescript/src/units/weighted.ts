// Length of a post on X: version 3 of the published counting rules. A post may weigh 280. Most Latin-script characters
// weigh one, everything else two, every address weighs 23 however long it is, and a whole emoji sequence weighs two.

import { ACCENTS, ENDINGS } from "../generated/tables";
import { splitGraphemes } from "./graphemes";

const ADDRESS = 23;
const LABEL = 63;
const LONGEST = 4096;
const LATIN =
  "0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff";
const OUTSIDE =
  "\\s!'#%&'()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$\u061c\u180e\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff";
const PATH = `/(?:[${LATIN}\u0400-\u04ff\\-!*';:=+,.$%#[\\]–_~@|&/]|\\([${LATIN}\\-._~/]*\\))*`;
const QUERY = "\\?[0-9A-Za-z!?*'@();:&=+$/%#[\\]\\-_.,~|]*[0-9A-Za-z\\-_&=#/]";
const WITH_SCHEME = new RegExp(
  `^https?://((?:[^${OUTSIDE}](?:(?:[^${OUTSIDE}]|[-_])*[^${OUTSIDE}])?\\.)+)([^${OUTSIDE}]{2,})(?::[0-9]+)?`,
  "i",
);
const BARE = new RegExp(`^((?:[${LATIN}](?:[${LATIN}-]*[${LATIN}])?\\.)+)([A-Za-z0-9-]+)(?::[0-9]+)?`);
const AFTER = new RegExp(`^(?:${PATH})?`);
const QUERIED = new RegExp(`^(?:${QUERY})`);
const PATH_END = new RegExp(`^.*[${LATIN}\u0400-\u04ff\\-+=_#/)]`, "s");

/** Weighted length of `text`. */
export function weighted(text: string): number {
  let total = 0;
  let done = 0;
  for (const [start, end] of addresses(text)) {
    total += weigh(text.slice(done, start)) + ADDRESS;
    done = end;
  }
  return total + weigh(text.slice(done));
}

function addresses(text: string): [number, number][] {
  const found: [number, number][] = [];
  // An address begins at the start or after a sign.
  const sign = /[^0-9A-Za-z@＠$#＃\ufeff]/g;
  let start = text.includes(".") ? 0 : text.length;
  let before = "";
  while (start < text.length) {
    const address = addressAt(text.slice(start), before);
    if (address?.isValid) {
      found.push([start, start + address.length]);
    }
    sign.lastIndex = start + (address?.length ?? 0);
    before = sign.exec(text)?.[0] ?? "";
    start = before === "" ? text.length : sign.lastIndex;
  }
  return found;
}

/** What looks like an address at the beginning of `text`, and whether it is one. */
function addressAt(text: string, before: string): { length: number; isValid: boolean } | undefined {
  const scheme = WITH_SCHEME.exec(text);
  const domain = scheme ?? (/[-_./]/.test(before) ? null : bareDomain(text));
  if (domain === null) {
    return undefined;
  }
  const end = domain[0].length;
  const path = AFTER.exec(text.slice(end))?.[0] ?? "";
  const kept = PATH_END.exec(path)?.[0].length ?? 0;
  const query = scheme === null && kept === 0 ? 0 : (QUERIED.exec(text.slice(end + kept))?.[0].length ?? 0);
  const length = end + kept + query;
  return { length, isValid: length <= LONGEST && (domain[1] + (domain[2] ?? "")).split(".").every(fits) };
}

/** Every interpreter has it, whichever library of types a tool names. */
const { URL: Url } = globalThis as unknown as { URL: new (address: string) => { hostname: string } };

/** Whether the name servers would take a label, as they spell it. */
function fits(label: string): boolean {
  if (label.length > LABEL || !/[^\0-\x7f]/.test(label)) {
    return label.length <= LABEL;
  }
  try {
    return new Url(`https://${label}.pl`).hostname.length - ".pl".length <= LABEL;
  } catch {
    return false;
  }
}

function bareDomain(text: string): RegExpExecArray | null {
  const domain = BARE.exec(text);
  return domain !== null && ENDINGS.has((domain[2] ?? "").toLowerCase()) ? domain : null;
}

function weigh(text: string): number {
  return splitGraphemes(text).reduce(
    (sum, cluster) => sum + (isEmoji(cluster) ? 2 : clusterWeight(cluster)),
    0,
  );
}

/** The weight of letters with their accents. */
function clusterWeight(cluster: string): number {
  let total = 0;
  let last: string | undefined;
  for (const letter of cluster) {
    // Both parts and the composed letter weigh one.
    const whole = last === undefined ? undefined : COMPOSED.get(last + letter);
    if (whole === undefined) {
      total += letterWeight(letter.codePointAt(0) as number);
    }
    last = whole ?? letter;
  }
  return total;
}

const COMPOSED = new Map(
  ACCENTS.flatMap(([accent, letters]) => {
    return (letters.match(/../gu) ?? []).map((pair) => [pair.charAt(0) + accent, pair.charAt(1)] as const);
  }),
);

function letterWeight(code: number): number {
  const isIn = (first: number, last: number) => code >= first && code <= last;
  return isIn(0, 4351) || isIn(8192, 8205) || isIn(8208, 8223) || isIn(8242, 8247) ? 1 : 2;
}

const EMOJI =
  /[\u{1F000}-\u{1FAFF}\u2600-\u26FF\u2705\u270A-\u270D\u2728\u274C\u274E\u2753-\u2757\u2764\u2795-\u2797\u27B0\u27BF\u2B1B\u2B1C\u2B50\u2B55]|\uFE0F|\u20E3/u;

/** Whether a grapheme is drawn as an emoji. Plain arrows, check marks and bullets are signs, not emoji. */
export function isEmoji(cluster: string): boolean {
  return EMOJI.test(cluster);
}
