import { Icon, type IconName } from "@sitewright/ui/icon";
import { If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { CHECKS, counted, withValues } from "../parts/checks";
import { Measured, PostCard, ProductCard, SearchResult } from "../parts/samples";
import { Call, Compared, Questions } from "../parts/sections";

const PROOFS: { name: "tools" | "languages" | "shops" | "open"; figure: string; icon: IconName }[] = [
  { name: "tools", figure: v("tools|length"), icon: "tools" },
  { name: "languages", figure: "2", icon: "language" },
  { name: "shops", figure: v("shops|length"), icon: "shop" },
  { name: "open", figure: "100%", icon: "shield" },
];

function Hero({ texts: { home }, href }: Page) {
  return (
    <section className="hero">
      <div className="wide hero-inner">
        <div>
          <h1>{home.heading}</h1>
          <p className="lead">{home.lead}</p>
          <p className="buttons">
            <If is="frame.registration">
              <a className="button main large" href={href("register")}>
                {home.start}
              </a>
            </If>
            <a className="button large" href={href("aiTools")}>
              {home.look}
            </a>
          </p>
        </div>
        <figure className="drawing">
          <Measured from="sample.seo" field="title">
            <SearchResult from="sample.seo" />
          </Measured>
          <figcaption>{home.sampleOf}</figcaption>
        </figure>
      </div>
    </section>
  );
}

function Proof({ texts: { home } }: Page) {
  return (
    <section className="proof wide" aria-label={home.proof.label}>
      <ul>
        {PROOFS.map(({ name, figure, icon }) => (
          <li key={name}>
            <Icon name={icon} size={20} />
            <strong>{figure}</strong>
            <span>{home.proof[name]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Jobs({ texts: { home }, href }: Page) {
  const jobs = [
    { name: "found", text: "foundText", tool: "seo-metatags", card: <SearchResult from="sample.seo" /> },
    { name: "read", text: "readText", tool: "facebook-post", card: <PostCard from="sample.post" /> },
    {
      name: "sell",
      text: "sellText",
      tool: "product-description",
      card: <ProductCard from="sample.product" />,
    },
  ] as const;
  return (
    <section className="band">
      <div className="wide">
        <h2>{home.jobs.title}</h2>
        <p className="under">{home.jobs.lead}</p>
        <div className="jobs">
          {jobs.map(({ name, text, tool, card }) => (
            <article key={name}>
              <h3>{home.jobs[name]}</h3>
              <p>{home.jobs[text]}</p>
              <div className="job-sample">{card}</div>
              <a
                className="more"
                href={href("aiTool", { tool })}
                aria-label={`${home.jobs.try}: ${home.jobs[name]}`}
              >
                {home.jobs.try}
                <Icon name="next" size={16} />
              </a>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

function Shops({ texts: { home }, href }: Page) {
  return (
    <section className="wide split">
      <div>
        <h2>{home.shops.title}</h2>
        <p className="under">{home.shops.text}</p>
        <a className="more" href={href("ecommerce")}>
          {home.shops.link}
          <Icon name="next" size={16} />
        </a>
      </div>
      <ol className="steps">
        {home.shops.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** The website around the texts. */
function Audit({ language, texts, href }: Page) {
  const { audit } = texts.home;
  const checks = counted(language, texts.seoAudit, CHECKS.length);
  return (
    <section className="band">
      <div className="wide split">
        <div>
          <h2>{audit.title}</h2>
          <p className="under">{withValues(audit.text, { checks })}</p>
          <a className="more" href={href("seoAudit")}>
            {audit.link}
            <Icon name="next" size={16} />
          </a>
        </div>
        <ul className="checked">
          {audit.items.map((item) => (
            <li key={item}>
              <Icon name="check" size={20} />
              {item}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Own({ texts: { home }, href }: Page) {
  return (
    <section className="dark-band">
      <div className="wide split">
        <div>
          <h2>{home.own.title}</h2>
          <p className="under">{home.own.text}</p>
          <a className="more" href={href("docs", { "*": "introduction" })}>
            {home.own.link}
            <Icon name="next" size={16} />
          </a>
        </div>
        <pre className="terminal">
          <code>{"$ git clone …/sitewright\n$ make run\n\n→ http://127.0.0.1:8080"}</code>
        </pre>
      </div>
    </section>
  );
}

/** What the product is, for whom, and what it makes. */
export function Home(page: Page) {
  const { home } = page.texts;
  return (
    <Body {...page}>
      <Hero {...page} />
      <Proof {...page} />
      <Jobs {...page} />
      <Shops {...page} />
      <Audit {...page} />
      <Compared {...home.compared} />
      <Own {...page} />
      <Questions {...home.questions} />
      <Call {...page} {...home.end} />
    </Body>
  );
}
