// One run: input, requests, repairs, outcome.

import { type Flaw, languageOf, plain } from "./answer";
import { Brief, type Surroundings } from "./brief";
import { Checks, checkData } from "./checks";
import { type Answer, type Brand, type Host, type Outcome, PluginFailure, type Request } from "./contract";
import type { Form, Values, Voice } from "./fields";
import type { Definition } from "./generator";
import { known, type Language } from "./language";
import { missing, parse, print } from "./layout";
import { assemble } from "./markdown";
import { type AnyVariant, empty, type Parts, type Variant } from "./parts";
import { open } from "./prompt";
import { read } from "./reader";
import { type Attempt, REPAIRS, Slot } from "./slot";
import { Phrases } from "./texts";
import { graphemes } from "./units";

const NO_BRAND: Brand = {
  name: "",
  description: "",
  tone: "",
  audience: "",
  avoid: [],
  facts: [],
  glossary: [],
};
const MOST_VARIANTS = 20;

export function run<F extends Form, P extends Parts>(
  tool: Definition<F, P>,
  host: Host,
  input: string,
): Outcome {
  const screen = new Phrases(tool.texts, known(host.interfaceLanguage()) ?? "en");
  const project = host.project();
  const order = read(tool.input, input, screen, known(project?.language ?? "") ?? screen.language);
  const hasVoice = "language" in tool.input;
  const voice = voiceOf(order, screen.language);
  const around = { voice, project, brand: host.brand() ?? NO_BRAND, phrases: screen.in(voice.language) };
  const writer = new Writer(tool, host, screen, order, around);
  const attempts = writer.write();
  const variants = attempts.map((attempt) => attempt.variant);
  const appendix = (variant: AnyVariant) => tool.appendix?.(order, variant as Variant<P>) ?? "";
  return {
    title: title(screen.text("name"), tool.subject(order)),
    // The headings of the parts are in the text's language; a tool without a language field uses the interface
    // language.
    text: assemble(tool.output, variants, hasVoice ? around.phrases : screen, appendix),
    data: JSON.stringify({
      drafted: attempts.some((attempt) => attempt.drafted),
      ...(attempts.length < writer.ordered && { ordered: writer.ordered }),
      variants: attempts.map(({ variant, checks }) => ({
        ...variant,
        checks: checks.map((check) => checkData(check, screen.language)),
      })),
    }),
  };
}

/** The common fields that the form has. */
function voiceOf(order: Values<Form>, screen: Language): Voice {
  const unset: Voice = { language: screen, audience: "", extra_instructions: "", address_form: "neutral" };
  return { ...unset, ...(order as Partial<Voice>) };
}

class Writer<F extends Form, P extends Parts> {
  readonly #tool: Definition<F, P>;
  readonly #host: Host;
  readonly #screen: Phrases;
  readonly #phrases: Phrases;
  readonly #brief: Brief<Values<F>>;

  constructor(tool: Definition<F, P>, host: Host, screen: Phrases, order: Values<F>, around: Surroundings) {
    this.#tool = tool;
    this.#host = host;
    this.#screen = screen;
    this.#phrases = around.phrases;
    this.#brief = new Brief(order, around, tool.subject(order));
  }

