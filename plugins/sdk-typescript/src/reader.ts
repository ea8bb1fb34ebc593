// Reads a filled-in form and collects all its errors.

import { type FieldError, PluginFailure } from "./contract";
import type { Field, Form, Values } from "./fields";
import type { Language } from "./language";
import { LONGEST_ENTRY } from "./schema";
import { visible } from "./signs";
import { fill } from "./template";
import type { Phrases } from "./texts";

/** `screen` has the messages, `fallback` is the result's language if none was chosen. */
export function read<F extends Form>(form: F, input: string, screen: Phrases, fallback: Language): Values<F> {
  const values = parse(input, screen);
  const errors: FieldError[] = [];
  const report = (path: string, problem: string, bound?: number) => {
    const message = fill(screen.text(`input-errors.${problem}`), { bound: bound ?? "" });
    errors.push({ pointer: `/${path}`, message });
  };
  const found = Object.entries(form).map(([name, field]) => {
    const reader = new Reader(name, field, report);
    return [name, reader.read(values[name] ?? null, fallback)];
  });
  for (const name of Object.keys(values).filter((name) => !Object.hasOwn(form, name))) {
    report(name, "unknown");
  }
  if (errors.length > 0) {
    throw new PluginFailure({ tag: "invalid-input", val: errors });
  }
  return Object.fromEntries(found) as Values<F>;
}

function parse(input: string, screen: Phrases): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(input);
    if (typeof values === "object" && values !== null && !Array.isArray(values)) {
      return values as Record<string, unknown>;
    }
  } catch {
    // Reported below, like any other value that is not an object.
  }
  const message = screen.text("input-errors.not-an-object");
  throw new PluginFailure({ tag: "invalid-input", val: [{ pointer: "", message }] });
}

class Reader {
  readonly #name: string;
  readonly #field: Field<unknown>;
  readonly #onProblem: (path: string, problem: string, bound?: number) => void;

  constructor(
    name: string,
    field: Field<unknown>,
    onProblem: (path: string, problem: string, bound?: number) => void,
  ) {
    this.#name = name;
    this.#field = field;
    this.#onProblem = onProblem;
  }

  read(value: unknown, fallback: Language): unknown {
    if (value === null) {
      return this.#absent(fallback);
    }
    const { kind } = this.#field;
    if (kind === "text" && typeof value === "string") {
      return this.#text(value);
    }
    if (kind === "list" && Array.isArray(value) && value.every((entry) => typeof entry === "string")) {
      return this.#list(value);
    }
    if (kind === "number" && Number.isSafeInteger(value)) {
      return this.#number(value as number);
    }
    if (kind === "flag" && typeof value === "boolean") {
      return value;
    }
    if ((kind === "choice" || kind === "language") && typeof value === "string") {
      return this.#option(value);
    }
    this.#report("wrong-type");
    return undefined;
  }

  #report(problem: string, bound?: number): void {
    this.#onProblem(this.#name, problem, bound);
  }

  #absent(fallback: Language): unknown {
    const { kind, required, preset, options, optional } = this.#field;
    if (required) {
      this.#report("required");
    }
    const first = optional ? undefined : options?.[0];
    const none = { text: "", list: [], number: 0, flag: false, choice: first, language: fallback };
    return preset ?? none[kind];
  }

  #text(value: string): string {
    const { required, min = 0, max = Number.POSITIVE_INFINITY, widget } = this.#field;
    const text = tidy(value);
    const length = [...text].length;
    if (required && length === 0) {
      this.#report("required");
    } else if (length > 0 && length < min) {
      this.#report("too-short", min);
    } else if (length > max) {
      this.#report("too-long", max);
    } else if (widget === "url" && length > 0 && !isAddress(text)) {
      this.#report("not-an-address");
    }
    return text;
  }

  #list(value: string[]): string[] {
    const { required, min = 0, max = Number.POSITIVE_INFINITY } = this.#field;
    const entries = value.map(tidy);
    for (const [place, entry] of entries.entries()) {
      if ([...entry].length > LONGEST_ENTRY) {
        this.#onProblem(`${this.#name}/${place}`, "too-long", LONGEST_ENTRY);
      }
    }
    const kept = [...new Set(entries)].filter((entry) => entry !== "");
    if (required && kept.length === 0) {
      this.#report("required");
    } else if (value.length > max) {
      this.#report("too-many", max);
    } else if (kept.length > 0 && value.length < min) {
      this.#report("too-few", min);
    }
    return kept;
  }

  #number(value: number): number {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = this.#field;
    if (value < min) {
      this.#report("too-small", min);
    } else if (value > max) {
      this.#report("too-large", max);
    }
    return value;
  }

  #option(id: string): string | undefined {
    if (this.#field.options?.includes(id)) {
      return id;
    }
    this.#report("not-an-option");
    return undefined;
  }
}

/** Removes surrounding white space and invisible characters and unifies line breaks; the rest is unchanged. */
function tidy(text: string): string {
  return visible(text.replace(/\r\n?/g, "\n")).trim();
}

/** A web address as users type it: `https://…`, `http://…` or a bare `shop.example/path`. */
function isAddress(text: string): boolean {
  const host =
    text
      .replace(/^https?:\/\//, "")
      .split(/[/?#]/, 1)[0]
      ?.split(":", 1)[0] ?? "";
  const labels = host.split(".");
  const isLabel = (label: string) => label !== "" && !/[\s!-,;-@[-`{-~]/.test(label);
  return labels.length > 1 && labels.every(isLabel) && !/\s/.test(text);
}
