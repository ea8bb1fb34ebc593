import { defineConfig } from "@playwright/test";
import { browser, target } from "./src/browser.ts";

/**
 * Tests in a real browser against a real server. A failed test is retried once, because a browser on a busy machine
 * misses frames; the report then marks it as flaky, and it must be fixed.
 */
export default defineConfig({
  testDir: "tests",
  outputDir: target("e2e/results"),
  globalSetup: "./src/warm-up.ts",
  fullyParallel: true,
  // One more than the tests' processors, since a worker often waits for a response.
  workers: 3,
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { ...browser, trace: "on-first-retry", screenshot: "only-on-failure" },
});
