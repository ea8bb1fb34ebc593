import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** A muted green; from shade 6 on, white text on it has AA contrast. */
const spruce: MantineColorsTuple = [
  "#eff7f4",
  "#dcece6",
  "#b5d8cc",
  "#8bc3b0",
  "#68b198",
  "#4a9a80",
  "#367f69",
  "#2a6655",
  "#1f5247",
  "#123a31",
];

/** The colour of the one main action of a screen, and of AI; white text on shades 7 and 8 has AA contrast. */
const rust: MantineColorsTuple = [
  "#fdf3ec",
  "#f9e2d2",
  "#f2c3a5",
  "#eaa176",
  "#e2834d",
  "#d46b30",
  "#c15a22",
  "#ad4e1c",
  "#9f4517",
  "#7d3510",
];

/** Slightly warm greys, so that surfaces look like paper. */
const gray: MantineColorsTuple = [
  "#f8f7f4",
  "#f1efea",
  "#e7e4dd",
  "#d8d4cb",
  "#b9b4a9",
  "#8f8a80",
  "#65615a",
  "#4b4843",
  "#33312d",
  "#201f1c",
];

const dark: MantineColorsTuple = [
  "#d6d8d4",
  "#b9bdb8",
  "#9aa09b",
  "#6b726e",
  "#3c4340",
  "#303634",
  "#262b29",
  "#1c201f",
  "#161918",
  "#0f1211",
];

const SANS = '"Figtree Variable", ui-sans-serif, system-ui, sans-serif';
/** For titles of pages, prices, and the written text itself: `.sw-printed`. */
const SERIF = "Newsreader, ui-serif, Georgia, serif";

/** Inks of the families of tools: 5 : 1 on a surface in either scheme. Their tints are mixed from them. */
const FAMILY_INKS = {
  light: {
    social: "#4a55ab",
    seo: "#146585",
    content: "#7d4187",
    shop: "#7d5800",
    mail: "#4c6817",
    ads: "#a33453",
  },
  dark: {
    social: "#aab4f2",
    seo: "#7fc6e2",
    content: "#dba8e2",
    shop: "#e4bd67",
    mail: "#b4cf76",
    ads: "#f2a0b6",
  },
};

const familyColors = (scheme: keyof typeof FAMILY_INKS) =>
  Object.fromEntries(
    Object.entries(FAMILY_INKS[scheme]).flatMap(([family, ink]) => [
      [`--sw-${family}`, ink],
      [
        `--sw-${family}-tint`,
        `color-mix(in srgb, ${ink} ${scheme === "light" ? 11 : 20}%, var(--sw-surface))`,
      ],
    ]),
  );

const ACTION = {
  "--button-bg": "var(--mantine-color-rust-filled)",
  "--button-hover": "var(--mantine-color-rust-filled-hover)",
};

export const theme = createTheme({
  colors: { spruce, rust, gray, dark },
  primaryColor: "spruce",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  fontFamily: SANS,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.25rem", xl: "1.75rem" },
  headings: {
    fontFamily: SANS,
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.2" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "1.25rem", lineHeight: "1.3" },
      h4: { fontSize: "1rem", lineHeight: "1.4" },
      h5: { fontSize: "0.875rem", lineHeight: "1.45" },
    },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  shadows: { xs: "0 1px 2px rgba(32, 31, 28, .06)", sm: "0 2px 8px rgba(32, 31, 28, .07)" },
  components: {
    // Coloured titles on a tint of their own colour have too little contrast.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    // A filled button is the main action of its screen.
    Button: {
      vars: (_: unknown, { variant = "filled", color }: { variant?: string; color?: string }) => ({
        root: variant === "filled" && !color ? ACTION : {},
      }),
    },
    Card: { defaultProps: { radius: "lg" } },
    ModalTitle: { defaultProps: { fw: 600, fz: "lg" } },
    Modal: { defaultProps: { radius: "lg", centered: true } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, withinPortal: false } },
    // Popups stay inside their landmark in the outline of the page. A menu may not contain the placeholder
    // that would take the initial focus; its first entry does.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { withinPortal: false } },
    // A list that opens on focus blocks the next Tab, and so does its focusable scroll area. One that stays mounted opens
    // at the place that it had while it was hidden, and the page scrolls there.
    Select: {
      defaultProps: {
        comboboxProps: { withinPortal: false, keepMounted: false },
        openOnFocus: false,
        scrollAreaProps: { viewportProps: { tabIndex: -1 } },
      },
    },
    TagsInput: { defaultProps: { comboboxProps: { withinPortal: false } } },
  },
});

/** Variables that Mantine lacks, or that have too little contrast in this palette. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {
    "--sw-serif": SERIF,
    "--sw-row": "2.75rem",
    "--sw-quick": "120ms",
    "--sw-calm": "200ms",
  },
  light: {
    "--mantine-color-body": "#faf9f6",
    "--mantine-color-dimmed": "#65615a",
    "--mantine-color-error": "#b3261e",
    "--sw-caution": "#8a5a00",
    "--sw-placeholder": "#77736a",
    "--sw-surface": "#fff",
    "--sw-line": "#e2ded5",
    "--sw-input-line": "#938e83",
    "--sw-side": "#f3f1eb",
    "--sw-shade": "#201f1c38",
    "--sw-raised": "0 -8px 20px -14px #201f1c66",
    "--sw-action": "#9f4517",
    ...familyColors("light"),
  },
  dark: {
    "--mantine-color-body": "#161918",
    "--mantine-color-dimmed": "#a3aaa5",
    "--mantine-color-error": "#ff9a8f",
    "--mantine-color-spruce-light": "#20352e",
    "--mantine-color-spruce-light-hover": "#274138",
    "--mantine-color-spruce-light-color": "#b5d8cc",
    "--sw-caution": "#e8b65a",
    "--sw-placeholder": "#8b928e",
    "--sw-surface": "#1c201f",
    "--sw-line": "#303634",
    "--sw-input-line": "#6b726e",
    "--sw-side": "#121514",
    "--sw-shade": "#000000b0",
    "--sw-raised": "0 -8px 20px -12px #000000cc",
    "--sw-action": "#e2834d",
    ...familyColors("dark"),
  },
});
