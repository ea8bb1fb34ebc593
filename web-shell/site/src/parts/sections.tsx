import { If } from "../jinja";
import type { Page } from "../layout/document";

/** A heading with a line of its own for each sentence. */
export function Heading({ text }: { text: string }) {
  return (
    <h1>
      {text.split(/(?<=\.) /).map((sentence) => (
        <span key={sentence} className="sentence">
          {sentence}{" "}
        </span>
      ))}
    </h1>
  );
}

/** Questions that open without a script. */
export function Questions({ title, items }: { title: string; items: string[][] }) {
  return (
    <section className="wide questions">
      <h2>{title}</h2>
      <div>
        {items.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** A table of what differs, with a column for each kind of product. */
export function Compared({
  title,
  lead,
  head,
  rows,
}: {
  title: string;
  lead: string;
  head: string[];
  rows: string[][];
}) {
  return (
    <section className="wide">
      <h2>{title}</h2>
      <p className="under">{lead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard. */}
      <section className="table" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {head.map((cell) =>
                cell ? (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ) : (
                  <td key="first" />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two cells of a row may say the same.
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** The last thing on a page: the way in. */
export function Call({ title, text, texts, href }: Page & { title: string; text: string }) {
  return (
    <section className="call">
      <div className="wide">
        <h2>{title}</h2>
        <p>{text}</p>
        <p className="buttons">
          <If is="frame.registration">
            <a className="button main large" href={href("register")}>
              {texts.frame.start}
            </a>
          </If>
          <a className="button large" href={href("aiTools")}>
            {texts.frame.allTools}
          </a>
        </p>
      </div>
    </section>
  );
}
