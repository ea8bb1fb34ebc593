// The pages of the reference: generated from `docs/reference.json`, the server's description of itself, and from
// `docs/reference/explained.json`, which adds limits, failures and the texts of the other language.
import { readFileSync } from "node:fs";
import path from "node:path";

const docs = path.resolve(import.meta.dirname, "../../../docs");
export const readReference = () => JSON.parse(readFileSync(path.join(docs, "reference.json"), "utf8"));
export const readExplained = () =>
  JSON.parse(readFileSync(path.join(docs, "reference/explained.json"), "utf8"));

const WORDS = {
  en: {
    since: "Since contract",
    failures: "Fails with",
    limits: "Limits",
    functions: "Functions",
    types: "Types",
    tables: "Tables",
    column: "column",
    name: "name",
    type: "type",
    about: "what it is",
    worlds: "Worlds",
    world: "world",
    imports: "may import",
    options: "option",
    defaults: "By default",
    one: "One of",
    env: "Or from the environment",
    code: "code",
    says: "what it says",
    key: "key",
    may: "what stands in it",
    examples: "Examples",
  },
  pl: {
    since: "Od wersji kontraktu",
    failures: "Możliwe błędy",
    limits: "Limity",
    functions: "Funkcje",
    types: "Typy",
    tables: "Tabele",
    column: "kolumna",
    name: "nazwa",
    type: "typ",
    about: "znaczenie",
    worlds: "Światy",
    world: "świat",
    imports: "może importować",
    options: "opcja",
    defaults: "Domyślnie",
    one: "Jedna z wartości",
    env: "Albo ze zmiennej",
    code: "kod",
    says: "komunikat",
    key: "klucz",
    may: "zawartość",
    examples: "Przykłady",
  },
};

/** A text in a table cell. */
const cell = (text) => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
const table = (head, rows) =>
  rows.length === 0
    ? ""
    : `| ${head.join(" | ")} |\n|${head.map(() => "---|").join("")}\n${rows.map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")}\n\n`;
const code = (text) => `\`${text}\``;

/** The description in a language; for English without an entry, the comment of the source. */
function said(explained, key, language, own = "") {
  const text = explained[key]?.[language] ?? (language === "en" ? own : "");
  if (!text) throw new Error(`docs/reference/explained.json has no text for ${key} in ${language}`);
  return text;
}

function functionPart(place, { name, wit, docs: own, since, fails }, language, { functions }) {
  const key = `${place}.${name}`;
  const words = WORDS[language];
  const about = functions[key] ?? {};
  const limits = about.limits?.[language];
  const failures = about.failures ?? [];
  if (fails && failures.length === 0)
    throw new Error(`docs/reference/explained.json lists no failures of ${key}`);
  return [
    `### ${name}\n`,
    `\`\`\`wit\n${wit}\n\`\`\`\n`,
    `${said(functions, key, language, own)}\n`,
    limits ? `**${words.limits}:** ${limits}\n` : "",
    failures.length ? `**${words.failures}:** ${failures.map(code).join(", ")}.\n` : "",
    `${words.since} ${since}.\n`,
  ].join("\n");
}

function typePart(place, { name, wit, docs: own, members }, language, { types }) {
  const words = WORDS[language];
  const key = `${place}.${name}`;
  const about = language === "en" ? own : types[key]?.[language];
  const rows = members.map((member) => {
    const text = language === "en" ? member.docs : types[`${key}.${member.name}`]?.[language];
    return [code(member.name), member.type ? code(member.type) : "", text ?? ""];
  });
  return [
    `### ${name}\n`,
    about ? `${about}\n` : "",
    members.length ? "" : `\`\`\`wit\n${wit}\n\`\`\`\n`,
    table([words.name, words.type, words.about], rows),
  ].join("\n");
}

/** The tables of the facts; their comments are the keys of the translations. */
function tablesPart(language, facts, explained) {
  const words = WORDS[language];
  const about = (text) => said(explained.facts, text, language, text);
  const parts = facts.map(({ name, docs: own, columns }) => {
    const rows = columns.map((column) => [code(column.name), code(column.type), about(column.docs)]);
    return `### ${name}\n\n${about(own)}\n\n${table([words.column, words.type, words.about], rows)}`;
  });
  return `## ${words.tables}\n\n${parts.join("\n")}`;
}

