// The inputs of tools' own examples, of which the server makes the samples: both are read from the same file.
import en from "../../../../plugins/product-description/texts/en.toml?raw";
import pl from "../../../../plugins/product-description/texts/pl.toml?raw";
import type { Language } from "../texts";

/** The facts about the product of the example, in their order. */
export function factsOf(language: Language): string[] {
  const example = { en, pl }[language].split("\n[example]\n")[1] ?? "";
  const features = example.match(/^features = (\[.*\])$/m)?.[1];
  if (!features) throw new Error("the example of the product description has no features");
  return JSON.parse(features);
}

/** Whether a text of the sample says a fact: an expression. Names of values are not part of a text. */
export const says = (text: string, fact: string) =>
  `${JSON.stringify((fact.split(": ")[1] ?? fact).toLowerCase())} in ${text}|lower`;
