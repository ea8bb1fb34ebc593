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
