import { defineConfig } from "@playwright/test";
import { browser, target } from "./src/browser.ts";

/**
 * The whole story in a real browser against a real server. What fails is tried once more, because a browser on a machine
 * that is busy with something else misses frames; the report then names it as flaky, and it is to be mended.
 */
export default defineConfig({
  testDir: "tests",
  outputDir: target("e2e/results"),
  globalSetup: "./src/warm-up.ts",
  fullyParallel: true,
  // One more than the processors that the tests are made for: somebody always waits for an answer.
  workers: 3,
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { ...browser, trace: "on-first-retry", screenshot: "only-on-failure" },
});
