import { Icon } from "@sitewright/ui/icon";
import { Body, type Page } from "../layout/document";
import { CHECKS, counted, exampleOf, LEVELS, withValues } from "../parts/checks";
import { Finding, Marked, Snippet } from "../parts/finding";
import { PageCheck } from "../parts/page-check";
import { Call, Compared, Questions } from "../parts/sections";
import type { Language, Texts } from "../texts";

/** The texts of the page with the number of checks. */
export function filledAudit(language: Language, { seoAudit }: Texts): Texts["seoAudit"] {
  const checks = counted(language, seoAudit, CHECKS.length);
  const { title, description, lead } = seoAudit;
  const [filledTitle, filledDescription, filledLead] = [title, description, lead].map((text) =>
    withValues(text, { checks }),
  );
  return {
    ...seoAudit,
    title: filledTitle ?? "",
    description: filledDescription ?? "",
    lead: filledLead ?? "",
  };
}

type Example = { id: string; values: Record<string, string | number>; snippet: string };

/** A shop with mistakes. The widths are those of Arial, as the check measures them. */
const EXAMPLES: Record<Language, Example[]> = {
  en: [
    {
      id: "link-internal-broken",
      values: { url: "https://oakline.example/delivery-2024", status: "404" },
      snippet: '<a href="/delivery-2024">Delivery and returns</a>',
    },
    {
      id: "sd-price-mismatch",
      values: { markup: "1290.00", visible: "£1,490.00" },
      snippet: '"offers": { "price": "1290.00", "priceCurrency": "GBP" }',
    },
    {
      id: "title-too-long",
      values: { px: 585, chars: 66, max_px: 561, max_chars: 60 },
      snippet: "<title>Handmade oak dining tables and chairs, built to order in Yorkshire</title>",
    },
    {
      id: "image-alt-missing",
      values: { count: 12, image: "/photos/IMG_2048.jpg" },
      snippet: '<img src="/photos/IMG_2048.jpg" width="1200" height="800">',
    },
  ],
  pl: [
    {
      id: "link-internal-broken",
      values: { url: "https://oakline.example/dostawa-2024", status: "404" },
      snippet: '<a href="/dostawa-2024">Dostawa i zwroty</a>',
    },
    {
      id: "sd-price-mismatch",
      values: { markup: "1290.00", visible: "1490,00 zł" },
      snippet: '"offers": { "price": "1290.00", "priceCurrency": "PLN" }',
    },
    {
      id: "title-too-long",
      values: { px: 564, chars: 62, max_px: 561, max_chars: 60 },
      snippet: "<title>Stoły i krzesła dębowe robione ręcznie na zamówienie | Oakline</title>",
    },
    {
      id: "image-alt-missing",
      values: { count: 12, image: "/zdjecia/IMG_2048.jpg" },
      snippet: '<img src="/zdjecia/IMG_2048.jpg" width="1200" height="800">',
    },
  ],
};

