import { defineTexts } from "@sitewright/sdk";

export const useFormTexts = defineTexts("form", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
