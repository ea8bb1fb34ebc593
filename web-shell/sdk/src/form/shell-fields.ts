/** The inputs of a tool's form, for pages of the shell that need some of them. */
export { FieldInput } from "./field-input";
export { type Field, fieldsOf, inputOf, lengthOf, type Values } from "./fields";
export { rememberInput, startInput } from "./use-tool-form";
