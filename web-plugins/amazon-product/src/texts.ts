import { defineTexts } from "@sitewright/sdk";

export const useAmazonTexts = defineTexts("amazon-product", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
