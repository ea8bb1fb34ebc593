/**
 * Advance widths and kerning of Liberation Sans Regular (SIL Open Font License), which has the metrics of Arial:
 * the same table as the generator measures with, so that a figure does not change by being looked at.
 */

const UNITS_PER_EM = 2048;

/**
 * Runs of neighbouring code points: the first one, and the width of each from there on in units of
 * 1/2048 em; 0 stands for a code point that the font does not have.
 */
const RUNS = (
  [
    [
      0x0020,
      `569 569 727 1139 1139 1821 1366 391 682 682 797 1196 569 682 569 569 1139 1139 1139 1139 1139 1139
    1139 1139 1139 1139 569 569 1196 1196 1196 1139 2079 1366 1366 1479 1479 1366 1251 1593 1479 569
    1024 1366 1139 1706 1479 1593 1366 1593 1479 1366 1251 1479 1366 1933 1366 1366 1251 569 569 569 961
    1139 682 1139 1139 1024 1139 1139 569 1139 1139 455 455 1024 455 1706 1139 1139 1139 1139 682 1024
    569 1139 1024 1479 1024 1024 1024 684 532 684 1196`,
    ],
    [
      0x00a0,
      `569 682 1139 1139 1139 1139 532 1139 682 1509 758 1139 1196 682 1509 1131 819 1124 682 682 682 1180
    1100 569 682 682 748 1139 1708 1708 1708 1251 1366 1366 1366 1366 1366 1366 2048 1479 1366 1366 1366
    1366 569 569 569 569 1479 1479 1593 1593 1593 1593 1593 1196 1593 1479 1479 1479 1479 1366 1366 1251
    1139 1139 1139 1139 1139 1139 1821 1024 1139 1139 1139 1139 569 569 569 569 1139 1139 1139 1139 1139
    1139 1139 1124 1251 1139 1139 1139 1139 1024 1139 1024 1366 1139 1366 1139 1366 1139 1479 1024 1479
    1024 1479 1024 1479 1024 1479 1259 1479 1139 1366 1139 1366 1139 1366 1139 1366 1139 1366 1139 1593
    1139 1593 1139 1593 1139 1593 1139 1479 1139 1479 1139 569 569 569 569 569 569 569 455 569 569 1505
    909 1024 455 1366 1024 1024 1139 455 1139 455 1139 597 1139 684 1139 455 1479 1139 1479 1139 1479
    1139 1237 1481 1139 1593 1139 1593 1139 1593 1139 2048 1933 1479 682 1479 682 1479 682 1366 1024
    1366 1024 1366 1024 1366 1024 1251 569 1251 768 1251 569 1479 1139 1479 1139 1479 1139 1479 1139
    1479 1139 1479 1139 1933 1479 1366 1024 1366 1251 1024 1251 1024 1251 1024 455`,
    ],
    [0x0218, `1366 1024 1251 569`],
    [
      0x2010,
      `682 682 0 1139 2048 2048 0 1131 455 455 455 455 682 682 682 0 1139 1139 717 0 0 0 2048 0 0 0 0 0 0 0
    0 0 2048 0 384 725 0 0 0 0 0 682 682`,
    ],
    [0x20ac, `1139`],
    [0x2116, `2197 0 0 0 0 0 0 0 0 0 0 0 2048`],
    [0x2190, `2048 1024 2048 1024`],
    [0x2212, `1196`],
    [
      0x0384,
      `682 682 1367 569 1606 1716 786 0 1586 0 1752 1541 455 1366 1366 1128 1368 1366 1251 1479 1593 569
    1366 1368 1706 1479 1331 1593 1479 1366 0 1266 1251 1366 1634 1366 1711 1531 569 1366 1184 913 1139
    455 1120 1184 1178 1024 1140 913 903 1139 1139 455 1024 1024 1180 1024 917 1139 1413 1165 987 1264
    809 1120 1328 1075 1460 1599 455 1120 1139 1120 1599`,
    ],
    [
      0x0400,
      `1366 1367 1771 1109 1472 1366 569 569 1024 2165 2069 1749 1193 1479 1301 1472 1366 1344 1366 1109
    1387 1366 1891 1237 1472 1472 1193 1344 1706 1479 1593 1472 1366 1479 1251 1301 1557 1366 1515 1365
    1877 1920 1621 1813 1344 1472 2069 1479 1139 1173 1088 747 1195 1139 1370 939 1144 1144 896 1195
    1408 1131 1139 1109 1139 1024 938 1024 1685 1024 1173 1067 1643 1685 1280 1472 1067 1045 1536 1109
    1139 1139 1139 747 1045 1024 455 569 455 1856 1664 1139 896 1144 1024 1131`,
    ],
    [0x0490, `1001 842`],
  ] as const
).map(([first, widths]) => ({ first, widths: widths.split(/\s+/).map(Number) }));

