/**
 * The SDK of UI modules: all that a module may import besides `react` and `@sitewright/ui`.
 * The list is explicit; its items keep their shape while SDK_MAJOR stays the same.
 */
export { errorsByField, type Field, type Values } from "./form/fields";
export { ToolForm } from "./form/tool-form";
export { type ToolFormState, useToolForm } from "./form/use-tool-form";
export { useValidation } from "./form/use-validation";
export { formatsFor, useFormats } from "./formats";
export { ApiProblem } from "./problem";
export { arial, SEARCH_RESULT } from "./result/arial";
export { type Drawn, Workbench } from "./result/bench";
export { CheckList } from "./result/check-list";
export type { Edited, Measures } from "./result/checks";
export { CopyAction } from "./result/copy-action";
export { type Device, useDevice } from "./result/device";
export { DraftNotice } from "./result/draft-notice";
export { FieldEditor } from "./result/field-editor";
export { type ResultField, resultFields, variantText } from "./result/fields";
export { type Fold, folded } from "./result/fold";
export { FoldedText } from "./result/folded-text";
export { listOf, present, textOf } from "./result/parts";
export type { Previewed } from "./result/preview-card";
export { Avatar, PreviewFrame } from "./result/preview-frame";
export { PreviewResult } from "./result/preview-result";
export { Rating } from "./result/rating";
export { ResultCard } from "./result/result-card";
export { RewritePanel } from "./result/rewrite-panel";
export { RichText } from "./result/rich-text";
export { hostOf, useBrandName, useSiteName } from "./result/site-name";
export { bytes, graphemes, utf16, width, xWeight } from "./result/units";
export { type Result, useResult } from "./result/use-result";
export { VariantCard } from "./result/variant-card";
export { reveal } from "./run/arrival";
export { FormPanel, useFolded } from "./run/form-panel";
export { gistOf, HistoryList } from "./run/history-list";
export { ProblemAlert } from "./run/problem-alert";
export { RunProgress } from "./run/run-progress";
export { ToolScreen } from "./run/tool-screen";
export { type RunControl, useRun } from "./run/use-run";
export type { Check, Document, GeneratorData, Run, Schema, Tool, Variant } from "./shapes";
export { useLanguage, useNotify, useProjectDomain, useTool } from "./shell-context";
export { ShellLink } from "./shell-link";
export { defineTexts } from "./texts";
export { useUnsaved } from "./unsaved";
export { exportHref, useDocument } from "./use-document";
export { useHistory } from "./use-history";