function interfacePage(page, language, { contract, facts }, explained) {
  const found = contract.interfaces.find(({ name }) => name === page);
  if (!found) throw new Error(`the contract has no interface ${page}`);
  const words = WORDS[language];
  const lead = said(explained.interfaces, page, language, found.docs);
  const functions = found.functions.map((each) => functionPart(page, each, language, explained));
  const types = found.types.map((each) => typePart(page, each, language, explained));
  return [
    `# ${said(explained.interfaces, `${page}.title`, language)}\n`,
    `${lead}\n`,
    explained.interfaces[`${page}.more`]?.[language] ?? "",
    functions.length ? `## ${words.functions}\n` : "",
    ...functions,
    types.length ? `## ${words.types}\n` : "",
    ...types,
    page === "facts" ? tablesPart(language, facts, explained) : "",
  ].join("\n");
}

/** The shared types, and the imports of each world of the contract. */
function contractPage(language, { contract }, explained) {
  const words = WORDS[language];
  const shared = contract.interfaces.find(({ name }) => name === "types");
  const rows = contract.worlds.map(({ name, docs: own, imports }) => [
    code(name),
    said(explained.worlds, name, language, own),
    imports.map((each) => `[${each}](${each === "template" ? "template-toml" : each}.md)`).join(", "),
  ]);
  return [
    `# ${said(explained.interfaces, "types.title", language)}\n`,
    `${said(explained.interfaces, "contract", language, contract.docs)}\n`,
    `${said(explained.interfaces, "evolution", language)}\n`,
    `## ${words.worlds}\n`,
    table([words.world, words.about, words.imports], rows),
    `## ${words.types}\n`,
    ...shared.types.map((each) => typePart("types", each, language, explained)),
  ].join("\n");
}

/** The program's own help texts; a test requires their Polish. */
const wordsOf = (text, language, explained) => explained.commands[text]?.[language] ?? text;

function commandPart({ name, about, usage, options, examples }, language, explained) {
  const words = WORDS[language];
  const rows = options.map((option) => {
    const facts = [
      option.values.length ? `${words.one}: ${option.values.map(code).join(", ")}.` : "",
      option.default ? `${words.defaults}: ${code(option.default)}.` : "",
      option.env ? `${words.env}: ${code(option.env)}.` : "",
    ];
    const help = option.help && `${wordsOf(option.help, language, explained)}.`;
    return [code(option.name), [help, ...facts].filter(Boolean).join(" ")];
  });
  return [
    `## ${name}\n`,
    `${wordsOf(about, language, explained)}.\n`,
    `\`\`\`text\n${usage}\n\`\`\`\n`,
    table([words.options, words.about], rows),
    examples.length ? `${words.examples}:\n\n\`\`\`sh\n${examples.join("\n")}\n\`\`\`\n` : "",
  ].join("\n");
}

function commandsPage(language, { commands }, explained) {
  return [
    `# ${said(explained.pages, "commands.title", language)}\n`,
    `${said(explained.pages, "commands", language)}\n`,
    ...commands.map((command) => commandPart(command, language, explained)),
  ].join("\n");
}

function refusalsPage(language, { refusals }, explained) {
  const words = WORDS[language];
  const rows = refusals.map((refusal) => [code(refusal.code), refusal[language]]);
  return [
    `# ${said(explained.pages, "refusals.title", language)}\n`,
    `${said(explained.pages, "refusals", language)}\n`,
    table([words.code, words.says], rows),
  ].join("\n");
}

/** `plugin.toml` and `template.toml`: one section per table. */
function keysPage(page, language, _, explained) {
  const words = WORDS[language];
  const sections = explained.keys[page].map(({ title, about, keys }) =>
    [
      `## ${title[language]}\n`,
      about ? `${about[language]}\n` : "",
      table(
        [words.key, words.may],
        Object.entries(keys).map(([key, text]) => [code(key), text[language]]),
      ),
    ].join("\n"),
  );
  return [
    `# ${said(explained.pages, `${page}.title`, language)}\n`,
    `${said(explained.pages, page, language)}\n`,
    ...sections,
  ].join("\n");
}

const MADE = {
  contract: contractPage,
  commands: commandsPage,
  refusals: refusalsPage,
  "plugin-toml": (...rest) => keysPage("plugin-toml", ...rest),
  "template-toml": (...rest) => keysPage("template-toml", ...rest),
};

/** The Markdown of a page of the reference; null for all other pages. */
export function generated(language, page, notice) {
  const [folder, name] = page.split("/");
  if (folder !== "reference") return null;
  for (const file of ["reference.json", "reference/explained.json"]) notice(path.join(docs, file));
  const make = MADE[name] ?? ((...rest) => interfacePage(name, ...rest));
  return make(language, readReference(), readExplained());
}
