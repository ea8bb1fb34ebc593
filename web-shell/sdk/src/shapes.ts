import type { paths } from "./api";

/** The response of a successful call. Types are derived from paths, not from the names of schemas in the document. */
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type User = Answer<"/api/user">;
export type Words = User["words"];
export type Tool = Answer<"/api/tools/{id}">;
/** A tool of a list, possibly without its schemas. */
export type ListedTool = Answer<"/api/tools">["tools"][number];
export type Category = Answer<"/api/tools">["categories"][number];
export type Run = Answer<"/api/runs/{id}">;
export type RunSummary = Answer<"/api/runs">["data"][number];
export type RunStatus = Run["status"];
export type RunProblem = {
  status: number;
  code: string;
  message: string;
  errors?: Record<string, string[]> | null;
};
export type Progress = { done: number; total: number; label: string };
export type Document = Answer<"/api/documents/{id}">;
export type DocumentSummary = Answer<"/api/documents">["data"][number];

/** One measured rule of a platform, as generators report it. */
export type Check = {
  field: string;
  unit: "characters" | "utf16" | "words" | "pixels" | "bytes" | "weighted" | "width" | "items";
  value: number;
  min: number | null;
  max: number | null;
  level: "hard" | "platform" | "recommended";
  ok: boolean;
  /** In the language of the run. */
  message: string;
  /** In each language, if it is not ok. */
  messages?: Record<string, string>;
};

/** One variant of a generator: its fields, and their measurements. */
export type Variant = { [field: string]: unknown; checks?: Check[] };

/** The `outcome.data` of a generator. */
export type GeneratorData = {
  drafted?: boolean;
  frame?: boolean;
  /** The ordered number of variants, if there are fewer. */
  ordered?: number;
  variants: Variant[];
};

/** The part of JSON Schema that tools use for their forms. */
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
