import { defineConfig } from "@playwright/test";
import { browser, target } from "./src/browser.ts";

/** The pictures of the help under docs/pictures. They have two pixels for each pixel of the page. */
export default defineConfig({
  testDir: "help",
  outputDir: target("e2e/help"),
  globalSetup: "./src/warm-up.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  reporter: [["list"]],
  use: { ...browser, deviceScaleFactor: 2 },
});
