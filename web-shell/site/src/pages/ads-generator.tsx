import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Measured } from "../parts/samples";
import { Call, Heading } from "../parts/sections";

/** Lines on squared paper, one square for each character, with a wall at the limit. */
function Cells({ of, limit, words }: { of: string; limit: number; words: string }) {
  const room = `(${limit} - (line|length))`;
  return (
    <ol className="cells" style={{ "--limit": limit } as Record<string, number>}>
      <Each as="line" of={of}>
        <li>
          <span className="cells-line">{v("line")}</span>
          <span className="cells-left">
            <b>{v("line|length")}</b>
            <If is={`${room} > 0`}>
              <span> {words.replace("#", v(room))}</span>
            </If>
          </span>
        </li>
      </Each>
    </ol>
  );
}

/** The lines as a search engine may join them. */
function Joined({ texts: { adsGenerator } }: Page) {
  return (
    <figure className="joined">
      <div className="card search-result">
        <p className="search-site">
          <span>
            <b>{adsGenerator.joined.sponsored}</b>
            <small>
              example.com/{v("sample.google.variant.path1")}/{v("sample.google.variant.path2")}
            </small>
          </span>
        </p>
        <p className="search-title">
          {v('sample.google.variant.headlines[0]|default("")')} –{" "}
          {v('sample.google.variant.headlines[3]|default("")')}
        </p>
        <p className="search-text">
          {v('sample.google.variant.descriptions[0]|default("")')}{" "}
          {v('sample.google.variant.descriptions[1]|default("")')}
        </p>
      </div>
      <figcaption className="small">{adsGenerator.joined.note}</figcaption>
    </figure>
  );
}

function Systems({ texts: { adsGenerator }, href }: Page) {
  const { systems } = adsGenerator;
  const system = (tool: string, sample: string, fields: [string, string][]) => (
    <If is={sample}>
      <article>
        <h3>
          <a href={href("aiTool", { tool })}>{v(`${sample}.name`)}</a>
        </h3>
        {fields.map(([field, name]) => (
          <div key={field}>
            <p className="small">{name}</p>
            <Measured from={sample} field={field}>
              <p>{v(`${sample}.variant.${field}`)}</p>
            </Measured>
          </div>
        ))}
      </article>
    </If>
  );
  return (
    <section className="band">
      <div className="wide">
        <h2>{systems.title}</h2>
        <p className="under">{systems.text}</p>
        <div className="systems">
          {system("facebook-ads", "sample.facebook", [
            ["primary_text", systems.primary],
            ["headline", systems.headline],
          ])}
          {system("linkedin-ads", "sample.linkedin", [
            ["intro_text", systems.intro],
            ["headline", systems.headline],
          ])}
        </div>
      </div>
    </section>
  );
}

/** Ads whose lines fit: the lines of a sample on squared paper. */
export function AdsGenerator(page: Page) {
  const { adsGenerator } = page.texts;
  return (
    <Body {...page}>
      <section className="ads-top">
        <div className="wide">
          <div className="ads-about">
            <Heading text={adsGenerator.heading} />
            <p className="lead">{adsGenerator.lead}</p>
            <a className="more" href={page.href("aiTool", { tool: "google-ads" })}>
              {adsGenerator.try}
              <Icon name="next" size={16} />
            </a>
          </div>
          <If is="sample.google">
            <div className="ads-paper">
              <h2>{adsGenerator.headlines}</h2>
              <Cells of="sample.google.variant.headlines" limit={30} words={adsGenerator.free} />
              <h2>{adsGenerator.descriptions}</h2>
              <Cells of="sample.google.variant.descriptions" limit={90} words={adsGenerator.free} />
              <p className="small">{adsGenerator.note}</p>
            </div>
          </If>
        </div>
      </section>
      <section className="dark-band">
        <div className="wide split">
          <div>
            <h2>{adsGenerator.joined.title}</h2>
            <p className="under">{adsGenerator.joined.text}</p>
          </div>
          <If is="sample.google">
            <Joined {...page} />
          </If>
        </div>
      </section>
      <section className="wide beyond">
        <h2>{adsGenerator.refused.title}</h2>
        <dl>
          {adsGenerator.refused.items.map(([what, why]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Systems {...page} />
      <Call {...page} {...adsGenerator.end} />
    </Body>
  );
}
