import { defineTexts } from "@sitewright/sdk";

export const useEmailTexts = defineTexts("email", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
