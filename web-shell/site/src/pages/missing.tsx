import { If } from "../jinja";
import { Body, type Page } from "../layout/document";

/** An address without a page. */
export function Missing(page: Page) {
  const { frame } = page.texts;
  return (
    <Body {...page}>
      <section className="wide">
        <h1>{frame.missingTitle}</h1>
        <p className="lead">{frame.missingText}</p>
        <p className="buttons">
          <a className="button main large" href={page.href("home")}>
            {frame.missingHome}
          </a>
          <a className="button large" href={page.href("aiTools")}>
            {frame.allTools}
          </a>
        </p>
      </section>
    </Body>
  );
}

/** The address of a text that was deleted. */
export function Gone(page: Page) {
  const { blog, frame } = page.texts;
  return (
    <Body {...page}>
      <section className="wide">
        <h1>{blog.goneTitle}</h1>
        <p className="lead">{blog.goneText}</p>
        <p className="buttons">
          <If is="frame.blog">
            <a className="button main large" href={page.href("blog")}>
              {blog.goneBlog}
            </a>
          </If>
          <a className="button large" href={page.href("home")}>
            {frame.missingHome}
          </a>
        </p>
      </section>
    </Body>
  );
}
