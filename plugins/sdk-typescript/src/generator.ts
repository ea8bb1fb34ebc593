import type { Brief } from "./brief";
import type { Checks } from "./checks";
import type { Descriptor, Host, Outcome } from "./contract";
import type { Form, Values } from "./fields";
import { known } from "./language";
import type { Parts, Variant } from "./parts";
import type { Prompt } from "./prompt";
import { run } from "./run";
import { inputSchema, outputSchema } from "./schema";
import { Phrases, type Texts } from "./texts";

/**
 * What an author writes. The SDK reads the input, asks the model once per variant, cleans and measures the answers, asks
 * again where a limit is broken (at most twice), and lays the result out. With no model connected the drafts stand in.
 */
export interface Definition<F extends Form, P extends Parts> {
  /** `texts/en.toml` and `texts/pl.toml`. */
  readonly texts: Texts;
  readonly input: F;
  readonly output: P;

  /** What the result is about; it follows the tool's name in the document's title. */
  subject(order: Values<F>): string;

  /** What the model is asked for the variant of this number, from 0. */
  prompt(brief: Brief<Values<F>>, variant: number): Prompt;

  /** What stands in for an answer when no model is connected: written by rule, ready to edit. */
  draft(brief: Brief<Values<F>>, variant: number): Written<P>;

  /** Whether rules cannot do what this input asks for. No draft is made then. */
  needsModel?(brief: Brief<Values<F>>): boolean;

  /** Puts an answer or draft into its final shape and fills the computed parts. */
  finish?(brief: Brief<Values<F>>, variant: Variant<P>): void;

  /** Rules beyond the declared limits. */
  check?(brief: Brief<Values<F>>, variant: Variant<P>, checks: Checks): void;

  /** Markdown below a variant's parts in the result's text. */
  appendix?(order: Values<F>, variant: Variant<P>): string;
}

/** A variant whose computed parts may be left for `finish`. */
export type Written<P extends Parts> = {
  -readonly [K in keyof P as P[K]["computed"] extends true ? never : K]?: Variant<P>[K];
};

/** A tool that writes texts. */
export interface Generator {
  /** What the catalogue and the form need to know, in one language. */
  describe(language: string): Descriptor;
  /** Does the work, or throws a `PluginFailure`. */
  run(host: Host, input: string): Outcome;
  readonly texts: Texts;
}

export function generator<const F extends Form, const P extends Parts>(
  definition: Definition<F, P>,
): Generator {
  return {
    texts: definition.texts,
    describe: (language) => {
      const phrases = new Phrases(definition.texts, known(language) ?? "en");
      return {
        name: phrases.text("name"),
        summary: phrases.text("summary"),
        input: inputSchema(definition.input, phrases),
        output: outputSchema(definition.output, phrases),
        example: JSON.stringify(phrases.example() ?? {}),
      };
    },
    run: (host, input) => run(definition, host, input),
  };
}
