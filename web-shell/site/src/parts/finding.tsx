// A finding of the audit: what it is, where, why it matters and how to fix it.
import type { ReactNode } from "react";
import type { Texts } from "../texts";

/** The names of systems as they write themselves. */
const SYSTEMS: Record<string, string> = {
  wordpress: "WordPress",
  woocommerce: "WooCommerce",
  prestashop: "PrestaShop",
  shoper: "Shoper",
  shopify: "Shopify",
};

/** A text in which code is between backticks. */
export const Marked = ({ text }: { text: string }) =>
  text.split("`").map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    place % 2 ? <code key={place}>{part}</code> : part,
  );

/** The part of a page that a finding is about. */
export const Snippet = ({ code }: { code: string }) => (
  <pre className="snippet">
    <code>{code}</code>
  </pre>
);

type Shown = {
  texts: Texts["seoAudit"];
  /** The name of the level in the styles, and for readers. */
  level: string;
  levelName: ReactNode;
  title: ReactNode;
  what: ReactNode;
  snippet: ReactNode;
  why: ReactNode;
  fix: ReactNode;
  /** The steps in systems. */
  systems?: Record<string, string>;
  isOpen?: boolean;
};

export function Finding({ texts, level, levelName, title, what, snippet, why, fix, systems, isOpen }: Shown) {
  const steps = Object.entries(SYSTEMS).filter(([system]) => systems?.[system]);
  return (
    <article className={`finding is-${level}`}>
      <p className="finding-level">{levelName}</p>
      <h3>{title}</h3>
      <p>{what}</p>
      {snippet}
      <details open={isOpen}>
        <summary>{texts.finding.more}</summary>
        <dl>
          <dt>{texts.finding.why}</dt>
          <dd>{why}</dd>
          <dt>{texts.finding.fix}</dt>
          <dd>{fix}</dd>
          {steps.map(([system, name]) => [
            <dt key={system}>{name}</dt>,
            <dd key={`${system}-steps`}>
              <Marked text={systems?.[system] ?? ""} />
            </dd>,
          ])}
        </dl>
      </details>
    </article>
  );
}
