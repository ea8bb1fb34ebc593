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
 * The definition of a generator. The SDK reads the input, calls the model once per variant, cleans and measures the
 * answers, calls again if a limit is broken (at most twice), and formats the result. If no model is connected, the
 * drafts replace the answers.
 */
export interface Definition<F extends Form, P extends Parts> {
  /** `texts/en.toml` and `texts/pl.toml`. */
  readonly texts: Texts;
  readonly input: F;
  readonly output: P;

  /** The subject of the result; it follows the tool's name in the document's title. */
  subject(order: Values<F>): string;

  /** The prompt for the variant of this number, from 0. */
  prompt(brief: Brief<Values<F>>, variant: number): Prompt;

  /** The result if no model is connected: written by rules, ready to edit. */
  draft(brief: Brief<Values<F>>, variant: number): Written<P>;

  /** Whether rules cannot process this input. Then no draft is made. */
  needsModel?(brief: Brief<Values<F>>): boolean;

  /** Normalises an answer or draft and fills the computed parts. */
  finish?(brief: Brief<Values<F>>, variant: Variant<P>): void;

  /** Rules beyond the declared limits. */
  check?(brief: Brief<Values<F>>, variant: Variant<P>, checks: Checks): void;

  /** Markdown below a variant's parts in the result's text. */
  appendix?(order: Values<F>, variant: Variant<P>): string;
}

/** A variant whose computed parts may be omitted; `finish` fills them. */
export type Written<P extends Parts> = {
  -readonly [K in keyof P as P[K]["computed"] extends true ? never : K]?: Variant<P>[K];
};

/** A tool that writes texts. */
export interface Generator {
  /** Describes the tool for the catalogue and the form, in one language. */
  describe(language: string): Descriptor;
  /** Runs the tool, or throws a `PluginFailure`. */
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
