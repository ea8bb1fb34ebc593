import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Call, Questions } from "../parts/sections";

/** The way of a text between the shop and the product: a line for each, and an arrow for each message. */
function Way({ texts: { ecommerce } }: Page) {
  return (
    <section className="wide way">
      <h2>{ecommerce.way.title}</h2>
      <p className="under">{ecommerce.way.text}</p>
      <div className="way-heads" aria-hidden="true">
        <span>{ecommerce.way.shop}</span>
        <span>Sitewright</span>
      </div>
      <ol>
        {ecommerce.way.steps.map(([kind, name, text]) => (
          <li key={name} className={`way-${kind}`}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const KEYS = ["A", "R", "E", "Z"] as const;

/** One text at the desk where it is approved. */
function Desk({ texts: { ecommerce } }: Page) {
  const { desk } = ecommerce;
  return (
    <section className="band">
      <div className="wide">
        <h2>{desk.title}</h2>
        <p className="under">{desk.text}</p>
        <figure className="desk">
          <p className="desk-name">
            {v("sample.product.site")} <small>{desk.field}</small>
          </p>
          <div>
            <p className="small">{desk.old}</p>
            <p className="desk-none">{desk.none}</p>
          </div>
          <div>
            <p className="small">{desk.proposed}</p>
            <p>{v("sample.product.variant.short_description")}</p>
            <p className="post-measure">{v("sample.product.measures.short_description.text")}</p>
          </div>
          <ul>
            {KEYS.map((key) => (
              <li key={key}>
                <kbd>{key}</kbd> {desk.keys[key]}
              </li>
            ))}
          </ul>
        </figure>
        <p className="small">{desk.note}</p>
      </div>
    </section>
  );
}

function Checked({ texts: { ecommerce } }: Page) {
  return (
    <section className="wide split">
      <div>
        <h2>{ecommerce.checked.title}</h2>
        <p className="under">{ecommerce.checked.text}</p>
      </div>
      <ul className="checked">
        {ecommerce.checked.items.map((item) => (
          <li key={item}>
            <Icon name="check" size={20} />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Systems({ texts: { ecommerce }, href }: Page) {
  const { systems } = ecommerce;
  return (
    <section className="dark-band">
      <div className="wide">
        <h2>{systems.title}</h2>
        <p className="shop-names">
          <Each as="shop" of="shops">
            <span>{v("shop.name")}</span>
          </Each>
        </p>
        <dl className="gains">
          {systems.items.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <a className="more" href={href("docs", { "*": "shoper-integration" })}>
          {systems.link}
          <Icon name="next" size={16} />
        </a>
      </div>
    </section>
  );
}

/** Texts for shops: their way there and back. */
export function Ecommerce(page: Page) {
  const { ecommerce } = page.texts;
  return (
    <Body {...page}>
      <section className="shop-top">
        <div className="wide">
          <h1>{ecommerce.heading}</h1>
          <p className="lead">{ecommerce.lead}</p>
        </div>
      </section>
      <Way {...page} />
      <If is="sample.product">
        <Desk {...page} />
      </If>
      <Checked {...page} />
      <Systems {...page} />
      <Questions {...ecommerce.questions} />
      <Call {...page} {...ecommerce.end} />
    </Body>
  );
}
