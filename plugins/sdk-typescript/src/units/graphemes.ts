// Graphemes, the characters that users see: the extended grapheme clusters of UAX #29, computed like in the Rust SDK.
// The interpreter that runs tools has no `Intl`.

import { RANGES } from "../generated/tables";

/** The first fifteen in the order of the table. */
enum Class {
  Control,
  Extend,
  Linker,
  NonJoiner,
  Pictographic,
  Consonant,
  L,
  V,
  T,
  Prepend,
  Regional,
  SpacingMark,
  Zwj,
  Cr,
  Lf,
  Lv,
  Lvt,
  Other,
}

function classOf(code: number): Class {
  if (code >= 0x20 && code <= 0x7e) {
    return Class.Other;
  }
  if (code >= 0xac00 && code <= 0xd7a3) {
    return (code - 0xac00) % 28 === 0 ? Class.Lv : Class.Lvt;
  }
  if ((code >= 0xe0020 && code <= 0xe007f) || (code >= 0xe0100 && code <= 0xe01ef)) {
    return Class.Extend;
  }
  if (code >= 0xe0000 && code <= 0xe0fff) {
    return Class.Control;
  }
  return listed(code);
}

function listed(code: number): Class {
  let low = 0;
  let high = RANGES.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((RANGES[middle] as number) >>> 11 <= code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const range = RANGES[low - 1];
  if (range === undefined || code - (range >>> 11) > ((range >>> 4) & 127)) {
    return Class.Other;
  }
  return range & 15;
}

/** The state inside an emoji sequence or an Indic syllable. */
enum Joining {
  No,
  Picture,
  PictureJoined,
  Syllable,
  SyllableJoined,
}

/** Rules GB3 to GB13; `flags` counts the regional indicators so far. */
function joins(last: Class, next: Class, joining: Joining, flags: number): boolean {
  if (last === Class.Cr && next === Class.Lf) {
    return true;
  }
  if (isControl(last) || isControl(next)) {
    return false;
  }
  switch (next) {
    case Class.Extend:
    case Class.Linker:
    case Class.NonJoiner:
    case Class.Zwj:
    case Class.SpacingMark:
      return true;
    default:
      return last === Class.Prepend || isHangul(last, next) || continues(last, next, joining, flags);
  }
}

function isControl(found: Class): boolean {
  return found === Class.Control || found === Class.Cr || found === Class.Lf;
}

function isHangul(last: Class, next: Class): boolean {
  if (last === Class.L) {
    return next === Class.L || next === Class.V || next === Class.Lv || next === Class.Lvt;
  }
  if (last === Class.Lv || last === Class.V) {
    return next === Class.V || next === Class.T;
  }
  return (last === Class.Lvt || last === Class.T) && next === Class.T;
}

function continues(last: Class, next: Class, joining: Joining, flags: number): boolean {
  switch (next) {
    case Class.Consonant:
      return joining === Joining.SyllableJoined;
    case Class.Pictographic:
      return last === Class.Zwj && joining === Joining.PictureJoined;
    case Class.Regional:
      return last === Class.Regional && flags % 2 === 1;
    default:
      return false;
  }
}

function advance(joining: Joining, next: Class): Joining {
  const extends_ = next === Class.Extend || next === Class.Linker || next === Class.NonJoiner;
  if (next === Class.Pictographic) {
    return Joining.Picture;
  }
  if (next === Class.Consonant) {
    return Joining.Syllable;
  }
  if (joining === Joining.Picture && extends_) {
    return Joining.Picture;
  }
  if (joining === Joining.Picture && next === Class.Zwj) {
    return Joining.PictureJoined;
  }
  if (joining === Joining.Syllable || joining === Joining.SyllableJoined) {
    if (next === Class.Linker) {
      return Joining.SyllableJoined;
    }
    return next === Class.Extend || next === Class.Zwj ? joining : Joining.No;
  }
  return Joining.No;
}

/** Splits `text` into graphemes. */
export function splitGraphemes(text: string): string[] {
  const clusters: string[] = [];
  let start = 0;
  let place = 0;
  let last = Class.Other;
  let joining = Joining.No;
  let flags = 0;
  for (const letter of text) {
    const next = classOf(letter.codePointAt(0) as number);
    if (place > 0 && !joins(last, next, joining, flags)) {
      clusters.push(text.slice(start, place));
      start = place;
      joining = Joining.No;
      flags = 0;
    }
    flags = next === Class.Regional ? flags + 1 : 0;
    joining = advance(joining, next);
    last = next;
    place += letter.length;
  }
  if (place > start) {
    clusters.push(text.slice(start));
  }
  return clusters;
}

/** Letters, signs and punctuation that are always separate characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are separate characters as well.
const PLAIN = /^[\x00-\x0c\x0e-\u02ff\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** The number of characters as users see them: an emoji sequence or a letter with accents is one. */
export function graphemes(text: string): number {
  return PLAIN.test(text) ? text.length : splitGraphemes(text).length;
}
