import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlaywrightTestConfig } from "@playwright/test";

const ROOT = new URL("../../../", import.meta.url);

/** A path from the root of the repository. */
export const root = (path: string) => fileURLToPath(new URL(path, ROOT));

/** A path in the build output, which is never committed. */
export const target = (path: string) => root(`target/${path}`);

/** The headless shell uses an eighth less CPU time for the same tests. */
const CANDIDATES = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];

/** The system's browser: the test runner's download is neither needed nor used. */
export function browserPath(): string {
  const found = CANDIDATES.find((path) => path && existsSync(path));
  if (!found) throw new Error("No browser found. Install Chromium, or name one in CHROME_PATH.");
  return found;
}

/** No sandbox, because tests often run as root in a container; and no background connections. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Pages are too short-lived to benefit from optimized scripts: compiling them costs more here. */
const SHORT_LIVES = "--js-flags=--no-opt,--invocation-count-for-maglev=1500";

/** The browser options of every test. Motion is reduced so that nothing is measured during an animation. */
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
