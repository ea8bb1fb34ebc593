import { ENDINGS, FOREIGN_ENDINGS } from "./generated/endings";
import { clusters, composedLetters, isEmoji } from "./letters";
import { punycodeLength } from "./punycode";

/**
 * Where X finds web addresses in a post: domains under a listed ending, with a scheme or without. The same steps as in
 * `plugins/sdk/src/units/weighted/addresses.rs`, with which a post is counted when it is made; texts are lists of their
 * letters (code points).
 */
type Letters = readonly string[];

/** From the first letter up to the one that is no longer part of it. */
type Range = [start: number, end: number];

/** Longest label of a domain as name servers see it; longest address in bytes. */
const LABEL = 63;

const LONGEST = 4096;

/** Letters of a label that are looked at; more are too many in any spelling. */
const LONGEST_LABEL = 128;

const SCHEMES = ["https://", "http://"];

/** From the letter before an address to its first dot is no further. */
const FAR = LONGEST_LABEL + 8;

/** How an ending is spelt that has letters beyond ASCII. */
const PUNYCODE = "xn--";

const KNOWN = new Set(ENDINGS.split(" "));

const FOREIGN = FOREIGN_ENDINGS.split(" ").map((ending) => [...ending]);

/** Letters of a bare domain, and of paths. */
const LATIN =
  /^(?:[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u1e00-\u1eff]|[\u0300-\u036f])$/;

/** Letters of a domain after a scheme: whatever is neither punctuation nor space nor invisible. */
const ANY =
  /^[^\p{White_Space}!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$\u061c\u180e\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]$/u;

const MAY_PRECEDE = /^[^0-9A-Za-z@＠$#＃\ufffe\ufeff\uffff]$/u;

const IN_PATH = /^[\u0400-\u04ff\-!*';:=+,.$/%#[\]–_~@|&]$/;

const PATH_END = /^[\u0400-\u04ff\-+=_#/)]$/;

const IN_QUERY = /^[0-9A-Za-z!?*'@();:&=+$/%#[\]\-_.,~|]$/;

const QUERY_END = /^[0-9A-Za-z\-_&=#/]$/;

const at = (letters: Letters, place: number) => letters[place] ?? "";

/**
 * For either kind of domain up to where none begins: without it a row of labels would be read to its end from each of
 * them.
 */
type Dead = { latin: number; any: number };

const fits = (letters: Letters, [start, end]: Range) =>
  new TextEncoder().encode(letters.slice(start, end).join("")).length <= LONGEST;

/**
 * The units that platforms count in, as the generators measure them (`plugins/sdk/src/units`): a figure must not change
 * by being looked at.
 */

const encoder = new TextEncoder();

export const graphemes = (text: string) => clusters(text).length;

export const utf16 = (text: string) => text.length;

export const bytes = (text: string) => encoder.encode(text).length;

/** Runs between white space that hold a letter or a digit. */
export const words = (text: string) =>
  text.split(/\p{White_Space}+/u).filter((word) => /[\p{Alphabetic}\p{N}]/u.test(word)).length;

/** East Asian Wide and Fullwidth characters and emoji take two width units in Google Ads, all others one. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function width(text: string): number {
  // Below U+0300 every character takes one, line breaks of two characters as well.
  if (!/[\u0300-\uffff]/.test(text)) return text.length;
  return clusters(text).reduce((sum, cluster) => sum + (isEmoji(cluster) || WIDE.test(cluster) ? 2 : 1), 0);
}

/** Characters that weigh one on X; all others weigh two. */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037\u2126\u212a\u212b]/;

/** Letters that the composed form (NFC) takes apart into two or three light ones. */
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
  // Both parts of a composed letter and the letter weigh one, whatever the parts weigh alone.
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

/** Up to where the letters from `start` on are such. */
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
    // Where no dot is in reach, no domain begins.
    if (dot < place) dot = letters.indexOf(".", place);
    if (dot < 0) break;
    if (dot - place > FAR) continue;
    // An address follows a sign; only at the very start nothing needs to stand before it.
    const before = at(letters, place);
    const start = place + 1;
    const after = MAY_PRECEDE.test(before) ? addressAt(letters, start, before, dead) : undefined;
    // What was read from the second letter on says nothing of the first.
    const hit = after ?? (place === 0 ? addressAt(letters, 0, " ", { latin: 0, any: 0 }) : undefined);
    if (!hit) continue;
    from = hit.range[1];
    if (hit.isValid) found.push(hit.range);
  }
  return found;
}

/** What looks like an address at `start`, and whether it is one. */
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
 * Where a domain ends: labels with dots between, the last of them an ending. Also where the last label begins that was
 * looked at: from within the labels before it there is no other result.
 */
function domain(letters: Letters, from: number, kind: keyof Dead): { end: number | undefined; read: number } {
  const pattern = kind === "any" ? ANY : LATIN;
  const isInside = (letter: string) => pattern.test(letter) || letter === "-" || letter === "_";
  let end: number | undefined;
  for (let start = from; ; ) {
    const stop = runEnd(letters, start, isInside, LONGEST_LABEL);
    // A word without end is no label, and is not read to its end from each of its letters.
    if (stop - start === LONGEST_LABEL && stop < letters.length) return { end, read: start };
    if (start > from) end = endingAt(letters, start, stop) ?? end;
    const edges = at(letters, start) + at(letters, stop - 1);
    const isLabel = stop > start && !/[-_]/.test(edges);
    const isPlain = kind === "any" || !letters.slice(start, stop).includes("_");
    if (!isLabel || !isPlain || at(letters, stop) !== ".") return { end, read: start };
    start = stop + 1;
  }
}

/** Where the ending ends that stands at `start`, of any script, whatever the labels before it. */
function endingAt(letters: Letters, start: number, stop: number): number | undefined {
  const outside = runEnd(letters, start, (letter) => ANY.test(letter) || letter === "-", LONGEST_LABEL);
  const isCut = outside - start < LONGEST_LABEL && outside < letters.length;
  const label = letters.slice(start, isCut ? Math.max(outside, stop) : letters.length);
  const isOpen = (end: number) => !/^[0-9A-Za-z@+-]/.test(at(letters, end));
  const plain = start + runEnd(label, 0, (letter) => /^[0-9A-Za-z]$/.test(letter));
  if (isOpen(plain) && KNOWN.has(letters.slice(start, plain).join("").toLowerCase())) return plain;
  const stands = (ending: Letters) =>
    ending.every((letter, place) => letter === label[place]) && isOpen(start + ending.length);
  const foreign = FOREIGN.find(stands);
  if (foreign) return start + foreign.length;
  const spelt = runEnd(label, 0, (letter) => /^[0-9A-Za-z-]$/.test(letter));
  const prefix = label.slice(0, PUNYCODE.length).join("").toLowerCase();
  return spelt > PUNYCODE.length && prefix === PUNYCODE ? start + spelt : undefined;
}

/** Where port, path and query end; a bare domain takes the others along only with a path. */
function tailEnd(letters: Letters, start: number, isAfterScheme: boolean): number {
  const digits = runEnd(letters, start + 1, (letter) => /^[0-9]$/.test(letter));
  const port = at(letters, start) === ":" && digits > start + 1 ? digits : start;
  const path = pathEnd(letters, port);
  return path > port || isAfterScheme ? queryEnd(letters, path) : start;
}

/** Up to the last sign that may end a path; parentheses belong to it in pairs. */
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
