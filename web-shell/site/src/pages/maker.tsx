import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Chair } from "../parts/chair";
import { Call, Heading } from "../parts/sections";

/** A text as a tag on the thing, with the measure of its main part. */
function Tag({ of, name, part, children }: { of: string; name: string; part: string; children: ReactNode }) {
  const measure = `${of}.measures.${part}`;
  return (
    <If is={of}>
      <article className="tag">
        <h3>{name}</h3>
        {children}
        <If is={`${measure} is defined`}>
          <p className="post-measure">{v(`${measure}.text`)}</p>
        </If>
      </article>
    </If>
  );
}

function Tags({ texts: { maker } }: Page) {
  const { tags } = maker;
  return (
    <section className="band">
      <div className="wide">
        <h2>{tags.title}</h2>
        <p className="under">{tags.text}</p>
        <div className="tags">
          <Tag name={tags.shop} of="sample.product" part="short_description">
            <p>{v("sample.product.variant.short_description")}</p>
          </Tag>
          <Tag name={tags.search} of="sample.product" part="seo_description">
            <p className="search-title">{v("sample.product.variant.seo_title")}</p>
            <p className="search-text">{v("sample.product.variant.seo_description")}</p>
          </Tag>
          <Tag name={tags.image} of="sample.image" part="alt">
            <p>{v("sample.image.variant.alt")}</p>
          </Tag>
          <Tag name={tags.person} of="sample.person" part="text">
            <p className="post-body">{v("sample.person.variant.text")}</p>
          </Tag>
        </div>
        <If is="sample.person">
          <p className="small">{tags.note}</p>
        </If>
      </div>
    </section>
  );
}

/** For makers who sell what they make: the measures of one thing, and the texts made of them. */
export function Maker(page: Page) {
  const { texts, language, href } = page;
  const { maker } = texts;
  return (
    <Body {...page}>
      <section className="hero maker-top">
        <div className="wide">
          <Chair language={language} label={maker.drawing} />
          <div>
            <Heading text={maker.heading} />
            <p className="lead">{maker.lead}</p>
            <a className="more" href={href("aiTool", { tool: "product-description" })}>
              {maker.try}
              <Icon name="next" size={16} />
            </a>
          </div>
        </div>
      </section>
      <Tags {...page} />
      <section className="wide split">
        <div>
          <h2>{maker.evening.title}</h2>
          <p className="under">{maker.evening.text}</p>
        </div>
        <ol className="steps">
          {maker.evening.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="dark-band">
        <div className="wide plain-words">
          <h2>{maker.plain.title}</h2>
          <p>
            {maker.plain.words.map((word) => (
              <s key={word}>{word}</s>
            ))}
          </p>
          <p className="under">{maker.plain.text}</p>
          <a className="more" href={href("docs", { "*": "help/brand-kit" })}>
            {maker.plain.link}
            <Icon name="next" size={16} />
          </a>
        </div>
      </section>
      <Call {...page} {...maker.end} />
    </Body>
  );
}
