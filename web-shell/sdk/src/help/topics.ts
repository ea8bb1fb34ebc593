/** Fields that people ask about, each explained in `en.json` and `pl.json` beside this file. */
export type HelpTopic =
  | "tone"
  | "keywords"
  | "keyword"
  | "instructions"
  | "address"
  | "length"
  | "variants"
  | "audience"
  | "avoid"
  | "facts"
  | "glossary"
  | "columns"
  | "fixed"
  | "rules"
  | "scopes"
  | "model";

/** An explanation, and the section of the help that says more. */
type Explanation = { text: string; to: string };

/** The topics of tools' fields by their name, which tools of all publishers share. */
const OF_FIELD: Record<string, HelpTopic> = {
  tone: "tone",
  keywords: "keywords",
  keyword: "keyword",
  extra_instructions: "instructions",
  address_form: "address",
  length: "length",
  variants: "variants",
  audience: "audience",
};

export const topicOf = (field: string): HelpTopic | undefined => OF_FIELD[field];

/** The explanations are loaded when the first is opened. */
export async function explain(topic: HelpTopic, language: string): Promise<Explanation> {
  const all = await (language === "pl" ? import("./pl.json") : import("./en.json"));
  return all.default[topic];
}

const ROOT: Record<string, string> = { pl: "/pl/docs" };

/** The address of a section of the help. */
export const helpHref = (to: string, language: string) => `${ROOT[language] ?? "/docs"}/${to}`;
