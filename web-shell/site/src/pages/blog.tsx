import { Icon } from "@sitewright/ui/icon";
import { Each, Html, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Call } from "../parts/sections";

/** The tag, the day and the time that reading takes. */
function Facts({ texts: { blog }, of }: Page & { of: string }) {
  return (
    <p className="post-facts">
      <If is={`${of}.author`}>
        <span>{v(`${of}.author`)}</span>
      </If>
      <time dateTime={v(`${of}.day`)}>{v(`${of}.date`)}</time>
      <span>{blog.minutes.replace("minutes", `${of}.minutes`)}</span>
    </p>
  );
}

/** A post in a list: one link, whose target is the whole card. */
function Card(page: Page & { Title: "h2" | "h3" }) {
  const { Title } = page;
  return (
    <article className="post-card">
      <div className="post-cover">
        <Html from="card.cover" />
      </div>
      <If is="card.tags">
        <p className="post-tag">
          <a href={v("card.tags[0].href")}>{v("card.tags[0].name")}</a>
        </p>
      </If>
      <Title>
        <a href={v("card.href")}>{v("card.title")}</a>
      </Title>
      <p className="post-about">{v("card.description")}</p>
      <Facts {...page} of="card" />
    </article>
  );
}

export function Cards(page: Page & { of: string; Title: "h2" | "h3" }) {
  return (
    <div className="post-cards">
      <Each as="card" of={page.of}>
        <Card {...page} />
      </Each>
    </div>
  );
}

function Topics({ texts: { blog } }: Page) {
  return (
    <nav className="topics" aria-label={blog.topics}>
      <Each as="one" of="tags">
        <a href={v("one.href")}>{v("one.name")}</a>
      </Each>
      <a className="topics-feed" href={v("feed")}>
        {blog.feed}
      </a>
    </nav>
  );
}

function Pages({ texts: { blog } }: Page) {
  return (
    <If is="list.pages != 1">
      <nav className="blog-pages" aria-label={blog.pages}>
        <If is="list.newer" otherwise={<span />}>
          <a className="button" rel="prev" href={v("list.newer")}>
            {blog.newer}
          </a>
        </If>
        <span>{blog.page}</span>
        <If is="list.older" otherwise={<span />}>
          <a className="button" rel="next" href={v("list.older")}>
            {blog.older}
          </a>
        </If>
      </nav>
    </If>
  );
}

function Empty({ texts: { blog, frame }, href }: Page) {
  return (
    <div className="wide blog-empty">
      <h2>{blog.emptyTitle}</h2>
      <p className="under">{blog.emptyText}</p>
      <p className="buttons">
        <a className="button main large" href={href("docs", { "*": "help" })}>
          {blog.emptyHelp}
        </a>
        <a className="button large" href={href("aiTools")}>
          {frame.allTools}
        </a>
      </p>
    </div>
  );
}

/** The way back to the blog from a list of it. */
export const Back = ({ texts: { blog }, href }: Page) => (
  <a className="more" href={href("blog")}>
    <Icon name="back" size={16} />
    {blog.all}
  </a>
);

/** The posts of the blog, the newest first and larger. */
export function Blog(page: Page) {
  const { blog } = page.texts;
  return (
    <Body {...page}>
      <header className="blog-head">
        <div className="wide">
          <h1>{blog.heading}</h1>
          <p className="lead">{blog.lead}</p>
          <If is="list.total != 0">
            <Topics {...page} />
          </If>
        </div>
      </header>
      <If is="list.total != 0" otherwise={<Empty {...page} />}>
        <section className="wide blog-list" data-first={v("list.page")} aria-label={blog.posts}>
          <Cards {...page} of="list.cards" Title="h2" />
          <Pages {...page} />
        </section>
      </If>
    </Body>
  );
}

/** The posts with a tag. */
export function BlogTag(page: Page) {
  const { blog } = page.texts;
  return (
    <Body {...page}>
      <header className="blog-head">
        <div className="wide">
          <Back {...page} />
          <h1>{v("tag")}</h1>
          <p className="lead">{blog.tagLead}</p>
        </div>
      </header>
      <section className="wide blog-list" aria-label={blog.posts}>
        <Cards {...page} of="list.cards" Title="h2" />
        <Pages {...page} />
      </section>
    </Body>
  );
}

/** An author with all posts. */
export function BlogAuthor(page: Page) {
  const { blog } = page.texts;
  return (
    <Body {...page}>
      <header className="blog-head">
        <div className="wide author-head">
          <Back {...page} />
          <Portrait of="author" />
          <h1>{v("author.name")}</h1>
          <If is="author.bio">
            <p className="lead">{v("author.bio")}</p>
          </If>
          <If is="author.link">
            <p>
              <a href={v("author.link")} rel="noopener me">
                {v("author.site")}
              </a>
            </p>
          </If>
        </div>
      </header>
      <section className="wide blog-list" aria-label={blog.posts}>
        <Cards {...page} of="list.cards" Title="h2" />
        <Pages {...page} />
      </section>
    </Body>
  );
}

/** The picture of an author, or the first letter of the name. */
export const Portrait = ({ of }: { of: string }) => (
  <span className="portrait" aria-hidden="true">
    <If is={`${of}.picture`} otherwise={v(`${of}.initial`)}>
      <Html from={`${of}.picture`} />
    </If>
  </span>
);

/** The calm end of a post. */
export const End = (page: Page) => {
  const { blog } = page.texts;
  return <Call {...page} title={blog.callTitle} text={blog.callText} />;
};
