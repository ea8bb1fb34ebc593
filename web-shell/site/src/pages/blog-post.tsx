import { Each, Html, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Cards, End, Portrait } from "./blog";

function Draft({ texts: { blog } }: Page) {
  return (
    <If is="is_draft">
      <p className="draft-note" role="note">
        <strong>{blog.draft}</strong> {blog.draftText}
      </p>
    </If>
  );
}

function Crumbs({ texts: { blog }, href }: Page) {
  return (
    <nav className="crumbs" aria-label={blog.crumbs}>
      <ol>
        <li>
          <a href={href("blog")}>{blog.name}</a>
        </li>
        <If is="post.tags">
          <li>
            <a href={v("post.tags[0].href")}>{v("post.tags[0].name")}</a>
          </li>
        </If>
      </ol>
    </nav>
  );
}

function Byline({ texts: { blog } }: Page) {
  return (
    <div className="byline">
      <If is="post.author">
        <Portrait of="post.author" />
      </If>
      <p>
        <If is="post.author">
          <a href={v("post.author.href")} rel="author">
            {v("post.author.name")}
          </a>
        </If>
        <span className="post-facts">
          <time dateTime={v("post.day")}>{v("post.date")}</time>
          <span>{blog.minutes.replace("minutes", "post.minutes")}</span>
          <If is="post.updated">
            <time dateTime={v("post.updated_day")}>{blog.updated}</time>
          </If>
        </span>
      </p>
    </div>
  );
}

/** The sections of a long post; they open on request in a narrow window. */
function Contents({ texts: { blog } }: Page) {
  const links = (
    <ul>
      <Each as="heading" of="post.headings">
        <li data-level={v("heading.level")}>
          <a href={`#${v("heading.id")}`}>{v("heading.text")}</a>
        </li>
      </Each>
    </ul>
  );
  return (
    <If is="post.headings">
      <nav className="post-contents" aria-label={blog.contents}>
        <p>{blog.contents}</p>
        {links}
      </nav>
      <details className="post-contents-fold">
        <summary>{blog.contents}</summary>
        {links}
      </details>
    </If>
  );
}

function Foot({ texts: { blog } }: Page) {
  return (
    <footer className="post-foot">
      <If is="post.tags">
        <nav className="topics" aria-label={blog.topics}>
          <Each as="one" of="post.tags">
            <a href={v("one.href")}>{v("one.name")}</a>
          </Each>
        </nav>
      </If>
      <nav className="share" aria-label={blog.share}>
        <span aria-hidden="true">{blog.share}</span>
        <Each as="way" of="post.share">
          <a href={v("way.href")} rel="noopener nofollow">
            {v("way.name")}
          </a>
        </Each>
      </nav>
      <If is="post.author">
        <section className="author-box" aria-label={blog.author}>
          <Portrait of="post.author" />
          <div>
            <h2>{v("post.author.name")}</h2>
            <If is="post.author.bio">
              <p>{v("post.author.bio")}</p>
            </If>
            <p>
              <a href={v("post.author.href")}>{blog.more}</a>
              <If is="post.author.link">
                <a href={v("post.author.link")} rel="noopener">
                  {v("post.author.site")}
                </a>
              </If>
            </p>
          </div>
        </section>
      </If>
    </footer>
  );
}

/** A post: the text in a narrow column, its sections beside it. */
export function BlogPost(page: Page) {
  const { blog } = page.texts;
  return (
    <Body {...page}>
      <article className="blog-post">
        <header className="wide post-head">
          <Draft {...page} />
          <Crumbs {...page} />
          <h1>{v("post.title")}</h1>
          <p className="standfirst">{v("post.description")}</p>
          <Byline {...page} />
        </header>
        <div className="wide">
          <div className="post-cover post-cover-wide">
            <Html from="post.cover" />
          </div>
        </div>
        <div className="wide blog-body">
          <Contents {...page} />
          <div className="prose docs-article">
            <Html from="post.html" />
          </div>
          <Foot {...page} />
        </div>
      </article>
      <If is="related">
        <section className="wide blog-list post-related">
          <h2>{blog.related}</h2>
          <Cards {...page} of="related" Title="h3" />
        </section>
      </If>
      <End {...page} />
    </Body>
  );
}

/** A page of the operator, such as "About us". */
export function OwnPage(page: Page) {
  return (
    <Body {...page}>
      <article className="blog-post own-page">
        <header className="wide post-head">
          <Draft {...page} />
          <h1>{v("post.title")}</h1>
        </header>
        <div className="wide blog-body">
          <Contents {...page} />
          <div className="prose docs-article">
            <Html from="post.html" />
          </div>
        </div>
      </article>
    </Body>
  );
}
