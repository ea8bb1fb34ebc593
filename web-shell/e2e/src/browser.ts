import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlaywrightTestConfig } from "@playwright/test";

const ROOT = new URL("../../../", import.meta.url);

/** A path from the root of the repository. */
export const root = (path: string) => fileURLToPath(new URL(path, ROOT));

/** A path among what is built and never committed. */
export const target = (path: string) => root(`target/${path}`);

/** The one without windows takes an eighth less of the processor for the same tests. */
const CANDIDATES = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];

/** The system's own browser: the test runner's download is neither needed nor used. */
export function browserPath(): string {
  const found = CANDIDATES.find((path) => path && existsSync(path));
  if (!found) throw new Error("No browser found. Install Chromium, or name one in CHROME_PATH.");
  return found;
}

/** No sandbox, because tests often run as root in a container; nothing that talks to the outside. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** No page lives long enough for what its scripts gain by being optimized, which costs more than it saves here. */
const SHORT_LIVES = "--js-flags=--no-opt,--invocation-count-for-maglev=1500";

/** What every test asks of the browser. Motion is reduced so that nothing is measured half faded. */
export const browser = {
  browserName: "chromium",
  headless: true,
  launchOptions: { executablePath: browserPath(), args: [...BROWSER_FLAGS, SHORT_LIVES] },
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
  actionTimeout: 20_000,
  navigationTimeout: 30_000,
  contextOptions: { reducedMotion: "reduce" },
} satisfies PlaywrightTestConfig["use"];
