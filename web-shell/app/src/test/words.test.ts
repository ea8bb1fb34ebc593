import { describe, expect, test } from "vitest";
import { filesOf, foldersOf, hasFile, json } from "./sources";

/** The rules of "Words for users" in CONTRIBUTING.md, as far as a machine can check them. */

type Texts = { [key: string]: string | Texts };
type Line = { key: string; text: string };
type Rule = { name: string; refuses: RegExp; except?: RegExp };

const linesOf = (texts: Texts, prefix: string): Line[] =>
  // Of a list, the keys are its places.
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [{ key: `${prefix}.${key}`, text: value }]
      : linesOf(value, `${prefix}.${key}`),
  );

const FILES: [string, (language: string) => string][] = [
  ...filesOf("web-shell/app/src/i18n/en", /\.json$/).map(
    ({ file }): [string, (language: string) => string] => [
      file.replace(".json", ""),
      (language) => `web-shell/app/src/i18n/${language}/${file}`,
    ],
  ),
  ...filesOf("web-shell/site/texts/en", /\.json$/).map(({ file }): [string, (language: string) => string] => [
    `site.${file.replace(".json", "")}`,
    (language) => `web-shell/site/texts/${language}/${file}`,
  ]),
  ["sdk", (language) => `web-shell/sdk/src/i18n/${language}.json`],
  ...foldersOf("web-plugins")
    .filter((name) => hasFile(`web-plugins/${name}/src/i18n/en.json`))
    .map((name): [string, (language: string) => string] => [
      name,
      (language) => `web-plugins/${name}/src/i18n/${language}.json`,
    ]),
  ["host", (language) => `host/locales/${language}.json`],
];

/** For programs, and for authors of plugins in a terminal: plain forms, code and straight quotes. */
const TECHNICAL = /^host\.(cli|package|outside|realtime|request|registry|mcp|runs)\./;
/** Texts of the product's specification and of the contract with publishers. */
const GIVEN = /^(shell\.(notFound|problem|limit)\.|partners\.terms\.|host\.server\.error)/;
/** What users may type, not what they read. */
const TYPED = /^palette\.(terms|also)\./;
const either = (...parts: RegExp[]) => new RegExp(parts.map(({ source }) => `(?:${source})`).join("|"));

const BOTH: Rule[] = [
  {
    name: "no spaces typed twice, at an end or as non-breaking",
    refuses: / {2}|^ | $|[\u00a0\u202f]/,
    except: TECHNICAL,
  },
  { name: "… as one character, without a space before it", refuses: /\.\.\.| …/ },
  { name: "no em dash", refuses: /—/ },
  { name: "no straight quotation marks", refuses: /"/, except: TECHNICAL },
];

const ENGLISH: Rule[] = [
  { name: "email, for the address and the message", refuses: /\b[eE]-mails?\b|\b[mM]ails?\b(?! server)/ },
  { name: "AI model", refuses: /[lL]anguage model/ },
  { name: "limit", refuses: /[cC]eiling/ },
  { name: "sign in and sign out", refuses: /\b[lL]og(ged|ging)? (in|out)\b/ },
  { name: "turn on and turn off", refuses: /\b[sS]witch(ed)? (on|off)\b/ },
  { name: "ID", refuses: /(?<![`\w./{:-])\bid\b(?![`}\w])/ },
  { name: "percent", refuses: /\bper cent\b/ },
  {
    name: "contractions",
    refuses:
      /\b([cC]annot|([dD]o|[dD]oes|[dD]id|[iI]s|[aA]re|[wW]as|[wW]ere|[cC]ould|[wW]ill|[hH]as|[hH]ave) not)\b/,
    except: either(TECHNICAL, GIVEN),
  },
  {
    name: "no words of another language's order",
    refuses: /\b(anew|[wW]hoever|any ?more|by itself|is told|meanwhile|in order to|in case you)\b/,
    except: /^host\.(cli|package)\.|(?<=in the )meanwhile/,
  },
  { name: "apostrophes as typed, quotation marks “ ”", refuses: /’|„|‘/ },
  { name: "no “please” outside of emails", refuses: /\b[pP]lease\b/, except: either(GIVEN, /^host\.mail\./) },
];

const POLISH: Rule[] = [
  { name: "e-mail", refuses: /(?<![\p{L}\p{N}{-])e?mail(?:a|u|em|e|i|ach|ow[aey])?(?![\p{L}}])/iu },
  { name: "model AI", refuses: /językow(y|ego|emu|ym|e|ych|ymi)(?!\p{L})/u },
  { name: "link", refuses: /odnośnik/i },
  { name: "słowniczek", refuses: /glosariusz/i },
  { name: "zestaw marki", refuses: /kart[aęąyi] marki/i },
  { name: "hurtowo", refuses: /wiele naraz|zbiorczo/i },
  { name: "wgraj, not wyślij, for a table or a file", refuses: /wyślij (tabelę|plik|ten plik)/i },
  { name: "plan", refuses: /subskrypcj/i },
  { name: "quotation marks „ ”", refuses: /“|‘|’/ },
];

const pairs = (text: string, open: string, close: string) =>
  text.split(open).length === text.split(close).length;

describe.each(FILES)("words of %s", (name, file) => {
  const english = linesOf(json(file("en")), name);
  const polish = linesOf(json(file("pl")), name);

  const refused = (lines: Line[], rules: Rule[]) =>
    rules.flatMap((rule) =>
      lines
        .filter(({ key }) => !rule.except?.test(key) && !TYPED.test(key))
        .filter(({ text }) => rule.refuses.test(text))
        .map(({ key, text }) => `${key}: ${rule.name}: ${text}`),
    );

  test("follow the style in English", () => {
    expect(refused(english, [...BOTH, ...ENGLISH])).toEqual([]);
    expect(english.filter(({ text }) => !pairs(text, "“", "”"))).toEqual([]);
  });

  test("follow the style in Polish", () => {
    expect(refused(polish, [...BOTH, ...POLISH])).toEqual([]);
    expect(polish.filter(({ text }) => !pairs(text, "„", "”"))).toEqual([]);
  });

  test("have the same placeholders in both languages", () => {
    const PLURAL = /[_.](zero|one|two|few|many|other|plural)$/;
    const names = (lines: Line[]) => {
      const all = new Map<string, Set<string>>();
      for (const { key, text } of lines) {
        const phrase = key.replace(PLURAL, "");
        const known = all.get(phrase) ?? new Set<string>();
        for (const [found] of text.matchAll(/\{+\w+\}+/g)) known.add(found);
        all.set(phrase, known);
      }
      return Object.fromEntries([...all].map(([key, found]) => [key, [...found].sort()]));
    };
    expect(names(polish)).toEqual(names(english));
  });

  test("have the plural forms of their language", () => {
    const forms = (lines: Line[], sign: string, wanted: string[]) => {
      const keys = new Set(lines.map(({ key }) => key));
      const counted = [...keys].filter((key) => key.endsWith(`${sign}one`)).map((key) => key.slice(0, -3));
      return counted.flatMap((key) => wanted.map((form) => key + form).filter((form) => !keys.has(form)));
    };
    // The host has no fractions, so "many" is its form for all other numbers.
    expect(forms(english, "_", ["one", "other"])).toEqual([]);
    expect(forms(polish, "_", ["one", "few", "many", "other"])).toEqual([]);
    if (name === "host") {
      expect(forms(english, ".", ["one", "many"])).toEqual([]);
      expect(forms(polish, ".", ["one", "few", "many"])).toEqual([]);
    }
  });
});
