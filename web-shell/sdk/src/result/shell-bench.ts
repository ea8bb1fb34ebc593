/** The parts of the workbench for pages of the shell that show texts. */
export type { Check } from "../shapes";
export { arial, SEARCH_RESULT } from "./arial";
export { BenchPart } from "./bench-part";
export { CheckList } from "./check-list";
export { FactList } from "./fact-list";
export { PreviewFrame } from "./preview-frame";
export { contains, type UsedFact } from "./used-facts";
