import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, browser, browserPath, target } from "./src/browser.ts";

/** Measurements in a browser that optimizes scripts, as those of users do. One runs at a time. */
export default defineConfig({
  testDir: "measure",
  outputDir: target("e2e/measure"),
  globalSetup: "./src/warm-up.ts",
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: { ...browser, launchOptions: { executablePath: browserPath(), args: BROWSER_FLAGS } },
});
