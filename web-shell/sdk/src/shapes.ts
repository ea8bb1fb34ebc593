import type { components } from "./api";

type Schemas = components["schemas"];

export type User = Schemas["User"];
export type Words = Schemas["Words"];
export type Tool = Schemas["Tool"];
export type Category = Schemas["Category"];
export type Run = Schemas["Run"];
export type RunStatus = Run["status"];
export type RunProblem = NonNullable<Run["problem"]>;
export type Progress = NonNullable<Run["progress"]>;
export type Document = Schemas["Document"];
export type DocumentSummary = Schemas["DocumentSummary"];

/** One measured rule of a platform, as every generator reports it. */
export type Check = {
  field: string;
  unit: "characters" | "words" | "pixels" | "bytes" | "weighted" | "items";
  value: number;
  min: number | null;
  max: number | null;
  level: "hard" | "platform" | "recommended";
  ok: boolean;
  message: string;
};

/** One of the texts a generator offers: its own fields, and what was measured on them. */
export type Variant = { [field: string]: unknown; checks?: Check[] };

/** What `outcome.data` of a generator looks like. */
export type GeneratorData = { drafted?: boolean; variants: Variant[] };

/** The part of JSON Schema that tools describe their forms with. */
export type Schema = {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  "x-widget"?: string;
  "x-section"?: string;
  "x-format"?: string;
};
