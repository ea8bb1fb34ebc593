import { FAMILIES, type Family } from "@sitewright/ui/family";
import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Call } from "../parts/sections";

/** The categories of the catalogue in each family; `content` also has all that the site does not know. */
const CATEGORIES: Record<Exclude<Family, "content">, string> = {
  social: "social",
  seo: "seo",
  shop: "ecommerce",
  mail: "email",
  ads: "ads",
};

const toolsOf = (family: Family) =>
  family === "content"
    ? `tools if tool.category not in ${JSON.stringify(Object.values(CATEGORIES))}`
    : `tools if tool.category == "${CATEGORIES[family]}"`;

/** The measured part of each tool's example. A tool without one has a row without a measure. */
const MEASURED: Record<string, string> = {
  "amazon-product-description": "title",
  "business-bio": "text",
  "cover-letter": "text",
  email: "subject",
  "facebook-ads": "primary_text",
  "facebook-post": "text",
  "image-alt": "alt",
  "instagram-post": "caption",
  "job-description": "text",
  "linkedin-ads": "headline",
  "linkedin-post": "text",
  newsletter: "subject",
  "personal-bio": "text",
  "product-description": "short_description",
  "seo-metatags": "title",
  "text-summary": "text",
};

export const MEASURED_TOOLS = Object.fromEntries(Object.keys(MEASURED).map((tool) => [tool, tool]));

function Measure() {
  const measure = "sample[tool.id].measures[measured[tool.id]]";
  return (
    <If is="measured[tool.id] is defined and sample[tool.id]">
      <If is={`${measure} is defined`}>
        <span className="dimension" style={{ "--share": v(`${measure}.share`) } as Record<string, string>}>
          <span className="dimension-line" aria-hidden="true" />
          <span className="dimension-value">{v(`${measure}.text`)}</span>
        </span>
      </If>
    </If>
  );
}

function FamilyPart({ family, texts: { aiTools }, href }: Page & { family: Family }) {
  const { name, text } = aiTools.families[family];
  return (
    <section className="family wide" id={family} aria-labelledby={`${family}-name`}>
      <div className="family-about">
        <h2 id={`${family}-name`}>{name}</h2>
        <p>{text}</p>
      </div>
      <ul>
        <Each as="tool" of={toolsOf(family)}>
          <li>
            <div>
              <h3>
                <a href={`${href("aiTools")}/${v("tool.id")}`}>{v("tool.name")}</a>
              </h3>
              <p>{v("tool.summary")}</p>
            </div>
            <Measure />
          </li>
        </Each>
        {family === "seo" && (
          <li>
            <div>
              <h3>
                <a href={href("seoAudit")}>{aiTools.audit.name}</a>
              </h3>
              <p>{aiTools.audit.text}</p>
            </div>
          </li>
        )}
        {family === "shop" && (
          <li>
            <div>
              <h3>
                <a href={href("ecommerce")}>{aiTools.shops.name}</a>
              </h3>
              <p>
                {aiTools.shops.text}{" "}
                <Each as="shop" of="shops">{`{% if not loop.first %}, {% endif %}${v("shop.name")}`}</Each>.
              </p>
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}

/** All tools by family, each with the measure of its own example. */
export function AiTools(page: Page) {
  const { aiTools } = page.texts;
  return (
    <Body {...page}>
      {`{% set measured = ${JSON.stringify(MEASURED)} %}`}
      <section className="families">
        <div className="wide">
          <p className="families-count">
            <strong>{v("tools|length")}</strong> {aiTools.count}
          </p>
          <div>
            <h1>{aiTools.heading}</h1>
            <p className="lead">{aiTools.lead}</p>
          </div>
          <nav aria-label={aiTools.nav}>
            {FAMILIES.map((family) => (
              <a key={family} href={`#${family}`}>
                {aiTools.families[family].name}
              </a>
            ))}
          </nav>
        </div>
      </section>
      <p className="wide families-key">
        <span className="dimension" style={{ "--share": "0.7" } as Record<string, string>} aria-hidden="true">
          <span className="dimension-line" />
        </span>
        {aiTools.key}
      </p>
      {FAMILIES.map((family) => (
        <FamilyPart key={family} {...page} family={family} />
      ))}
      <section className="dark-band">
        <div className="wide split">
          <div>
            <h2>{aiTools.own.title}</h2>
            <p className="under">{aiTools.own.text}</p>
          </div>
          <p className="own-ways">
            <a className="more" href={page.href("docs", { "*": "plugins/first-template" })}>
              {aiTools.own.template}
              <Icon name="next" size={16} />
            </a>
            <a className="more" href={page.href("partners")}>
              {aiTools.own.partners}
              <Icon name="next" size={16} />
            </a>
          </p>
        </div>
      </section>
      <Call {...page} {...aiTools.end} />
    </Body>
  );
}
