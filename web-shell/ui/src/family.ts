/** The families of tools. Each has a colour, `--sw-<family>`, and a tint of it, `--sw-<family>-tint`. */
export const FAMILIES = ["social", "seo", "content", "shop", "mail", "ads"] as const;
export type Family = (typeof FAMILIES)[number];

const BY_CATEGORY: Record<string, Family> = {
  social: "social",
  seo: "seo",
  content: "content",
  career: "content",
  ecommerce: "shop",
  email: "mail",
  ads: "ads",
};

/** The family of a category of the catalogue; content for categories that it does not know. */
export const familyOf = (category: string): Family => BY_CATEGORY[category] ?? "content";

export const inkOf = (family: Family) => `var(--sw-${family})`;
export const tintOf = (family: Family) => `var(--sw-${family}-tint)`;
