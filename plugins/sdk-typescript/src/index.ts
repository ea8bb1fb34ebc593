// The library for tools. See "A generator in TypeScript" in plugins/README.md.

export type { Brief } from "./brief";
export type { Check, Checks } from "./checks";
export {
  type Brand,
  type Failure,
  type Host,
  type Outcome,
  PluginFailure,
  type Project,
} from "./contract";
export { choice, flag, list, number, optionalChoice, text, variants, voice } from "./fields";
export { type Definition, type Generator, generator } from "./generator";
export type { Language } from "./language";
export { between, type Level, type Limit, max } from "./limits";
export { listPart, numberPart, textPart } from "./parts";
export type { Prompt } from "./prompt";
export { address, fill } from "./template";
export type { Texts } from "./texts";
export { graphemes, measure, type Unit, words } from "./units";
