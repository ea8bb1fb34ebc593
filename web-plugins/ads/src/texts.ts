import { defineTexts } from "@sitewright/sdk";

export const useAdsTexts = defineTexts("ads", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
