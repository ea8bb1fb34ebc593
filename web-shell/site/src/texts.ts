// The texts of the site in both languages. A missing one is a type error: the Polish files have the type of the English ones.
import enProgramme from "../../app/src/i18n/en/partners.json";
import enShell from "../../app/src/i18n/en/shell.json";
import plProgramme from "../../app/src/i18n/pl/partners.json";
import plShell from "../../app/src/i18n/pl/shell.json";
import enAdsGenerator from "../texts/en/adsGenerator.json";
import enAiTools from "../texts/en/aiTools.json";
import enBlog from "../texts/en/blog.json";
import enContact from "../texts/en/contact.json";
import enCopywriter from "../texts/en/copywriter.json";
import enDocs from "../texts/en/docs.json";
import enEcommerce from "../texts/en/ecommerce.json";
import enFrame from "../texts/en/frame.json";
import enHome from "../texts/en/home.json";
import enLegal from "../texts/en/legal.json";
import enMaker from "../texts/en/maker.json";
import enPartners from "../texts/en/partners.json";
import enPricing from "../texts/en/pricing.json";
import enSeoAudit from "../texts/en/seoAudit.json";
import enSocialMedia from "../texts/en/socialMedia.json";
import enSpecialOffer from "../texts/en/specialOffer.json";
import enTool from "../texts/en/tool.json";
import plAdsGenerator from "../texts/pl/adsGenerator.json";
import plAiTools from "../texts/pl/aiTools.json";
import plBlog from "../texts/pl/blog.json";
import plContact from "../texts/pl/contact.json";
import plCopywriter from "../texts/pl/copywriter.json";
import plDocs from "../texts/pl/docs.json";
import plEcommerce from "../texts/pl/ecommerce.json";
import plFrame from "../texts/pl/frame.json";
import plHome from "../texts/pl/home.json";
import plLegal from "../texts/pl/legal.json";
import plMaker from "../texts/pl/maker.json";
import plPartners from "../texts/pl/partners.json";
import plPricing from "../texts/pl/pricing.json";
import plSeoAudit from "../texts/pl/seoAudit.json";
import plSocialMedia from "../texts/pl/socialMedia.json";
import plSpecialOffer from "../texts/pl/specialOffer.json";
import plTool from "../texts/pl/tool.json";

export type Language = "en" | "pl";
export const LANGUAGES: Language[] = ["en", "pl"];

const en = {
  blog: enBlog,
  docs: enDocs,
  frame: enFrame,
  home: enHome,
  pricing: enPricing,
  aiTools: enAiTools,
  partners: enPartners,
  terms: enProgramme.terms,
  cookies: enShell.cookies,
  contact: enContact,
  copywriter: enCopywriter,
  socialMedia: enSocialMedia,
  adsGenerator: enAdsGenerator,
  seoAudit: enSeoAudit,
  ecommerce: enEcommerce,
  maker: enMaker,
  specialOffer: enSpecialOffer,
  legal: enLegal,
  tool: enTool,
};
export type Texts = typeof en;
const pl: Texts = {
  blog: plBlog,
  docs: plDocs,
  frame: plFrame,
  home: plHome,
  pricing: plPricing,
  aiTools: plAiTools,
  partners: plPartners,
  terms: plProgramme.terms,
  cookies: plShell.cookies,
  contact: plContact,
  copywriter: plCopywriter,
  socialMedia: plSocialMedia,
  adsGenerator: plAdsGenerator,
  seoAudit: plSeoAudit,
  ecommerce: plEcommerce,
  maker: plMaker,
  specialOffer: plSpecialOffer,
  legal: plLegal,
  tool: plTool,
};

/** Texts are written with the straight one, as in the interface. */
const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu;

/** Every text of a value, with typographic apostrophes. The server sets the spaces at which no line may end. */
export function typeset<T>(value: T): T {
  if (typeof value === "string") return value.replace(APOSTROPHE, "’") as T;
  if (Array.isArray(value)) return value.map(typeset) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, text]) => [key, typeset(text)]);
  return Object.fromEntries(entries) as T;
}

export const textsOf = (language: Language): Texts => typeset({ en, pl }[language]);
