import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { descriptions, limit, shareOfWords } from "../parts/plans";
import { Call, Heading, Questions } from "../parts/sections";

function Switch({ texts: { pricing } }: Page) {
  return (
    <fieldset className="periods">
      <legend>{pricing.period.choose}</legend>
      {(["month", "year"] as const).map((period) => (
        <label key={period}>
          <input type="radio" name="period" id={`by-${period}`} defaultChecked={period === "month"} />
          <span>{pricing.period[period]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The rows of a plan, in the order of the sheet. */
function Rows({
  values,
  texts: { pricing },
}: Page & { values: Record<keyof Page["texts"]["pricing"]["rows"], string> }) {
  return (
    <dl>
      {(Object.keys(pricing.rows) as (keyof typeof pricing.rows)[]).map((row) => (
        <div key={row}>
          <dt>{pricing.rows[row]}</dt>
          <dd>{values[row]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How a plan is paid, and the class of what is shown for it. */
const PERIODS = [
  ["monthly", "of-month"],
  ["annual", "of-year"],
] as const;

/** Registration, after which the plan waits at the checkout. */
const chosen = ({ href }: Page, period: string) => {
  const [path, query] = [encodeURIComponent(href("checkout")), encodeURIComponent(`&period=${period}`)];
  return `${href("register")}?next=${path}%3Fplan%3D{{ plan.id }}${query}`;
};

function Sheet(page: Page) {
  const { pricing } = page.texts;
  const { offer, none } = pricing;
  return (
    <div className="price-sheet">
      <Each as="plan" of="plans">
        <article className={`price{% if plan.recommended %} is-recommended{% endif %}`}>
          <p className="price-mark">
            <If is="plan.recommended">{offer.recommended}</If>
          </p>
          <h2>{v("plan.name")}</h2>
          <p className="price-for">{v("plan.description")}</p>
          <p className="price-sum">
            <If
              is="plan.is_free"
              otherwise={
                <>
                  <span className="of-month">
                    <strong>{v("plan.monthly")}</strong> <span className="price-period">{offer.month}</span>
                    <small>{offer.anyMonth}</small>
                  </span>
                  <span className="of-year">
                    <strong>{v("plan.annual")}</strong> <span className="price-period">{offer.year}</span>
                    <small>
                      {offer.perMonth}
                      <If is="plan.saving">, {offer.saving}</If>
                    </small>
                  </span>
                </>
              }
            >
              <strong>{v("plan.monthly")}</strong>
              <small>{offer.forever}</small>
            </If>
          </p>
          <p className="price-way">
            <If is="frame.registration">
              <If
                is="plan.is_free"
                otherwise={PERIODS.map(([period, shown]) => (
                  <a
                    key={period}
                    className={`button ${shown}{% if plan.recommended %} main{% endif %}`}
                    href={chosen(page, period)}
                  >
                    {offer.choose}
                  </a>
                ))}
              >
                <a className="button" href={page.href("register")}>
                  {offer.start}
                </a>
              </If>
            </If>
          </p>
          <Rows
            {...page}
            values={{
              words: v("plan.words"),
              pages: v("plan.pages"),
              tools: `{% if plan.all_tools %}${offer.allTools}{% else %}{{ plan.tool_count }}{% endif %}`,
              projects: limit("projects", none),
              table: limit("bulk_rows", none),
              runs: limit("runs_per_day", none),
              model: `{% if plan.own_model %}${pricing.yes}{% else %}${pricing.no}{% endif %}`,
            }}
          />
        </article>
      </Each>
      <article className="price is-own">
        <p className="price-mark" />
        <h2>{pricing.own.name}</h2>
        <p className="price-for">{pricing.own.text}</p>
        <p className="price-sum">
          <strong>{v("(plans|first).monthly")}</strong>
          <small>{pricing.own.licence}</small>
        </p>
        <p className="price-way">
          <a className="button" href={page.href("docs", { "*": "introduction" })}>
            {pricing.own.way}
          </a>
        </p>
        <Rows {...page} values={pricing.own.rows} />
      </article>
    </div>
  );
}

function Scale({ texts: { pricing }, language }: Page) {
  return (
    <section className="band">
      <div className="wide">
        <h2>{pricing.scale.title}</h2>
        <p className="under">{pricing.scale.lead}</p>
        <ol className="word-scale">
          <Each as="plan" of="plans">
            <li style={{ "--share": shareOfWords("plan") } as Record<string, string>}>
              <span className="word-plan">{v("plan.name")}</span>
              <span className="word-line" aria-hidden="true" />
              <span className="word-count">
                {pricing.scale.words}{" "}
                <small>{pricing.scale.about.replace("#", descriptions("plan", language))}</small>
              </span>
            </li>
          </Each>
        </ol>
        <p className="small">{pricing.scale.note}</p>
      </div>
    </section>
  );
}

function Beyond({ texts: { pricing }, href }: Page) {
  return (
    <section className="wide beyond">
      <h2>{pricing.beyond.title}</h2>
      <dl>
        {pricing.beyond.items.map(([limit, what]) => (
          <div key={limit}>
            <dt>{limit}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="buttons">
        <a className="more" href={href("docs", { "*": "help/words" })}>
          {pricing.beyond.link}
          <Icon name="next" size={16} />
        </a>
        <a className="more" href={href("seoAudit")}>
          {pricing.beyond.audit}
          <Icon name="next" size={16} />
        </a>
      </p>
    </section>
  );
}

/** Plans with their prices and limits, and the own server beside them. */
export function Pricing(page: Page) {
  const { pricing } = page.texts;
  return (
    <Body {...page}>
      <section className="prices">
        <div className="wide">
          <div className="prices-top">
            <div>
              <Heading text={pricing.heading} />
              <p className="lead">{pricing.lead}</p>
            </div>
            <Switch {...page} />
          </div>
          <Sheet {...page} />
          <p className="small">{pricing.note}</p>
        </div>
      </section>
      <Scale {...page} />
      <Beyond {...page} />
      <Questions {...pricing.questions} />
      <Call {...page} {...pricing.end} />
    </Body>
  );
}
