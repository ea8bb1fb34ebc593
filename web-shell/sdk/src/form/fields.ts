import type { Schema } from "../shapes";

/** One property of a tool's input as a form field. */
export type Field = {
  name: string;
  title: string;
  description: string;
  kind: "text" | "textarea" | "url" | "number" | "slider" | "switch" | "choice" | "tags";
  required: boolean;
  folded: boolean;
  schema: Schema;
  choices: { value: string; label: string }[];
};

export type Values = Record<string, unknown>;

function typeOf(schema: Schema): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "string"];
  return types.find((type) => type !== "null") ?? "string";
}

function choicesOf(schema: Schema): Field["choices"] {
  const listed = schema.oneOf?.filter((option) => option.const !== undefined && option.const !== null);
  if (listed?.length)
    return listed.map((option) => ({
      value: String(option.const),
      label: option.title ?? String(option.const),
    }));
  return (schema.enum ?? [])
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: String(value) }));
}

function kindOf(schema: Schema): Field["kind"] {
  if (choicesOf(schema).length) return "choice";
  const type = typeOf(schema);
  if (type === "boolean") return "switch";
  if (type === "array") return "tags";
  if (type === "integer" || type === "number") {
    const bounded = schema.minimum !== undefined && schema.maximum !== undefined;
    return schema["x-widget"] === "slider" && bounded ? "slider" : "number";
  }
  if (schema["x-widget"] === "textarea") return "textarea";
  return schema["x-widget"] === "url" || schema.format === "uri" ? "url" : "text";
}

/** The fields of a tool's form, in the order of its schema. */
export function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    title: property.title ?? name,
    description: property.description ?? "",
    kind: kindOf(property),
    required: required.has(name),
    folded: property["x-section"] === "more",
    schema: property,
    choices: choicesOf(property),
  }));
}

/** The language of the text, if the tool writes in the project's language; the server uses the same default. */
function languageOf({ name, choices }: Field, project: string | null): string | undefined {
  const main = project?.split("-")[0];
  return name === "language" ? choices.find(({ value }) => value === main)?.value : undefined;
}

/** The initial values of the form. */
export function defaultsOf(fields: Field[], projectLanguage: string | null = null): Values {
  return Object.fromEntries(
    fields
      .map((field) => [field.name, languageOf(field, projectLanguage) ?? field.schema.default] as const)
      .filter(([, value]) => value !== undefined),
  );
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The field for the form of address, which only some languages have. */
const ADDRESS = { field: "address_form", languages: ["pl"] };

/** The fields that apply to the current values. */
export const askedFields = (fields: Field[], { language }: Values): Field[] =>
  fields.filter(
    ({ name }) =>
      name !== ADDRESS.field || typeof language !== "string" || ADDRESS.languages.includes(language),
  );

/** Whether the value is a number, which a select and an incomplete number have as a text. */
const isNumeric = ({ kind, schema }: Field) =>
  kind === "choice" ? typeOf(schema) !== "string" : kind === "number" || kind === "slider";

/** Whether the field takes whole numbers only. */
export const isWhole = ({ schema }: Field) => typeOf(schema) === "integer";

/** The number of a value, which a stored draft may have as a text; not of what only programs write, such as "1e9". */
const numeric = (value: unknown) =>
  typeof value === "string" && !/^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number.NaN : Number(value);

/** The input to send: without empty values, and with choices in the type of their schema. */
export function inputOf(fields: Field[], values: Values): Values {
  const input: Values = {};
  for (const field of fields) {
    const value = values[field.name];
    if (isEmpty(value)) continue;
    if (isNumeric(field)) {
      const number = numeric(value);
      input[field.name] = Number.isNaN(number) ? value : number;
    } else input[field.name] = typeof value === "string" ? value.trim() : value;
  }
  return input;
}

/** A rule that a value breaks, with a name that each language translates. */
export type Violation = {
  key: "required" | "short" | "long" | "number" | "whole" | "low" | "high" | "few" | "many" | "url";
  limit: number;
};

/** The number of characters in a text as it is sent, counted like the server. */
export const lengthOf = (text: string) => [...text.trim()].length;

function numberViolation(schema: Schema, value: number): Violation | null {
  const isInteger = typeOf(schema) === "integer";
  if (Number.isNaN(value)) return { key: isInteger ? "whole" : "number", limit: 0 };
  if (isInteger && !Number.isInteger(value)) return { key: "whole", limit: 0 };
  if (schema.maximum !== undefined && value > schema.maximum) return { key: "high", limit: schema.maximum };
  if (schema.minimum !== undefined && value < schema.minimum) return { key: "low", limit: schema.minimum };
  return null;
}

function violationOf(field: Field, value: unknown): Violation | null {
  const { schema } = field;
  if (isEmpty(value) || (typeof value === "string" && value.trim() === "")) {
    return field.required ? { key: "required", limit: 0 } : null;
  }
  if (field.kind === "number" || field.kind === "slider") return numberViolation(schema, numeric(value));
  if (typeof value === "string" && field.kind !== "choice") {
    if (schema.maxLength !== undefined && lengthOf(value) > schema.maxLength)
      return { key: "long", limit: schema.maxLength };
    if (schema.minLength !== undefined && lengthOf(value) < schema.minLength)
      return { key: "short", limit: schema.minLength };
    if (field.kind === "url" && !/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value.trim()))
      return { key: "url", limit: 0 };
  }
  if (Array.isArray(value)) {
    if (schema.maxItems !== undefined && value.length > schema.maxItems)
      return { key: "many", limit: schema.maxItems };
    if (schema.minItems !== undefined && value.length < schema.minItems)
      return { key: "few", limit: schema.minItems };
  }
  return null;
}

/** The broken rules that do not need the server, by field. */
export function violationsOf(fields: Field[], values: Values): Record<string, Violation> {
  const found: Record<string, Violation> = {};
  for (const field of fields) {
    const violation = violationOf(field, values[field.name]);
    if (violation) found[field.name] = violation;
  }
  return found;
}

/** Server errors such as `input.topic` or `input.keywords.0`, grouped by field. */
export function errorsByField(errors: Record<string, string[]>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const name =
      path
        .replace(/^input[./]/, "")
        .replace(/^\//, "")
        .split(/[./]/)[0] ?? path;
    found[name] ??= messages[0] ?? "";
  }
  return found;
}
