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
import { LANGUAGES, type Language } from "./language";
import { missingTextsFail } from "./texts";

missingTextsFail();

interface CheckData {
  field: string;
  unit: string;
  value: number;
  ok: boolean;
  message: string;
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
 * Checks every tool: both descriptions are complete, the example runs unchanged and its draft keeps every limit.
 * Throws if something is missing; call it in one test of every tool.
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
  }
}

function assert(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(what);
  }
}
