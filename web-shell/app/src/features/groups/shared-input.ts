import type { Schema, Tool } from "@sitewright/sdk";

type Properties = Record<string, Schema>;

const inputOf = (tool: Tool) => tool.input as Schema;
const propertiesOf = (tool: Tool): Properties => inputOf(tool).properties ?? {};
const isRequired = (tool: Tool, name: string) => inputOf(tool).required?.includes(name) ?? false;

/** The accepted values of a field, independent of its title. */
const rulesOf = ({ title, description, examples, default: _, ...rules }: Schema) => {
  const choices = rules.oneOf?.map((choice) => choice.const);
  return JSON.stringify(choices ? { ...rules, oneOf: choices } : rules);
};

/**
 * The form of several tools: the fields common to all of them, and those that any of them requires.
 * Fields of only some tools, or with different rules, keep their defaults.
 */
export function sharedInput(tools: Tool[]): Schema {
  const [first, ...others] = tools;
  if (!first) return { properties: {}, required: [] };
  const isAlike = (name: string, schema: Schema) =>
    others.every((tool) => {
      const other = propertiesOf(tool)[name];
      return other !== undefined && rulesOf(other) === rulesOf(schema);
    });
  const shared: Properties = {};
  for (const tool of tools) {
    for (const [name, schema] of Object.entries(propertiesOf(tool))) {
      if (isRequired(tool, name) || (tool === first && isAlike(name, schema))) shared[name] ??= schema;
    }
  }
  const required = Object.keys(shared).filter((name) => tools.some((tool) => isRequired(tool, name)));
  // Required fields come first, in the order of the tools.
  const order = [...required, ...Object.keys(shared).filter((name) => !required.includes(name))];
  return {
    type: "object",
    properties: Object.fromEntries(order.flatMap((name) => (shared[name] ? [[name, shared[name]]] : []))),
    required,
  };
}

/** The part of the input that a tool accepts. */
export function inputFor(tool: Tool, values: Record<string, unknown>): Record<string, unknown> {
  const asked = propertiesOf(tool);
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in asked));
}
