import { texts } from "@sitewright/plugin-sdk/vitest";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [texts()],
  test: {
    include: [
      "host/src/cli/plugin/new/rules-code/**/*.test.ts",
      "plugins/**/*.test.ts",
      "web-shell/**/*.test.{ts,tsx}",
      "web-plugins/**/*.test.{ts,tsx}",
    ],
    environment: "node",
  },
});
