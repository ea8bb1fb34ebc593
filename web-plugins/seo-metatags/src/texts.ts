import { defineTexts } from "@sitewright/sdk";

export const useMetatagsTexts = defineTexts("seo-metatags", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
