import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import recipe from "../../../../docs/recipes/product-label/template.toml?raw";
import { If } from "../jinja";
import { Body, type Page, toApp } from "../layout/document";
import { Questions } from "../parts/sections";
import type { Language } from "../texts";

/** A table of the recipe's source, found by its header; `part` if it is one of several with it. */
function source(header: string, part = 0): string {
  const tables = recipe.split(/\n(?=\[)/).filter((table) => table.startsWith(header));
  const table = tables[part];
  if (!table) throw new Error(`the recipe lacks ${header}`);
  return table.trim();
}

/** A value of the recipe in a language. */
function value(table: string, key: string, language: Language): string {
  const line = table.split("\n").find((each) => each.startsWith(`${key} = `)) ?? "";
  const found = line.match(new RegExp(`${language} = "([^"]+)"`)) ?? line.match(/= "([^"]+)"/);
  if (!found?.[1]) throw new Error(`the recipe lacks ${key}`);
  return found[1];
}

function WaysIn(page: Page) {
  const {
    href,
    texts: { partners },
  } = page;
  return (
    <p className="buttons">
      <a className="button main large" {...toApp(page, href("publisher"))}>
        {partners.begin}
      </a>
      <a className="button large" href={href("docs", { "*": "plugins/first-template" })}>
        {partners.first}
      </a>
      <If is="frame.registration">
        <a className="more" data-for="guest" href={href("register")}>
          {partners.register}
        </a>
      </If>
    </p>
  );
}

/** The file of a tool, and what each part of it becomes. */
function Annotated({ texts: { partners }, language }: Page) {
  const [name, summary, field, line] = [
    source("[name]"),
    source("[summary]"),
    source("[[fields]]"),
    source("[[result.parts]]", 1),
  ];
  const [draft, example] = [source(`[draft.${language}]`), source(`[example.${language}]`)];
  const [product, reason] = [value(example, "product", language), value(example, "reason", language)];
  const limit = Number(line.match(/"characters", max = (\d+)/)?.[1]);
  const rows: [string, ReactNode][] = [
    [
      `${name}\n\n${summary}`,
      <span key="row" className="made-row">
        <strong>{value(name, language, language)}</strong>
        {value(summary, language, language)}
      </span>,
    ],
    [
      field,
      <span key="field" className="made-field">
        <strong>{value(field, "title", language)}</strong>
        <span>{product}</span>
      </span>,
    ],
    [
      line,
      <span
        key="line"
        className="dimension"
        style={{ "--share": String(reason.length / limit) } as Record<string, string>}
      >
        <span className="dimension-line" />
        <span>{`${reason.length} / ${limit}`}</span>
      </span>,
    ],
    [
      draft,
      <span key="draft" className="made-label">
        <strong>{product}</strong>
        {reason}
      </span>,
    ],
  ];
  return (
    <section className="wide annotated">
      <h2>{partners.file.title}</h2>
      <p className="under">{partners.file.lead}</p>
      <ol>
        {rows.map(([code, made], row) => (
          <li key={code}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard. */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
            <div>
              <p>{partners.file.becomes[row]}</p>
              <div className="made">{made}</div>
            </div>
          </li>
        ))}
      </ol>
      <p className="small">{partners.file.note}</p>
    </section>
  );
}

function Gains({ texts: { partners } }: Page) {
  return (
    <section className="band">
      <div className="wide">
        <h2>{partners.gains.title}</h2>
        <dl className="gains">
          {partners.gains.items.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** An example of the split, to scale: what accounts paid, what belongs to the tool, and the publisher's part of it. */
function Share({ texts: { partners }, href }: Page) {
  return (
    <section className="dark-band">
      <div className="wide">
        <h2>{partners.share.title}</h2>
        <p className="under">{partners.share.text}</p>
        <ol className="shares">
          {partners.share.bars.map(([amount, what, share]) => (
            <li key={what} style={{ "--share": share } as Record<string, string>}>
              <span className="share-line" aria-hidden="true" />
              <strong>{amount}</strong> <span>{what}</span>
            </li>
          ))}
        </ol>
        <p className="under">{partners.share.paid}</p>
        <a className="more" href={href("docs", { "*": "plugins/earnings" })}>
          {partners.share.link}
          <Icon name="next" size={16} />
        </a>
      </div>
    </section>
  );
}

/** The programme for publishers: what a tool is made of, its way into the catalogue, its share and terms. */
export function Partners(page: Page) {
  const { partners, terms } = page.texts;
  return (
    <Body {...page}>
      <section className="partners-top">
        <div className="wide">
          <h1>{partners.heading}</h1>
          <p className="lead">{partners.lead}</p>
          <WaysIn {...page} />
        </div>
      </section>
      <Annotated {...page} />
      <Gains {...page} />
      <section className="wide split">
        <div>
          <h2>{partners.steps.title}</h2>
          <p className="under">{partners.steps.lead}</p>
        </div>
        <ol className="steps">
          {partners.steps.items.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <br />
              {text}
            </li>
          ))}
        </ol>
      </section>
      <Share {...page} />
      <section className="wide terms" id="terms">
        <h2>{terms.title}</h2>
        <p className="under">{terms.lead}</p>
        <ol>
          {[terms.rights, terms.honest, terms.data, terms.review, terms.share, terms.support, terms.end].map(
            (point) => (
              <li key={point}>{point}</li>
            ),
          )}
        </ol>
      </section>
      <Questions {...partners.questions} />
      <section className="call">
        <div className="wide">
          <h2>{partners.end.title}</h2>
          <p>{partners.end.text}</p>
          <WaysIn {...page} />
        </div>
      </section>
    </Body>
  );
}
