/** The contrast that text needs at least, as WCAG defines it. */
export const LEAST_CONTRAST = 4.5;

const HEX = /^#[\da-f]{6}$/i;

export const isColour = (text: string) => HEX.test(text);

/** Relative luminance of "#rrggbb", 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const partsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** `share` of the first colour in the second. */
function mix(colour: string, other: string, share: number): string {
  const others = partsOf(other);
  const parts = partsOf(colour).map((part, at) => Math.round(part * share + (others[at] ?? 0) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const STEPS = 20;
/** As the server has it, with room for rounding. */
const WANTED = 4.6;

const BLACK = "#000000";
const WHITE = "#ffffff";
/** The text on the accent colour, and the backgrounds of pages. */
export const TEXT = "#f3efe4";
export const PAGES = { light: "#f8f7f4", dark: "#1e2221" };
const DARK_PAPER = "#161918";

/** The colour, moved towards another one until it can be read on a background. */
function readable(colour: string, towards: string, on: string): string {
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(colour, towards, 1 - step / STEPS);
    if (contrast(mixed, on) >= WANTED) return mixed;
  }
  return towards;
}

/** What the site makes of an accent colour: the background of buttons, and links in both schemes. `colours.rs` does the same. */
export function accent(colour: string) {
  const button = readable(colour, BLACK, TEXT);
  const darkTint = mix(button, DARK_PAPER, 0.2);
  const lighter = luminance(darkTint) > luminance(PAGES.dark) ? darkTint : PAGES.dark;
  return {
    button,
    light: readable(button, BLACK, mix(button, WHITE, 0.11)),
    dark: readable(colour, WHITE, lighter),
  };
}
