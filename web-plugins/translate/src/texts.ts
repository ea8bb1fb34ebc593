import { defineTexts } from "@sitewright/sdk";

export const useTranslateTexts = defineTexts("translate", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
