import { ENDINGS, FOREIGN_ENDINGS } from "./generated/endings";
import { clusters, composedLetters, isEmoji } from "./letters";
import { punycodeLength } from "./punycode";

/**
 * Finds web addresses in a post on X: domains with a listed ending, with a scheme or without. The same algorithm as in
 * `plugins/sdk/src/units/weighted/addresses.rs`, which counts a post when it is generated; texts are lists of their
 * letters (code points).
 */
type Letters = readonly string[];

/** A range that excludes its end. */
type Range = [start: number, end: number];

/** Maximum length of a domain label in DNS; maximum length of an address in bytes. */
const LABEL = 63;

const LONGEST = 4096;

/** Letters of a label that are scanned; longer labels are invalid in any encoding. */
const LONGEST_LABEL = 128;

const SCHEMES = ["https://", "http://"];

/** The maximum distance from the letter before an address to its first dot. */
const FAR = LONGEST_LABEL + 8;

/** The prefix of a non-ASCII ending in ASCII. */
const PUNYCODE = "xn--";

const KNOWN = new Set(ENDINGS.split(" "));

const NON_ASCII = FOREIGN_ENDINGS.split(" ").map((ending) => [...ending]);

/** Letters of a domain without a scheme, and of paths. */
const LATIN =
  /^(?:[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u1e00-\u1eff]|[\u0300-\u036f])$/;

/** Letters of a domain after a scheme: all but punctuation, spaces and invisible characters. */
const ANY =
  /^[^\p{White_Space}!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$\u061c\u180e\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]$/u;

