import { If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Heading, Questions } from "../parts/sections";

const FREE = "(plans|first)";
const NEXT = "plans[1]";
const ROWS = ["words", "pages", "projects", "bulk_rows"] as const;

/** A limit as a number. An empty one is none: it has no number, and its line has no end. */
const number = (limit: string) => `(${limit}|replace(",", "")|replace("\u00a0", "")|int)`;

/** A limit of the free plan on that of the next one, drawn to scale. */
function Added({ row, texts: { specialOffer } }: Page & { row: (typeof ROWS)[number] }) {
  const [free, next] = [`${FREE}.${row}`, `${NEXT}.${row}`];
  const share = `{% if ${free} and ${next} %}${v(`${number(free)} / ([1, ${number(next)}]|max)`)}{% else %}0{% endif %}`;
  const value = (limit: string) => `{% if ${limit} %}${v(limit)}{% else %}${specialOffer.none}{% endif %}`;
  return (
    <li style={{ "--share": share } as Record<string, string>}>
      <h3>{specialOffer.rows[row]}</h3>
      <span className="added-line" aria-hidden="true" />
      <p>
        {value(free)} <span>{specialOffer.then}</span> <strong>{value(next)}</strong>
      </p>
    </li>
  );
}

/** A short way in: the free plan, and what the next one adds. */
export function SpecialOffer(page: Page) {
  const { specialOffer } = page.texts;
  return (
    <Body {...page}>
      <section className="offer">
        <div className="wide">
          <p className="offer-sum">
            <strong>{v(`${FREE}.monthly`)}</strong> {specialOffer.sum}
          </p>
          <div>
            <Heading text={specialOffer.heading} />
            <p className="lead">{specialOffer.lead}</p>
            <p className="buttons">
              <If is="frame.registration">
                <a className="button main large" href={page.href("register")}>
                  {specialOffer.start}
                </a>
              </If>
              <a className="button large" href={page.href("pricing")}>
                {specialOffer.plans}
              </a>
            </p>
          </div>
        </div>
      </section>
      <If is="plans|length > 1">
        <section className="band">
          <div className="wide">
            <h2>{specialOffer.added}</h2>
            <p className="under">{specialOffer.addedText}</p>
            <ol className="added">
              {ROWS.map((row) => (
                <Added key={row} {...page} row={row} />
              ))}
            </ol>
          </div>
        </section>
      </If>
      <Questions {...specialOffer.questions} />
    </Body>
  );
}
