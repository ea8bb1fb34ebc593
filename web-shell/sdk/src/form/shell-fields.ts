/** The inputs of a tool's form, for pages of the shell that need some of them. */
export { FieldInput } from "./field-input";
export { type Field, fieldsOf, inputOf, type Values } from "./fields";
export { rememberInput } from "./use-tool-form";