  /** Generates, measures, repairs. Failed variants are omitted as long as one succeeded. */
  write(): Attempt[] {
    const places = Array.from({ length: this.ordered }, (_, place) => place);
    const opening = (place: number) =>
      open(this.#tool.prompt(this.#brief, place), this.#brief, this.#tool.output);
    const slots = places.map((place) => new Slot(place, opening(place)));
    this.#host.progress(0, 1, this.#screen.text("progress.writing"));
    for (const [place, answer] of this.#answers(slots).entries()) {
      this.#take(slots[place], answer);
    }
    for (let round = 0; round < REPAIRS && this.#repair(slots); round++) {}
    const ended = slots.map((slot) => slot.finish(this.#screen));
    const done = ended.filter((end) => !(end instanceof PluginFailure));
    if (done.length === 0) {
      throw ended[0];
    }
    return done as Attempt[];
  }

  /** The ordered number of variants. */
  get ordered(): number {
    const name = Object.keys(this.#tool.input).find((name) => this.#tool.input[name]?.variants);
    const count = name === undefined ? 1 : Number(this.#brief.order[name]);
    return Math.min(Math.max(count, 1), MOST_VARIANTS);
  }

  /** Requests variants that do not fit again; returns false if all fit. */
  #repair(slots: Slot[]): boolean {
    const requests: Request[] = [];
    const asked = slots.filter((slot) => {
      const request = slot.repair(this.#phrases);
      return request !== undefined && requests.push(request) > 0;
    });
    if (asked.length === 0) {
      return false;
    }
    this.#host.progress(0, 1, this.#screen.text("progress.repairing"));
    for (const [place, answer] of this.#host.completeAll(requests).entries()) {
      this.#take(asked[place], answer);
    }
    return true;
  }

  /** The first answers. Drafts are made once it is known that no model will answer. */
  #answers(slots: Slot[]): Answer[] {
    const answers = this.#host.completeAll(slots.map((slot) => slot.question()));
    const isConnected = answers.some(({ tag, val }) => tag === "ok" || val.tag !== "needs-model");
    if (isConnected || this.#tool.needsModel?.(this.#brief)) {
      return answers;
    }
    const { order, around } = this.#brief;
    const drafting = new Brief(order, { ...around, brand: spoken(around) }, this.#tool.subject(order));
    for (const [place, slot] of slots.entries()) {
      slot.draft = { ...empty(this.#tool.output), ...(this.#tool.draft(drafting, place) as AnyVariant) };
      this.#tool.finish?.(this.#brief, slot.draft as Variant<P>);
    }
    const drafts = slots.map((slot) => slot.question(print(this.#tool.output, slot.draft, this.#phrases)));
    return this.#host.completeAll(drafts);
  }

  #take(slot: Slot | undefined, answer: Answer): void {
    const { output } = this.#tool;
    slot?.take(answer, output, this.#phrases, this.#screen, (source, flaw) => this.#measure(source, flaw));
  }

  /** A normalised variant with all its checks. */
  #measure(source: string | AnyVariant, flaw: Flaw | undefined): Omit<Attempt, "drafted"> {
    const { output } = this.#tool;
    const variant = typeof source === "string" ? this.#read(source) : source;
    const checks = new Checks(this.#phrases);
    checks.measure(output, variant);
    this.#tool.check?.(this.#brief, variant as Variant<P>, checks);
    for (const name of this.#brief.brand.avoid.length > 0 ? Object.keys(output) : []) {
      const words = this.#brief.avoided([variant[name] ?? ""].flat().join("\n"));
      checks.rule(name, "avoided", "hard", words.length, { words: words.join(", ") });
    }
    if (flaw !== undefined) {
      checks.rule(Object.keys(output)[0] ?? "", flaw, "recommended", 1);
    }
    return { variant, checks: checks.list };
  }

  #read(answer: string): AnyVariant {
    const variant = parse(this.#tool.output, answer, this.#phrases);
    for (const [name, part] of Object.entries(this.#tool.output)) {
      const value = variant[name];
      if (part.format !== "markdown" && value !== undefined && typeof value !== "number") {
        variant[name] = typeof value === "string" ? plain(value) : value.map(plain);
      }
    }
    // What a tool adds must not hide that the model wrote nothing.
    if (missing(this.#tool.output, variant).length === 0) {
      this.#tool.finish?.(this.#brief, variant as Variant<P>);
    }
    return variant;
  }
}

/** Rules do not translate: texts of the brand kit in another language are only for the model. */
function spoken({ brand, phrases }: Surroundings): Brand {
  const whole = languageOf([...brand.facts, brand.description, brand.audience].join(" "));
  const isOwn = (text: string) => (languageOf(text) ?? whole ?? phrases.language) === phrases.language;
  const own = (text: string) => (isOwn(text) ? text : "");
  const [description, audience] = [own(brand.description), own(brand.audience)];
  return { ...brand, facts: brand.facts.filter(isOwn), description, audience };
}

const LONGEST_SUBJECT = 70;

/** "Facebook post: grand opening", whole words only. */
function title(name: string, subject: string): string {
  const words = (subject.split("\n", 1)[0] ?? "").split(/\s+/).filter((word) => word !== "");
  let short = "";
  for (const word of words) {
    if (short !== "" && graphemes(`${short} ${word}`) > LONGEST_SUBJECT) {
      short = `${short.replace(/[,;:–\s-]+$/, "")}…`;
      break;
    }
    short += (short === "" ? "" : " ") + word;
  }
  return short === "" ? name : `${name}: ${short}`;
}
