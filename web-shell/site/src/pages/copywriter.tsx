import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { factsOf, says } from "../parts/examples";
import { Measured } from "../parts/samples";
import { Call } from "../parts/sections";

const KINDS: Record<"sell" | "introduce" | "write" | "send" | "change" | "apply", string[]> = {
  sell: ["product-description", "amazon-product-description", "product-faq"],
  introduce: ["business-bio", "personal-bio"],
  write: ["article-ideas", "article-outline", "article-intro", "podcast-description"],
  send: ["email", "newsletter"],
  change: ["paraphrase", "expand-text", "text-summary", "translate"],
  apply: ["cover-letter", "job-description"],
};

/** The facts of the example, and the short text that uses as many of them as fit. */
function Ledger({ texts: { copywriter }, language }: Page) {
  const text = "sample.product.variant.short_description";
  return (
    <div className="ledger">
      <div>
        <h2>{copywriter.ledger.given}</h2>
        <ol>
          {factsOf(language).map((fact) => (
            <li key={fact} className={`{% if ${says(text, fact)} %}is-used{% endif %}`}>
              {fact}
              <If is={says(text, fact)}>
                <span className="ledger-mark">{copywriter.ledger.used}</span>
              </If>
            </li>
          ))}
        </ol>
      </div>
      <div>
        <h2>{copywriter.ledger.written}</h2>
        <div className="ledger-text">
          <Measured from="sample.product" field="short_description">
            <p>{v(text)}</p>
          </Measured>
          <p className="small">{copywriter.ledger.note}</p>
        </div>
      </div>
    </div>
  );
}

function Kinds({ texts: { copywriter }, href }: Page) {
  return (
    <section className="wide kinds">
      <h2>{copywriter.kinds.title}</h2>
      <dl>
        {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => (
          <div key={kind}>
            <dt>{copywriter.kinds[kind]}</dt>
            <dd>
              <ul>
                <Each as="tool" of={`tools if tool.id in ${JSON.stringify(KINDS[kind])}`}>
                  <li>
                    <a href={`${href("aiTools")}/${v("tool.id")}`}>{v("tool.name")}</a>
                  </li>
                </Each>
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a reader sees of an email before opening it. */
function Inbox({ texts: { copywriter } }: Page) {
  const { inbox } = copywriter;
  const row = (from: string) => (
    <If is={from}>
      <li>
        <strong>{v(`${from}.variant.subject`)}</strong>
        <span>{v(`${from}.variant.preheader`)}</span>
        <small>
          {inbox.subject} {v(`${from}.measures.subject.text`)}, {inbox.preheader}{" "}
          {v(`${from}.measures.preheader.text`)}
        </small>
      </li>
    </If>
  );
  return (
    <section className="band">
      <div className="wide split">
        <div>
          <h2>{inbox.title}</h2>
          <p className="under">{inbox.text}</p>
        </div>
        <ul className="inbox">
          {row("sample.email")}
          {row("sample.newsletter")}
        </ul>
      </div>
    </section>
  );
}

/** A draft whose missing facts are questions in brackets, which are marked. */
function Gaps({ texts: { copywriter } }: Page) {
  return (
    <section className="wide gaps">
      <div>
        <h2>{copywriter.gaps.title}</h2>
        <p className="under">{copywriter.gaps.text}</p>
      </div>
      <figure>
        <div className="sheet">
          <Each as="line" of={'sample.intro.variant.text|replace("**", "")|lines'}>
            <If is="line">
              <p>
                <If is={'line[:1] == "["'} otherwise={<strong>{v("line")}</strong>}>
                  <mark>{v("line")}</mark>
                </If>
              </p>
            </If>
          </Each>
        </div>
        <figcaption className="small">{copywriter.gaps.note}</figcaption>
      </figure>
    </section>
  );
}

/** Kinds of texts, and how the facts are kept in them. */
export function Copywriter(page: Page) {
  const { copywriter } = page.texts;
  return (
    <Body {...page}>
      <section className="copy-top">
        <div className="wide">
          <h1>{copywriter.heading}</h1>
          <p className="lead">{copywriter.lead}</p>
          <If is="sample.product">
            <Ledger {...page} />
          </If>
        </div>
      </section>
      <Kinds {...page} />
      <Inbox {...page} />
      <If is="sample.intro">
        <Gaps {...page} />
      </If>
      <section className="wide own-voice">
        <h2>{copywriter.voice.title}</h2>
        <dl className="gains">
          {copywriter.voice.items.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <a className="more" href={page.href("docs", { "*": "help/brand-kit" })}>
          {copywriter.voice.link}
          <Icon name="next" size={16} />
        </a>
      </section>
      <Call {...page} {...copywriter.end} />
    </Body>
  );
}
