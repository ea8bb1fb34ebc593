import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import type { AddressFacts } from "./audits";
import { useWords } from "./words";

type Kind =
  | "number"
  | "thousandths"
  | "bytes"
  | "ms"
  | "flag"
  | "text"
  | "failure"
  | "language"
  | "address"
  | "version";

/** The facts of each group: a column of the facts, and how it is written. */
const GROUPS = {
  response: [
    ["failure", "failure"],
    ["location", "address"],
    ["media_type", "text"],
    ["charset", "text"],
    ["encoding", "text"],
    ["http_version", "version"],
    ["ttfb_ms", "ms"],
    ["total_ms", "ms"],
    ["transfer_bytes", "bytes"],
    ["body_bytes", "bytes"],
  ],
  indexing: [
    ["indexable", "flag"],
    ["noindex", "flag"],
    ["nofollow", "flag"],
    ["canonical", "address"],
    ["disallowed_google", "flag"],
    ["in_sitemap", "flag"],
    ["lang", "text"],
    ["depth", "number"],
    ["incoming", "number"],
  ],
  content: [
    ["title", "text"],
    ["title_px", "number"],
    ["description", "text"],
    ["description_px", "number"],
    ["words", "number"],
    ["sentences", "number"],
    ["language", "language"],
    ["flesch", "number"],
    ["author", "text"],
  ],
  structure: [
    ["doctype", "flag"],
    ["viewport", "text"],
    ["elements", "number"],
    ["nesting", "number"],
    ["headings", "number"],
    ["links", "number"],
    ["images", "number"],
    ["resources", "number"],
    ["data", "number"],
  ],
} as const satisfies Record<string, readonly (readonly [name: string, kind: Kind])[]>;

type Group = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as Group[];
/** They are of the list of pages, not of the facts. */
const OWN = ["indexable", "depth", "incoming"] as const;

/** Texts and addresses, which take a whole row. */
const LONG: readonly string[] = ["title", "description", "canonical", "location", "viewport"];

/** The width of a text that is not there says nothing. */
const WIDTHS: Record<string, string> = { title_px: "title", description_px: "description" };

/** What only a page of HTML has. */
const OF_HTML: readonly Group[] = ["content", "structure"];

/** What the crawl knows of a page, in groups. A group without a value is left out. */
export function AddressFactsPart({ address }: { address: AddressFacts }) {
  const { t } = useTexts("audits");
  const write = useWritten();
  const own = Object.fromEntries(OWN.map((name) => [name, address[name]]));
  const values: Record<string, unknown> = { ...address.facts, ...own };
  const groups = NAMES.filter((group) => values.html !== false || !OF_HTML.includes(group));
  // Without an answer, its times and sizes are not measured.
  const isMeasured = (kind: Kind) => address.status > 0 || (kind !== "ms" && kind !== "bytes");
  return (
    <div className="audit-groups">
      {groups.map((group) => {
        const facts = GROUPS[group].flatMap(([name, kind]) => {
          const of = WIDTHS[name];
          const isKnown = isMeasured(kind) && (!of || values[of]);
          const value = isKnown ? write(values[name], kind) : null;
          return value === null ? [] : [{ name, value }];
        });
        if (facts.length === 0) return null;
        return (
          <Section key={group} title={t(`audits.facts.${group}`)}>
            <dl className="audit-facts">
              {facts.map(({ name, value }) => (
                <div key={name} data-long={LONG.includes(name) || undefined}>
                  <dt>{t(`audits.fact.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Section>
        );
      })}
    </div>
  );
}

/** A fact as text; null for one without a value. */
export function useWritten() {
  const { t, i18n, language, number } = useTexts("audits");
  const words = useWords();
  return (value: unknown, kind: Kind): ReactNode => {
    if (value === null || value === undefined || value === "") return null;
    if (kind === "flag") return t(value ? "audits.pages.yes" : "audits.pages.no");
    if (kind === "text") return String(value);
    if (kind === "failure") {
      const known = `audits.failure.${value}`;
      return i18n.exists(known) ? t(known) : String(value);
    }
    if (kind === "language") return new Intl.DisplayNames(language, { type: "language" }).of(String(value));
    if (kind === "address") return <Address url={String(value)} />;
    const figure = Number(value);
    if (kind === "version") return figure === 0 ? null : `HTTP/${figure / 10}`;
    if (kind === "thousandths") return number(figure / 1000);
    if (kind === "bytes") return words.bytes(figure);
    return kind === "ms" ? words.ms(figure) : number(figure);
  };
}

const Address = ({ url }: { url: string }) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
    {url}
  </Anchor>
);
