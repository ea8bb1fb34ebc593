/** The length of a domain label in DNS: in Punycode (RFC 3492), if it contains non-ASCII letters. */

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
