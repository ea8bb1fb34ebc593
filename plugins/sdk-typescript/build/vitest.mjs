import { texts } from "./texts.mjs";

/** The settings of vitest for a tool: `export { default } from "@sitewright/plugin-sdk/vitest";` */
export default {
  plugins: [texts()],
  test: { include: ["src/**/*.test.ts"], server: { deps: { inline: [/@sitewright\/plugin-sdk/] } } },
};

export { texts };
