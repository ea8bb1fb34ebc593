/** The parts of the SDK for the shell, which modules must not use. */
export type { paths } from "./api";
export { formatsFor, useFormats } from "./formats";
export { ApiProblem } from "./problem";
export { at, under } from "./queries";
export { unicodeHost } from "./result/punycode";
export type { Category, Document, DocumentSummary, ListedTool, RunStatus, Tool, User, Words } from "./shapes";
export { type Order, type Shell, ShellProvider, type Shown, ToolProvider, useShell } from "./shell-context";
export { textNamespaces, textSource } from "./texts";
export {
  beforeLeaving,
  beforeLoss,
  type Loss,
  losesEdits,
  onLoss,
  useUnsaved,
  whenNothingIsLost,
} from "./unsaved";
export { EXPORTS, exportHref, useDocument } from "./use-document";

/** Modules built for another major version of the SDK are refused before loading. */
export const SDK_MAJOR = "1";
export { useSdkTexts } from "./texts";
