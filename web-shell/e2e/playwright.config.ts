import { defineConfig } from "@playwright/test";
import { browser, target } from "./src/browser.ts";

/** The whole story in a real browser against a real server. Nothing is tried twice: a test that fails now and then is wrong. */
export default defineConfig({
  testDir: "tests",
  outputDir: target("e2e/results"),
  globalSetup: "./src/warm-up.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: { ...browser, trace: "retain-on-failure", screenshot: "only-on-failure" },
});
