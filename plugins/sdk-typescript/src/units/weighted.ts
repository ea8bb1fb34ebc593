// Length of a post on X: version 3 of the published counting rules. The limit is 280. Most Latin-script characters
// weigh one, all others two, every address weighs 23 regardless of its length, and a whole emoji sequence weighs two.

import { ACCENTS, ENDINGS, FOREIGN_ENDINGS } from "../generated/tables";
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
  `^(https?://)((?:[^${OUTSIDE}](?:(?:[^${OUTSIDE}]|[-_])*[^${OUTSIDE}])?\\.)+(?:[^${OUTSIDE}]|[-_])+)`,
  "i",
);
const BARE = new RegExp(`^()((?:[${LATIN}](?:[${LATIN}-]*[${LATIN}])?\\.)+[${LATIN}-]+)`);
const PORT = /^:[0-9]+/;
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
  // An address begins at the start or after another character.
  const sign = /[^0-9A-Za-z@＠$#＃\ufeff]/g;
  let start = text.includes(".") ? 0 : text.length;
  let before = "";
  // At the very start a letter beyond ASCII is a separate character if an address follows it, otherwise part of the
  // address.
  const first = /^[^0-9A-Za-z@＠$#＃\ufeff]/.exec(text)?.[0] ?? "";
  if (first !== "" && addressAt(text.slice(1), first) !== undefined) {
    start = 1;
    before = first;
  }
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

/** A possible address at the beginning of `text`, and whether it is one. */
function addressAt(text: string, before: string): { length: number; isValid: boolean } | undefined {
  const scheme = WITH_SCHEME.exec(text);
  const found = scheme ?? (/[-_./]/.test(before) ? null : BARE.exec(text));
  const labels = found?.[2] ?? "";
  const length = domainLength(labels, text.slice(found?.[0].length ?? 0));
  if (found === null || length === 0) {
    return undefined;
  }
  const start = (found[1] ?? "").length + length;
  const port = PORT.exec(text.slice(start))?.[0].length ?? 0;
  const path = AFTER.exec(text.slice(start + port))?.[0] ?? "";
  const kept = PATH_END.exec(path)?.[0].length ?? 0;
  if (scheme === null && kept === 0) {
    return { length: start, isValid: labels.slice(0, length).split(".").every(fits) };
  }
  const end = start + port + kept;
  const whole = end + (QUERIED.exec(text.slice(end))?.[0].length ?? 0);
  return { length: whole, isValid: whole <= LONGEST && labels.slice(0, length).split(".").every(fits) };
}

/** Up to the last label that is an ending, except the first one; 0 if there is none. `after` is the text after them. */
function domainLength(labels: string, after: string): number {
  const all = labels.split(".");
  for (let count = all.length; count > 1; count--) {
    const before = all.slice(0, count - 1).join(".").length + 1;
    const next = count < all.length ? "." : after.charAt(0);
    const ending = endingLength(all[count - 1] ?? "", next);
    if (ending > 0) {
      return before + ending;
    }
  }
  return 0;
}

/** Length of the listed ending that a label begins with; letters beyond ASCII may follow it. */
function endingLength(label: string, after: string): number {
  const isFree = (length: number) => !/[0-9A-Za-z@+-]/.test(label.charAt(length) || after);
  const name = /^[0-9A-Za-z]*/.exec(label)?.[0] ?? "";
  if (ENDINGS.has(name.toLowerCase()) && isFree(name.length)) {
    return name.length;
  }
  const foreign = FOREIGN_ENDINGS.find((ending) => label.startsWith(ending) && isFree(ending.length));
  return foreign?.length ?? /^xn--[0-9a-z-]+/i.exec(label)?.[0].length ?? 0;
}

/** Every interpreter has it, whatever type library a tool uses. */
const { URL: Url } = globalThis as unknown as { URL: new (address: string) => { hostname: string } };

/** Whether name servers accept a label, in their encoding. */
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

/** Whether a grapheme is drawn as an emoji. Plain arrows, check marks and bullets are not emoji. */
export function isEmoji(cluster: string): boolean {
  return EMOJI.test(cluster);
}
