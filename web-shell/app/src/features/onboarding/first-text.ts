import type { Business, KitContent, Proposal } from "../../api/onboarding";

/** The tools that fit a first text, the best first: a plan may lack one. */
const TOOLS: Record<Business, readonly [string, ...string[]]> = {
  local: ["facebook-post", "business-bio", "seo-metatags"],
  other: ["facebook-post", "business-bio", "seo-metatags"],
  shop: ["seo-metatags", "facebook-post", "business-bio"],
  agency: ["seo-metatags", "business-bio", "facebook-post"],
  blog: ["seo-metatags", "business-bio", "facebook-post"],
};

export const toolsFor = (business: Business) => TOOLS[business];

/** Kinds of facts that a post about the company tells, in this order. */
const TOLD = ["offer", "founded", "hours", "address"] as const;

const TOPIC_CHARACTERS = 1000;
const KEYWORD_CHARACTERS = 80;

/** The facts of the kit that a post tells: of a website by their kind, otherwise all. */
function toldFacts(kit: KitContent, proposal: Proposal | null): string[] {
  if (!proposal) return kit.facts;
  const kindOf = (fact: string) => proposal.found.find(({ text }) => text === fact)?.kind;
  const told = TOLD.flatMap((kind) => kit.facts.filter((fact) => kindOf(fact) === kind));
  // The user's own lines are no findings.
  return [...kit.facts.filter((fact) => kindOf(fact) === undefined), ...told];
}

const asSentence = (text: string) => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** What the company is and does, with its facts, as far as the field has room. */
function about(kit: KitContent, proposal: Proposal | null): string {
  const lines = [kit.description || kit.name, ...toldFacts(kit, proposal)].filter(Boolean).map(asSentence);
  let text = "";
  for (const line of lines) {
    const longer = text ? `${text}\n${line}` : line;
    if ([...longer].length <= TOPIC_CHARACTERS) text = longer;
  }
  return text;
}

/** The words by which people search for the site: the subject of its home page, or what it offers. */
function keyword(kit: KitContent, proposal: Proposal | null): string {
  const offer = proposal?.found
    .find(({ kind }) => kind === "offer")
    ?.text.split(": ")
    .at(-1);
  const first = [proposal?.topic, offer?.split(",")[0], kit.name].find((text) => text && text.length >= 2);
  return (first ?? "").slice(0, KEYWORD_CHARACTERS).trim();
}

/** The input of a tool for a text about the company. */
export function inputFor(
  tool: string,
  kit: KitContent,
  proposal: Proposal | null,
  language: string,
): Record<string, unknown> {
  const topic = about(kit, proposal);
  switch (tool) {
    case "seo-metatags":
      return {
        page_topic: topic,
        keyword: keyword(kit, proposal),
        brand: kit.name.slice(0, 60),
        page_type: "home",
        variants: 3,
        language,
      };
    case "business-bio":
      return {
        company: kit.name,
        what_we_do: topic.length < 10 ? `${kit.name}: ${topic}` : topic,
        variants: 1,
        language,
      };
    default:
      return { topic, goal: "announcement", hashtags: 2, variants: 1, language };
  }
}
