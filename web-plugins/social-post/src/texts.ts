import { defineTexts } from "@sitewright/sdk";

export const useSocialTexts = defineTexts("social-post", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});
