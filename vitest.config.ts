import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["web-shell/**/*.test.{ts,tsx}", "web-plugins/**/*.test.{ts,tsx}"],
    environment: "node",
  },
});
