// The JSON Schemas of a form and of a result, titled in one language.

import type { Field, Form } from "./fields";
import type { Parts } from "./parts";
import type { Phrases } from "./texts";

const SCHEMA = "https://json-schema.org/draft/2020-12/schema";

/** Longest entry of a list, in characters. */
export const LONGEST_ENTRY = 300;

type Json = Record<string, unknown>;

export function inputSchema(form: Form, phrases: Phrases): string {
  const properties = Object.entries(form).map(([name, field]) => [name, property(name, field, phrases)]);
  return JSON.stringify({
    $schema: SCHEMA,
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.keys(form).filter((name) => form[name]?.required),
    additionalProperties: false,
  });
}

function property(name: string, field: Field<unknown>, phrases: Phrases): Json {
  const key = `input.${name}`;
  const description = phrases.find(`${key}.description`)?.[0];
  const examples = phrases.find(`${key}.examples`);
  return {
    title: phrases.text(`${key}.title`) || name,
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...shape(name, field, phrases),
    ...preset(field, phrases),
    // Addresses with letters beyond ASCII are allowed, so this is an IRI.
    ...(field.widget === "url" && { format: "iri" }),
    ...(field.widget !== undefined && { "x-widget": field.widget }),
    ...(field.more && { "x-section": "more" }),
  };
}

function shape(name: string, field: Field<unknown>, phrases: Phrases): Json {
  switch (field.kind) {
    case "text":
      return { type: "string", ...bounds(field, "minLength", "maxLength") };
    case "list":
      return {
        type: "array",
        items: { type: "string", maxLength: LONGEST_ENTRY },
        ...bounds(field, "minItems", "maxItems"),
      };
    case "number":
      return { type: "integer", ...bounds(field, "minimum", "maximum") };
    case "flag":
      return { type: "boolean" };
    default: {
      const title = (id: string) => phrases.text(`input.${name}.options.${id}`) || id;
      return { type: "string", oneOf: field.options?.map((id) => ({ const: id, title: title(id) })) };
    }
  }
}

function bounds(field: Field<unknown>, least: string, most: string): Json {
  // An optional field may be empty, whatever its minimum is for a value.
  const hasLeast = field.min !== undefined && (field.required || least === "minimum");
  return { ...(hasLeast && { [least]: field.min }), ...(field.max !== undefined && { [most]: field.max }) };
}

function preset(field: Field<unknown>, phrases: Phrases): Json {
  if (field.preset !== undefined) {
    return { default: field.preset };
  }
  if (field.kind === "language") {
    return { default: phrases.language };
  }
  const isFirst = field.kind === "choice" && !field.optional && !field.required;
  return isFirst ? { default: field.options?.[0] } : {};
}

const CHECK = {
  type: "object",
  properties: {
    field: { type: "string" },
    unit: { enum: ["characters", "utf16", "words", "pixels", "bytes", "weighted", "width", "items"] },
    value: { type: "integer" },
    min: { type: ["integer", "null"] },
    max: { type: ["integer", "null"] },
    level: { enum: ["hard", "platform", "recommended"] },
    ok: { type: "boolean" },
    message: { type: "string" },
  },
  required: ["field", "unit", "value", "min", "max", "level", "ok", "message"],
};

/** The schema of `outcome.data` for variants of these parts. */
export function outputSchema(parts: Parts, phrases: Phrases): string {
  const text = (format: string) => ({ type: "string", "x-format": format });
  const properties = Object.entries(parts).map(([name, part]) => {
    const shapes = {
      text: text(part.format),
      list: { type: "array", items: text(part.format) },
      number: { type: "integer" },
    };
    return [name, { title: phrases.partTitle(name), ...shapes[part.kind] }];
  });
  const checks = { title: phrases.text("output.checks.title"), type: "array", items: CHECK };
  const variant = {
    type: "object",
    properties: { ...Object.fromEntries(properties), checks },
    required: [...Object.keys(parts), "checks"],
  };
  return JSON.stringify({
    $schema: SCHEMA,
    type: "object",
    properties: {
      drafted: { title: phrases.text("output.drafted.title"), type: "boolean" },
      variants: { title: phrases.text("output.variants.title"), type: "array", items: variant },
    },
    required: ["drafted", "variants"],
  });
}
