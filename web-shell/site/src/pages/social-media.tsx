import { Icon } from "@sitewright/ui/icon";
import { Fragment } from "react";
import { Each, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { FOLDS, foldedText } from "../parts/folds";
import { Call } from "../parts/sections";

/** A text that is its own scale: each network's fold stands where the network would fold it. */
function Folded({ texts: { socialMedia } }: Page) {
  const parts = foldedText(socialMedia.post);
  return (
    <p className="folded">
      {parts.map((part, place) => {
        const [network, limit] = FOLDS[place] ?? [];
        return (
          <Fragment key={part}>
            <span>{part.trim()}</span>
            {network && (
              <span className="fold">
                <b>{limit}</b> {socialMedia.places[network]}
              </span>
            )}{" "}
          </Fragment>
        );
      })}
    </p>
  );
}

/** The same folds on one ruler, and how long the post of the example is. */
function Ruler({ texts: { socialMedia } }: Page) {
  const end = 500;
  const texts: Record<string, [string, string]> = {
    facebook: ["sample.facebook", "variant.text"],
    instagram: ["sample.instagram", "variant.caption"],
    desktop: ["sample.linkedin", "variant.text"],
    x: ["sample.x", "variant.posts[1]"],
  };
  return (
    <section className="band">
      <div className="wide">
        <h2>{socialMedia.ruler.title}</h2>
        <p className="under">{socialMedia.ruler.text}</p>
        <ol className="fold-ruler">
          {FOLDS.map(([place, limit]) => {
            const [sample, text] = texts[place] ?? [];
            if (!sample) return null;
            const length = `${sample}.${text}|length`;
            return (
              <If key={place} is={sample}>
                <li
                  style={
                    { "--fold": `${limit / end}`, "--share": v(`${length} / ${end}`) } as Record<
                      string,
                      string
                    >
                  }
                >
                  <strong>{socialMedia.places[place]}</strong>
                  <span className="fold-line" aria-hidden="true" />
                  <span>{socialMedia.ruler.row.replace("#", v(length)).replace("%", `${limit}`)}</span>
                </li>
              </If>
            );
          })}
        </ol>
        <p className="small">{socialMedia.ruler.note}</p>
      </div>
    </section>
  );
}

function Posts({ texts: { socialMedia }, href }: Page) {
  const { posts } = socialMedia;
  const one = (sample: string, tool: string, text: string, name: string) => (
    <If is={sample}>
      <article>
        <h3>{name}</h3>
        <p className="post-body">{v(text)}</p>
        <a className="more" href={href("aiTool", { tool })} aria-label={`${posts.try}: ${name}`}>
          {posts.try}
          <Icon name="next" size={16} />
        </a>
      </article>
    </If>
  );
  return (
    <section className="wide">
      <h2>{posts.title}</h2>
      <p className="under">{posts.text}</p>
      <div className="four-posts">
        {one("sample.facebook", "facebook-post", "sample.facebook.variant.text", "Facebook")}
        <If is="sample.x">
          <article>
            <h3>X</h3>
            <ol className="thread">
              <Each as="post" of="sample.x.variant.posts">
                <li className="post-body">{v("post")}</li>
              </Each>
            </ol>
            <a
              className="more"
              href={href("aiTool", { tool: "twitter-post" })}
              aria-label={`${posts.try}: X`}
            >
              {posts.try}
              <Icon name="next" size={16} />
            </a>
          </article>
        </If>
        {one(
          "sample.instagram",
          "instagram-post",
          `sample.instagram.variant.caption ~ "\n\n" ~ (sample.instagram.variant.hashtags|join(" "))`,
          "Instagram",
        )}
        {one("sample.linkedin", "linkedin-post", "sample.linkedin.variant.text", "LinkedIn")}
      </div>
    </section>
  );
}

/** Posts for four networks, measured by where each one folds them. */
export function SocialMedia(page: Page) {
  const { socialMedia } = page.texts;
  return (
    <Body {...page}>
      <section className="social-top">
        <div className="wide">
          <h1>{socialMedia.heading}</h1>
          <Folded {...page} />
        </div>
      </section>
      <Ruler {...page} />
      <Posts {...page} />
      <section className="dark-band">
        <div className="wide">
          <h2>{socialMedia.rules.title}</h2>
          <dl className="figures">
            {socialMedia.rules.items.map(([figure, what]) => (
              <div key={what}>
                <dt>{figure}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="wide split">
        <div>
          <h2>{socialMedia.once.title}</h2>
          <p className="under">{socialMedia.once.text}</p>
          <a className="more" href={page.href("docs", { "*": "help/networks" })}>
            {socialMedia.once.link}
            <Icon name="next" size={16} />
          </a>
        </div>
        <ol className="steps">
          {socialMedia.once.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Call {...page} {...socialMedia.end} />
    </Body>
  );
}
