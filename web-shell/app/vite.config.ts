import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { mantineStyles } from "../build/mantine-styles.mjs";
import { openingFirst } from "../build/opening-first.mjs";

const host = process.env.SITEWRIGHT_PUBLIC_URL ?? "http://127.0.0.1:8080";
const served = [
  "/api",
  "/broadcasting",
  "/login",
  "/logout",
  "/register",
  "/sanctum",
  "/modules",
  "/plugin-ui",
];

/** The font of running text loads with the styles: a later one would reflow the text and shift the layout. */
const preloadFont: Plugin = {
  name: "preload-font",
  transformIndexHtml(_, { bundle }) {
    const font = Object.keys(bundle ?? {}).find((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file));
    if (!font) return [];
    const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: "" };
    return [{ tag: "link", attrs, injectTo: "head" }];
  },
};

/** Code of lists that open over a page, and of dialogs: the first view of a page needs neither. */
const POPUPS =
  /@floating-ui|@mantine\/core\/esm\/(components\/(Popover|Menu|Tooltip|Combobox)|utils\/Floating)\//;
const SCROLLING = /@mantine\/core\/esm\/components\/ScrollArea\//;
const DIALOGS =
  /@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer)\/|react-remove-scroll|use-sidecar|\/src\/ui\/dialog/;
/** Small parts of the library that do not use those. */
const PARTS =
  /@mantine\/(hooks|core\/esm\/(core|utils|components\/(Accordion\/AccordionChevron|Avatar|Box|Collapse|CloseButton|FocusTrap|InlineInput|Input|InputBase|NavLink|Overlay|Paper|Portal|RingProgress|Skeleton|TextInput|Textarea|ThemeIcon|Transition|VisuallyHidden)))\/|\/src\/api\//;

/** A few files for code that several pages share: many small ones cost a round trip for every six. */
const GROUPS = [
  { name: "start", tags: ["$initial"], priority: 6 },
  {
    name: "common",
    test: (id: string) => PARTS.test(id) && !POPUPS.test(id),
    minShareCount: 12,
    priority: 5,
  },
  { name: "scrolling", test: SCROLLING, priority: 4 },
  { name: "popups", test: POPUPS, priority: 3 },
  { name: "dialogs", test: DIALOGS, priority: 2 },
];

export default defineConfig({
  build: {
    outDir: path.resolve(import.meta.dirname, "../../target/bundle/web"),
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // A data: URL would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  plugins: [react(), mantineStyles, preloadFont, openingFirst],
  server: {
    proxy: Object.fromEntries(
      served.map((prefix) => [
        prefix,
        // Pages and API calls share /login and /register: navigations go to the shell.
        {
          target: host,
          bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
        },
      ]),
    ),
  },
});
