// A host for unit tests: no WebAssembly, scripted answers, all requests recorded.

import {
  type Answer,
  type Brand,
  type Failure,
  type FieldError,
  type Host,
  type Outcome,
  PluginFailure,
  type Project,
  type Request,
} from "./contract";
import type { Generator } from "./generator";
import { type Good, hostileAnswers, ORDERS } from "./hostile";
import { LANGUAGES, type Language } from "./language";
import { missingTextsFail } from "./texts";

export { type MemoryFinding, MemorySite } from "./rules/memory";

missingTextsFail();

interface CheckData {
  field: string;
  unit: string;
  value: number;
  ok: boolean;
  message: string;
  messages?: Record<Language, string>;
}

/** An outcome with its data parsed. */
export interface TestResult {
  readonly outcome: Outcome;
  readonly drafted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the parts of its tool.
  readonly variants: readonly (Record<string, any> & { checks: CheckData[] })[];
}

/** A stand-in for the host. Without answers no model is connected and drafts are returned. */
export class TestHost implements Host {
  readonly #language: Language;
  #answers: (string | Failure)[] = [];
  #isConnected = false;
  #brand: Brand | undefined;
  #project: Project | undefined;
  /** All requests, in order. */
  readonly asked: Request[] = [];
  /** All reported steps. */
  readonly steps: string[] = [];

  /** The interface language. */
  constructor(language: Language) {
    this.#language = language;
  }

  /** Connects a model that returns these answers, one for each request; an answer may be a failure. */
  answers(...answers: (string | Failure)[]): this {
    this.#isConnected = true;
    this.#answers.push(...answers);
    return this;
  }

  withBrand(brand: Partial<Brand>): this {
    const none = { name: "", description: "", tone: "", audience: "", avoid: [], facts: [], glossary: [] };
    this.#brand = { ...none, ...brand };
    return this;
  }

  withProject(project: Project): this {
    this.#project = project;
    return this;
  }

  run(generator: Generator, input: unknown): TestResult {
    const outcome = generator.run(this, JSON.stringify(input));
    return { outcome, ...JSON.parse(outcome.data) };
  }

  /** The errors of an input; empty if it is valid. */
  errors(generator: Generator, input: unknown): FieldError[] {
    try {
      this.run(generator, input);
    } catch (error) {
      if (error instanceof PluginFailure && error.payload.tag === "invalid-input") {
        return error.payload.val;
      }
      throw error;
    }
    return [];
  }

  interfaceLanguage(): string {
    return this.#language;
  }

  project(): Project | undefined {
    return this.#project;
  }

  brand(): Brand | undefined {
    return this.#brand;
  }

  completeAll(requests: Request[]): Answer[] {
    return requests.map((request) => this.#answer(request));
  }

  progress(_done: number, _total: number, label: string): void {
    this.steps.push(label);
  }

  #answer(request: Request): Answer {
    this.asked.push(request);
    if (!this.#isConnected) {
      const { draft } = request;
      return draft === undefined
        ? { tag: "err", val: { tag: "needs-model" } }
        : { tag: "ok", val: { text: draft, words: 0, drafted: true } };
    }
    const answer = this.#answers.shift() ?? { tag: "unavailable", val: "the script has no further answer" };
    return typeof answer === "string"
      ? { tag: "ok", val: { text: answer, words: answer.split(/\s+/).length, drafted: false } }
      : { tag: "err", val: answer };
  }
}

/**
 * Checks every tool: both descriptions are complete, the example runs unchanged and its draft keeps every limit, and
 * neither a hostile model nor orders in the data change more than they may. Throws if something is missing; call it in
 * one test of every tool.
 */
export function checkTool(generator: Generator): void {
  for (const language of LANGUAGES) {
    const { name, summary, input, output, example } = generator.describe(language);
    assert(name !== "" && summary !== "", `${language}: name and summary`);
    for (const schema of [input, output]) {
      for (const [field, { title }] of Object.entries<{ title: string }>(JSON.parse(schema).properties)) {
        assert(title !== "" && title !== field, `${language}: "${field}" has no title`);
      }
    }
    for (const { checks } of new TestHost(language).run(generator, JSON.parse(example)).variants) {
      const broken = checks.filter((check) => !check.ok).map(({ field, message }) => `${field}: ${message}`);
      assert(broken.length === 0, `${language}: the example's draft breaks its limits: ${broken.join("; ")}`);
    }
    checkAnswers(generator, language);
    checkInjections(generator, language, ORDERS);
  }
}

/** The titles of the parts of a result, by their names. */
function titlesOf(generator: Generator, language: Language): Record<string, string> {
  const { properties } = JSON.parse(generator.describe(language).output).properties.variants.items;
  const titled = Object.entries<{ title: string }>(properties).map(([name, { title }]) => [name, title]);
  return Object.fromEntries(titled);
}

