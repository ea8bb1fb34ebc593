import { defineConfig } from "@playwright/test";
import { browser, target } from "./src/browser.ts";

/** Screenshots of every screen under target/screens, for review. */
export default defineConfig({
  testDir: "pictures",
  outputDir: target("e2e/pictures"),
  globalSetup: "./src/warm-up.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  reporter: [["list"]],
  use: browser,
});