/**
 * Pairs that are drawn closer together or further apart: the first of the pair, and by how much its width changes
 * before each of the others.
 */
const KERNING: Record<string, readonly (readonly [units: number, letters: string])[]> = {
  " ": [
    [-113, "A"],
    [-37, "TY"],
  ],
  "\u00a0": [
    [-113, "A"],
    [-37, "TY"],
  ],
  A: [
    [-113, " \u00a0"],
    [-152, "TVY’"],
    [-76, "W"],
    [-37, "vwy"],
  ],
  F: [
    [-227, ",."],
    [-113, "A"],
  ],
  L: [
    [-76, " y\u00a0"],
    [-152, "TVWY"],
    [-113, "’"],
  ],
  P: [
    [-37, " \u00a0"],
    [-264, ",."],
    [-152, "A"],
  ],
  R: [[-37, "TVWY"]],
  T: [
    [-37, " O\u00a0"],
    [-227, ",.:;aceos"],
    [-113, "-wy"],
    [-152, "A"],
    [-76, "iru"],
  ],
  V: [
    [-188, ",."],
    [-113, "-eo"],
    [-76, ":;ruy"],
    [-152, "Aa"],
    [-37, "i"],
  ],
  W: [
    [-113, ",."],
    [-37, "-:;eoru"],
    [-76, "Aa"],
    [-18, "y"],
  ],
  Y: [
    [-37, " \u00a0"],
    [-264, ",."],
    [-188, "-eoq"],
    [-113, ":uv"],
    [-133, ";"],
    [-152, "Aap"],
    [-76, "i"],
  ],
  f: [
    [-37, "f"],
    [37, "’"],
  ],
  r: [
    [-113, ",."],
    [76, "’"],
  ],
  v: [[-152, ",."]],
  w: [[-113, ",."]],
  y: [[-152, ",."]],
  "‘": [[-37, "‘"]],
  "’": [
    [-76, " \u00a0"],
    [-37, "s’"],
  ],
};

/** Marks that are drawn over their neighbour: combining accents, joiners, variation selectors. */
const isMark = (code: number) =>
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x200b && code <= 0x200f) ||
  code === 0x2060 ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x1f3fb && code <= 0x1f3ff);

function advance(code: number): number {
  if (isMark(code)) return 0;
  for (const { first, widths } of RUNS) {
    const width = widths[code - first];
    if (width) return width;
  }
  // Emoji and other scripts are drawn by another font and take about one em.
  return UNITS_PER_EM;
}

function kerning(left: string, right: string): number {
  return KERNING[left]?.find(([, letters]) => letters.includes(right))?.[0] ?? 0;
}

/** Width of `text` in Arial at `size` pixels, rounded up, with pairs such as "To" drawn together as browsers do. */
export function arial(text: string, size: number): number {
  let units = 0;
  let before = "";
  for (const letter of text) {
    units += advance(letter.codePointAt(0) ?? 0) + kerning(before, letter);
    before = letter;
  }
  return Math.ceil((units * size) / UNITS_PER_EM);
}
