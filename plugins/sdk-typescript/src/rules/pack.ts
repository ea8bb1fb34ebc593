import type { Finding, Table } from "sitewright:plugin/facts@0.1.0";
import type { Rule as DescribedRule, Pack as Description } from "sitewright:plugin/rules@0.1.0";
import type { Page, SiteTable } from "../generated/facts";
import { known, type Language } from "../language";
import type { Texts, Tree } from "../texts";
import { described, idOf, text } from "./file";
import { Report, type Target, THE_SITE } from "./report";
import { Batch, type TableName } from "./rows";
import { chosen, Settings } from "./settings";
import { Site, type Source } from "./site";

/** Checks a page. */
export type PageCheck = (page: Page, settings: Settings, report: Report) => void;
/** Checks a site. */
export type SiteCheck = (site: Site, settings: Settings, report: Report) => void;

/** A rule: its file, and the function that checks it. */
export type Rule = { readonly file: Tree } & (
  | { readonly scope: "page"; readonly check: PageCheck }
  | { readonly scope: "site"; readonly check: SiteCheck }
);

/** A rule that one page alone shows to be broken. */
export const pageRule = (file: Tree, check: PageCheck): Rule => ({ file, scope: "page", check });

/** A rule that needs other pages, files of the site, or the links between pages. */
export const siteRule = (file: Tree, check: SiteCheck): Rule => ({ file, scope: "site", check });

/** The definition of a rule pack. */
export interface PackDefinition {
  /** `texts/en.toml` and `texts/pl.toml`: name and summary. */
  readonly texts: Texts;
  /** Such as "titles". */
  readonly category: string;
  /** The tables of a page that the checks read besides the page itself. One that is not listed is empty. */
  readonly tables?: readonly Exclude<TableName, SiteTable | "pages">[];
  /** Paths of the site that the crawl has to fetch for the pack; their answers are in `site.probes()`. */
  readonly probes?: readonly string[];
  readonly rules: readonly Rule[];
}

/** A rule pack; `pack` makes it. */
export interface Pack {
  describe(language: string): Description;
  checkPages(batch: readonly Table[], settings: string, source: Source): Finding[];
  checkSite(settings: string, source: Source): void;
}

/** Throws an error that names the file if a text or another key is missing. */
export function pack(definition: PackDefinition): Pack {
  const { rules } = definition;
  const tables: readonly TableName[] = ["pages", ...(definition.tables ?? [])];
  const descriptions: Record<Language, Description> = {
    en: description(definition, tables, "en"),
    pl: description(definition, tables, "pl"),
  };
  const { rules: told } = descriptions.en;

  /** The rules of a scope that are not turned off. */
  function each<S extends Rule["scope"]>(scope: S, settings: string, { now }: Source) {
    const set = JSON.parse(settings);
    return rules.flatMap((rule, place) => {
      const numbers = rule.scope === scope && chosen(parameters(told, place), set[idOf(rule.file)]);
      return numbers
        ? [{ rule: rule as Extract<Rule, { scope: S }>, place, settings: new Settings(numbers, now) }]
        : [];
    });
  }

  const target = (findings: Finding[], rule: number, page: number): Target => {
    const severity = told[rule]?.severity ?? "notice";
    return { findings, rule, severity, tables, page };
  };

  return {
    describe: (language) => descriptions[known(language) ?? "en"],
    checkPages(batch, settings, source) {
      const findings: Finding[] = [];
      const checks = each("page", settings, source);
      for (const page of new Batch(tables, batch).rows("pages")) {
        for (const { rule, place, settings } of checks) {
          rule.check(page, settings, new Report(target(findings, place, page.index)));
        }
      }
      return findings;
    },
    checkSite(settings, source) {
      const findings: Finding[] = [];
      const site = new Site(source, tables);
      const send = (findings: Finding[]) => source.report(findings);
      for (const { rule, place, settings: own } of each("site", settings, source)) {
        rule.check(site, own, new Report({ ...target(findings, place, THE_SITE), send }));
      }
      if (findings.length > 0) {
        send(findings);
      }
    },
  };
}

const parameters = (told: readonly DescribedRule[], place: number) => told[place]?.parameters ?? [];

function description(
  { texts, category, probes, rules }: PackDefinition,
  tables: readonly TableName[],
  language: Language,
): Description {
  const ids = new Set<string>();
  for (const { file, scope } of rules) {
    const id = idOf(file);
    if (ids.has(id) || file.scope !== scope) {
      const why = ids.has(id) ? "the pack has two rules of this name" : `its \`scope\` is not "${scope}"`;
      throw new Error(`checks/${id}.toml: ${why}`);
    }
    ids.add(id);
  }
  return {
    name: text(texts[language], "name"),
    summary: text(texts[language], "summary"),
    tables: [...tables],
    probes: [...(probes ?? [])],
    rules: rules.map(({ file }) => described(file, category, language)),
  };
}
