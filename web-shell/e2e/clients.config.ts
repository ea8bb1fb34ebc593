import { defineConfig } from "@playwright/test";
import { target } from "./src/browser.ts";

/** Third-party clients against a real server: without a browser, so that it takes seconds. */
export default defineConfig({
  testDir: "clients",
  outputDir: target("e2e/clients"),
  globalSetup: "./src/warm-up.ts",
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
});