function Examples({ language, texts: { seoAudit } }: Page) {
  return (
    <section className="band">
      <div className="wide">
        <h2>{seoAudit.examples.title}</h2>
        <p className="under">{seoAudit.examples.text}</p>
        <div className="findings">
          {EXAMPLES[language].map(({ id, values, snippet }, place) => {
            const { severity, title, what, why, fix, fix_in } = exampleOf(language, id, values);
            return (
              <Finding
                key={id}
                texts={seoAudit}
                level={severity}
                levelName={seoAudit.levels[severity]}
                title={title}
                what={<Marked text={what} />}
                snippet={<Snippet code={snippet} />}
                why={<Marked text={why} />}
                fix={<Marked text={fix} />}
                systems={fix_in}
                isOpen={place < 2}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Categories({ language, texts: { seoAudit } }: Page) {
  const { title, text, levels, names } = seoAudit.categories;
  const groups = groupsOf(names);
  const most = groups[0]?.checks.length ?? 1;
  const ofLevel = Object.fromEntries(
    LEVELS.map((level) => [level, CHECKS.filter(({ severity }) => severity === level).length]),
  );
  const checks = counted(language, seoAudit, CHECKS.length);
  return (
    <section className="wide">
      <h2>{withValues(title, { checks, categories: groups.length })}</h2>
      <p className="under">{text}</p>
      <div className="categories">
        {groups.map((group) => (
          <details key={group.name}>
            <summary style={{ "--share": String(group.checks.length / most) } as Record<string, string>}>
              <span>{group.name}</span>
              <span className="category-line" aria-hidden="true" />
              <strong>{group.checks.length}</strong>
              <Icon name="down" size={16} />
            </summary>
            <ul>
              {group.checks
                .toSorted((a, b) => LEVELS.indexOf(a.severity) - LEVELS.indexOf(b.severity))
                .map((check) => (
                  <li key={check.id} className={`is-${check.severity}`}>
                    {check[language].title} <small>{seoAudit.levels[check.severity].toLowerCase()}</small>
                  </li>
                ))}
            </ul>
          </details>
        ))}
      </div>
      <p className="small">{withValues(levels, ofLevel)}</p>
    </section>
  );
}

/** The checks of each category with its name, the largest category first. */
function groupsOf(names: Record<string, string>) {
  const nameless = CHECKS.find(({ category }) => !names[category]);
  if (nameless) throw new Error(`the category ${nameless.category} has no name`);
  return Object.entries(names)
    .map(([category, name]) => ({ name, checks: CHECKS.filter((check) => check.category === category) }))
    .filter(({ checks }) => checks.length > 0)
    .sort((a, b) => b.checks.length - a.checks.length);
}

/** The bands of the score, each with its last point. */
const BANDS = [
  ["weak", 30],
  ["fair", 70],
  ["good", 90],
  ["excellent", 100],
] as const;

/** A site whose score is worked out beside the formula. */
const SAMPLE = { pages: 200, broken: 24, siteErrors: 1 };

const sampleScore = () => 100 * (1 - SAMPLE.broken / SAMPLE.pages) - Math.min(20, 5 * SAMPLE.siteErrors);

function Score({ texts: { seoAudit } }: Page) {
  const { title, text, formula, parts, example, bands } = seoAudit.score;
  const score = sampleScore();
  return (
    <section className="band">
      <div className="wide split">
        <div>
          <h2>{title}</h2>
          <p className="under">{text}</p>
          <p className="formula">{formula}</p>
          <dl className="formula-parts">
            {parts.map(([letter, meaning]) => (
              <div key={letter}>
                <dt>{letter}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
        <figure className="scale">
          <div
            className="scale-line"
            style={{ "--share": String(score / 100) } as Record<string, string>}
            aria-hidden="true"
          >
            <span>{score}</span>
          </div>
          <ol>
            {BANDS.map(([band, last], place) => {
              const first = place ? (BANDS[place - 1]?.[1] ?? 0) + 1 : 0;
              return (
                <li key={band}>
                  <strong>
                    {first}–{last}
                  </strong>
                  {bands[band]}
                </li>
              );
            })}
          </ol>
          <figcaption>{withValues(example, { ...SAMPLE, score })}</figcaption>
        </figure>
      </div>
    </section>
  );
}

function Reading({ texts: { seoAudit }, href }: Page) {
  const { title, items, link, terminal } = seoAudit.reading;
  const docs = href("docs", { "*": "seo-audit" });
  return (
    <section className="wide">
      <h2>{title}</h2>
      <dl className="gains">
        {items.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a className="more" href={docs}>
        {link}
        <Icon name="next" size={16} />
      </a>
      <p className="small">
        <Marked text={terminal.text} /> <a href={`${docs}#${terminal.section}`}>{terminal.link}</a>
      </p>
    </section>
  );
}

/** The audit of a whole site: a free check of one page, what is checked, how it is counted, and how a site is read. */
export function SeoAudit(page: Page) {
  const seoAudit = filledAudit(page.language, page.texts);
  const filled = { ...page, texts: { ...page.texts, seoAudit } };
  return (
    <Body {...filled}>
      <PageCheck {...filled} />
      <Examples {...filled} />
      <Categories {...filled} />
      <Score {...filled} />
      <Reading {...filled} />
      <Compared {...seoAudit.compared} />
      <Questions {...seoAudit.questions} />
      <Call {...filled} {...seoAudit.end} />
    </Body>
  );
}
