import { v } from "./jinja";

/** The name of the product, as the texts of the site write it. */
const PRODUCT = /\bSitewright\b/g;

/** The name of the operator's brand. */
export const BRAND = v("frame.brand.name");

/** A text, or HTML, with the brand of the operator in place of the product. Polish texts do not inflect it. */
export const branded = (text: string) => text.replace(PRODUCT, BRAND);