const MAY_PRECEDE = /^[^0-9A-Za-z@＠$#＃\ufffe\ufeff\uffff]$/u;

const IN_PATH = /^[\u0400-\u04ff\-!*';:=+,.$/%#[\]–_~@|&]$/;

const PATH_END = /^[\u0400-\u04ff\-+=_#/)]$/;

const IN_QUERY = /^[0-9A-Za-z!?*'@();:&=+$/%#[\]\-_.,~|]$/;

const QUERY_END = /^[0-9A-Za-z\-_&=#/]$/;

const at = (letters: Letters, place: number) => letters[place] ?? "";

/**
 * For either kind of domain, the position up to which none begins: otherwise a sequence of labels would be scanned again
 * from each of them.
 */
type Dead = { latin: number; any: number };

const fits = (letters: Letters, [start, end]: Range) =>
  new TextEncoder().encode(letters.slice(start, end).join("")).length <= LONGEST;

/**
 * The units of platforms, measured like in the generators (`plugins/sdk/src/units`), so that a value is the same in
 * the browser.
 */

const encoder = new TextEncoder();

export const graphemes = (text: string) => clusters(text).length;

export const utf16 = (text: string) => text.length;

export const bytes = (text: string) => encoder.encode(text).length;

/** Counts runs between white space that contain a letter or a digit. */
export const words = (text: string) =>
  text.split(/\p{White_Space}+/u).filter((word) => /[\p{Alphabetic}\p{N}]/u.test(word)).length;

/** East Asian Wide and Fullwidth characters and emoji take two width units in Google Ads, all others one. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function width(text: string): number {
  // Below U+0300 every character takes one, including two-character line breaks.
  if (!/[\u0300-\uffff]/.test(text)) return text.length;
  return clusters(text).reduce((sum, cluster) => sum + (isEmoji(cluster) || WIDE.test(cluster) ? 2 : 1), 0);
}

/** Characters that weigh one on X; all others weigh two. */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037\u2126\u212a\u212b]/;

/** Letters whose composed form (NFC) consists of two or three light ones. */
const APART = /[\u0344\u0958-\u095f]/;

const FAR_APART = /[\ufb2c\ufb2d]/;

const X_EMOJI_WEIGHT = 2;

const X_ADDRESS_WEIGHT = 23;

function xLetterWeight(letter: string): number {
  if (FAR_APART.test(letter)) return 3;
  return LIGHT.test(letter) && !APART.test(letter) ? 1 : 2;
}

const xClusterWeight = (cluster: string) => {
  if (isEmoji(cluster)) return X_EMOJI_WEIGHT;
  // A composed letter weighs one, like its parts together, whatever the parts weigh alone.
  return composedLetters(cluster).reduce((sum, letter) => sum + xLetterWeight(letter), 0);
};

const xTextWeight = (letters: string[]) =>
  clusters(letters.join("")).reduce((sum, cluster) => sum + xClusterWeight(cluster), 0);

/** The weighted length of a post on X: version 3 of its counting rules, in which every address weighs 23. */
export function xWeight(text: string): number {
  const letters = [...text];
  let total = 0;
  let done = 0;
  for (const [start, end] of addresses(letters)) {
    total += xTextWeight(letters.slice(done, start)) + X_ADDRESS_WEIGHT;
    done = end;
  }
  return total + xTextWeight(letters.slice(done));
}

/** The end of the run of matching letters from `start`. */
function runEnd(letters: Letters, start: number, isInside: (letter: string) => boolean, most = Infinity) {
  let end = start;
  while (end < letters.length && end - start < most && isInside(at(letters, end))) end += 1;
  return end;
}

/** The addresses of a text, from left to right. */
function addresses(letters: Letters): Range[] {
  const found: Range[] = [];
  const dead: Dead = { latin: 0, any: 0 };
  let from = 0;
  let dot = -1;
  for (let place = 0; place < letters.length; place += 1) {
    if (place < from) continue;
    // Without a dot in range, no domain begins.
    if (dot < place) dot = letters.indexOf(".", place);
    if (dot < 0) break;
    if (dot - place > FAR) continue;
    // An address follows another character; only at the start of the text it needs none.
    const before = at(letters, place);
    const start = place + 1;
    const after = MAY_PRECEDE.test(before) ? addressAt(letters, start, before, dead) : undefined;
    // The scan from the second letter does not apply to the first.
    const hit = after ?? (place === 0 ? addressAt(letters, 0, " ", { latin: 0, any: 0 }) : undefined);
    if (!hit) continue;
    from = hit.range[1];
    if (hit.isValid) found.push(hit.range);
  }
  return found;
}

/** A candidate for an address at `start`, and whether it is valid. */
function addressAt(letters: Letters, start: number, before: string, dead: Dead) {
  const opening = letters
    .slice(start, start + 8)
    .join("")
    .toLowerCase();
  const scheme = SCHEMES.find((scheme) => opening.startsWith(scheme)) ?? "";
  const isInWord = scheme === "" && /^[-_./]$/.test(before);
  const kind = scheme || isInWord ? "any" : "latin";
  const first = start + scheme.length;
  if (first < dead[kind]) return undefined;
  const { end, read } = domain(letters, first, kind);
  if (end === undefined) {
    dead[kind] = read;
    return undefined;
  }
  const range: Range = [start, tailEnd(letters, end, scheme !== "")];
  return { range, isValid: !isInWord && fits(letters, range) && labelsFit(letters.slice(first, end)) };
}

function labelsFit(name: Letters): boolean {
  const labels = name.join("").split(".");
  return labels.every(
    (label) => punycodeLength([...label].map((letter) => letter.codePointAt(0) ?? 0)) <= LABEL,
  );
}

/**
 * The end of a domain: labels separated by dots, the last of them an ending. Also the start of the last scanned
 * label: scans from the labels before it have the same result.
 */
function domain(letters: Letters, from: number, kind: keyof Dead): { end: number | undefined; read: number } {
  const pattern = kind === "any" ? ANY : LATIN;
  const isInside = (letter: string) => pattern.test(letter) || letter === "-" || letter === "_";
  let end: number | undefined;
  for (let start = from; ; ) {
    const stop = runEnd(letters, start, isInside, LONGEST_LABEL);
    // An overlong word is not a label, and is not scanned again from each of its letters.
    if (stop - start === LONGEST_LABEL && stop < letters.length) return { end, read: start };
    if (start > from) end = endingAt(letters, start, stop) ?? end;
    const edges = at(letters, start) + at(letters, stop - 1);
    const isLabel = stop > start && !/[-_]/.test(edges);
    const isPlain = kind === "any" || !letters.slice(start, stop).includes("_");
    if (!isLabel || !isPlain || at(letters, stop) !== ".") return { end, read: start };
    start = stop + 1;
  }
}

/** The end of the ending at `start`, in any script, for any labels before it. */
function endingAt(letters: Letters, start: number, stop: number): number | undefined {
  const outside = runEnd(letters, start, (letter) => ANY.test(letter) || letter === "-", LONGEST_LABEL);
  const isCut = outside - start < LONGEST_LABEL && outside < letters.length;
  const label = letters.slice(start, isCut ? Math.max(outside, stop) : letters.length);
  const isOpen = (end: number) => !/^[0-9A-Za-z@+-]/.test(at(letters, end));
  const plain = start + runEnd(label, 0, (letter) => /^[0-9A-Za-z]$/.test(letter));
  if (isOpen(plain) && KNOWN.has(letters.slice(start, plain).join("").toLowerCase())) return plain;
  const stands = (ending: Letters) =>
    ending.every((letter, place) => letter === label[place]) && isOpen(start + ending.length);
  const ending = NON_ASCII.find(stands);
  if (ending) return start + ending.length;
  const spelt = runEnd(label, 0, (letter) => /^[0-9A-Za-z-]$/.test(letter));
  const prefix = label.slice(0, PUNYCODE.length).join("").toLowerCase();
  return spelt > PUNYCODE.length && prefix === PUNYCODE ? start + spelt : undefined;
}

/** The end of port, path and query; a domain without a scheme includes port and query only with a path. */
function tailEnd(letters: Letters, start: number, isAfterScheme: boolean): number {
  const digits = runEnd(letters, start + 1, (letter) => /^[0-9]$/.test(letter));
  const port = at(letters, start) === ":" && digits > start + 1 ? digits : start;
  const path = pathEnd(letters, port);
  return path > port || isAfterScheme ? queryEnd(letters, path) : start;
}

/** The last character that may end a path; parentheses are included in pairs. */
function pathEnd(letters: Letters, start: number): number {
  if (at(letters, start) !== "/") return start;
  let end = start + 1;
  let open = 0;
  for (let place = end; place < letters.length; place += 1) {
    const letter = at(letters, place);
    const isLatin = LATIN.test(letter);
    if (letter === "(" && open < 2) open += 1;
    else if (letter === ")" && open > 0) open -= 1;
    else if (!isLatin && !IN_PATH.test(letter)) break;
    if (open === 0 && (isLatin || PATH_END.test(letter))) end = place + 1;
  }
  return end;
}

function queryEnd(letters: Letters, start: number): number {
  if (at(letters, start) !== "?") return start;
  const stop = runEnd(letters, start + 1, (letter) => IN_QUERY.test(letter));
  const last = letters.slice(start + 1, stop).findLastIndex((letter) => QUERY_END.test(letter));
  return last < 0 ? start : start + 1 + last + 1;
}
