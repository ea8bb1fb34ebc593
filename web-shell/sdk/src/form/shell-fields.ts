/** The inputs of a tool's form one by one, for pages of the shell that ask for some of them. */
export { FieldInput } from "./field-input";
export { type Field, fieldsOf, inputOf, type Values } from "./fields";
