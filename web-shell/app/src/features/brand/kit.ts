import { type Answer, apiQuery } from "../../api/client";

export type Proposal = Answer<"/api/brand-kit/proposal", "post">;
/** The fields of a brand kit. */
export type KitContent = Proposal["brandKit"];
/** The kit of the selected project, null if it has none. */
export type KitAnswer = Answer<"/api/brand-kit">;
export type Kit = NonNullable<KitAnswer["brandKit"]>;
export type Term = KitContent["glossary"][number];

export const BLANK: KitContent = {
  name: "",
  description: "",
  tone: "",
  audience: "",
  avoid: [],
  facts: [],
  glossary: [],
};

/** The most characters of a field or of each of its entries; the server has the same limits. */
export const CHARACTERS = {
  name: 80,
  description: 1000,
  tone: 200,
  audience: 300,
  avoid: 60,
  facts: 300,
  glossary: 120,
};

export const ENTRIES = { avoid: 50, facts: 30, glossary: 100 };

export const brandKitQuery = apiQuery("/api/brand-kit", {});

export function contentOf({ name, description, tone, audience, avoid, facts, glossary }: KitContent) {
  return { name, description, tone, audience, avoid, facts, glossary };
}

/** Omits lines that were added but never filled in. */
export const withoutBlankLines = (kit: KitContent): KitContent => ({
  ...kit,
  facts: kit.facts.filter((fact) => fact.trim()),
  glossary: kit.glossary.filter(({ source, target }) => source.trim() || target.trim()),
});

/** The proposal from a website, merged into the known values. The user's own words about tone and audience stay. */
export const withProposal = (kit: KitContent, proposal: KitContent): KitContent => ({
  ...kit,
  name: proposal.name || kit.name,
  description: proposal.description || kit.description,
  tone: kit.tone || proposal.tone,
  audience: kit.audience || proposal.audience,
  facts: [...new Set([...kit.facts, ...proposal.facts])].slice(0, ENTRIES.facts),
});