/**
 * Gives a tool the answers of a hostile model to its example: what is unusable fails, wrapping changes nothing, and
 * faults are marked. The good answers are its drafts.
 */
function checkAnswers(generator: Generator, language: Language): void {
  const example = JSON.parse(generator.describe(language).example);
  const host = new TestHost(language);
  const drafted = host.run(generator, example);
  const drafts = host.asked.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  const result = (answers: string[]) => new TestHost(language).answers(...answers).run(generator, example);
  const expected = JSON.stringify(result(drafts).variants);
  const [own, other] = [language, language === "pl" ? "en" : "pl"].map((of) =>
    titlesOf(generator, of as Language),
  );
  const forms = drafts.map((text, place) => {
    const labels = Object.entries(own ?? {}).filter(([, title]) => new RegExp(`^${title}:`, "m").test(text));
    const names = labels.length > 0 ? labels.map(([name]) => name) : Object.keys(own ?? {}).slice(0, 1);
    const good: Good = {
      language,
      text,
      parts: Object.fromEntries(names.map((name) => [name, drafted.variants[place]?.[name]])),
      titles: labels.map(([name, title]) => [title, other?.[name] ?? title]),
    };
    return hostileAnswers(good);
  });
  for (const [kind, [name, outcome]] of (forms[0] ?? []).entries()) {
    const answers = forms.map((form) => form[kind]?.[2] ?? "");
    // One that cannot be used, or is marked, is requested twice more.
    const rounds = outcome === "same" ? 1 : 3;
    const all = Array.from({ length: rounds }, () => answers).flat();
    let found: TestResult | undefined;
    try {
      found = result(all);
    } catch (error) {
      assert(error instanceof PluginFailure && error.payload.tag === "unavailable", `${name}: ${error}`);
    }
    const at = `${language}: ${name}: ${JSON.stringify(found?.variants ?? answers)}`;
    if (outcome === "same") {
      assert(JSON.stringify(found?.variants) === expected, `${at} is not ${expected}`);
    } else if (outcome === "fails") {
      assert(found === undefined, `${at} is used`);
    } else {
      const marks = found?.variants.flatMap(({ checks }) => checks.filter((check) => !check.ok));
      assert(marks?.length !== 0, `${at} has no mark`);
    }
  }
}

/**
 * Puts orders into every text of a tool's example and of the brand kit: there are as many rules as with a harmless input,
 * and the orders stand between the marks of the data alone.
 */
export function checkInjections(generator: Generator, language: Language, orders: readonly string[]): void {
  const { example, input } = generator.describe(language);
  const free = Object.entries<{ type: string; oneOf?: unknown; format?: string; maxLength?: number }>(
    JSON.parse(input).properties,
  ).filter(([, { type, oneOf, format }]) => type === "string" && !oneOf && !format);
  const asked = (words: string) => {
    const filled = free.map(([name, { maxLength }]) => [name, words.slice(0, maxLength)]);
    const glossary = [{ source: words, target: words }];
    const brand = {
      name: words,
      description: words,
      tone: words,
      audience: words,
      avoid: [words],
      facts: [words],
    };
    const host = new TestHost(language).withBrand({ ...brand, glossary }).answers("");
    try {
      host.run(generator, { ...JSON.parse(example), ...Object.fromEntries(filled) });
    } catch (error) {
      assert(error instanceof PluginFailure && error.payload.tag === "unavailable", `${words}: ${error}`);
    }
    const [system, user] = host.asked[0]?.messages.map(({ text }) => text) ?? [];
    assert(system !== undefined && user !== undefined, `${language}: nothing is asked`);
    const fence = /^<(data-\d+)>/.exec(user)?.[1] ?? "";
    const [data = "", ...rest] = user.split(`</${fence}>`);
    return { rules: system.replaceAll(fence, "data"), data, rest: rest.join() };
  };
  const usual = asked("Fresh rolls at seven, every day of the week, for you and yours. Come early!");
  for (const words of orders) {
    const { rules, data, rest } = asked(words);
    const order = words.split("\n", 1)[0] ?? "";
    assert(data.includes(order), `${language}: the data lack ${words}`);
    // A tool chooses among its own phrases by the subject, so that the texts may differ, but not their number.
    for (const [found, expected] of [
      [rules, usual.rules],
      [rest, usual.rest],
    ] as const) {
      const isSame = found.split("\n").length === expected.split("\n").length && !found.includes(order);
      assert(isSame, `${language}: ${words} stands outside the data: ${found}`);
    }
  }
}

function assert(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new Error(what);
  }
}
