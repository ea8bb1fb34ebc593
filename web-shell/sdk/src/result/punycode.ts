/** Domain labels with non-ASCII letters, which DNS has in Punycode (RFC 3492): their length there, and their letters. */

const BASE = 36;
const TMIN = 1;
const TMAX = 26;
const SKEW = 38;
const DAMP = 700;

/** The length of a label in ASCII, including the prefix "xn--" if needed; the label is a list of code points. */
export function punycodeLength(label: readonly number[]): number {
  const plain = label.filter((code) => code < 0x80).length;
  if (plain === label.length) return plain;
  let length = "xn--".length + plain + (plain > 0 ? 1 : 0);
  let [next, delta, bias, done] = [0x80, 0, 72, plain];
  while (done < label.length) {
    const from = next;
    const smallest = Math.min(...label.filter((code) => code >= from));
    delta += (smallest - next) * (done + 1);
    for (const code of label) {
      if (code < smallest) delta += 1;
      else if (code === smallest) {
        length += digits(delta, bias);
        bias = adapted(delta, done + 1, done === plain);
        delta = 0;
        done += 1;
      }
    }
    delta += 1;
    next = smallest + 1;
  }
  return length;
}

/** The digits of a variable-length integer. */
function digits(number: number, bias: number): number {
  let rest = number;
  for (let count = 1; ; count += 1) {
    const threshold = Math.min(Math.max(count * BASE - bias, TMIN), TMAX);
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let steps = 0;
  while (rest > ((BASE - TMIN) * TMAX) / 2) {
    rest = Math.floor(rest / (BASE - TMIN));
    steps += BASE;
  }
  return steps + Math.floor(((BASE - TMIN + 1) * rest) / (rest + SKEW));
}

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A host with its labels in Unicode; one that is not valid Punycode stays as it is. */
export const unicodeHost = (host: string): string =>
  host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decoded(label.slice("xn--".length)) ?? label) : label))
    .join(".");

/** A label without its prefix "xn--" in Unicode; null if it is not valid. */
function decoded(label: string): string | null {
  const plain = Math.max(label.lastIndexOf("-"), 0);
  const codes = [...label.slice(0, plain)].map((char) => char.charCodeAt(0));
  let [next, at, bias] = [0x80, 0, 72];
  let rest = label.slice(plain > 0 ? plain + 1 : 0);
  while (rest) {
    const from = at;
    let weight = 1;
    for (let count = 1; ; count += 1) {
      const digit = DIGITS.indexOf(rest[0] ?? " ");
      if (digit < 0) return null;
      rest = rest.slice(1);
      at += digit * weight;
      const threshold = Math.min(Math.max(count * BASE - bias, TMIN), TMAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const points = codes.length + 1;
    bias = adapted(at - from, points, from === 0);
    next += Math.floor(at / points);
    at %= points;
    if (next > 0x10ffff) return null;
    codes.splice(at, 0, next);
    at += 1;
  }
  return String.fromCodePoint(...codes);
}
