// The free check of one page: a form, and what the check found.
import { Each, Html, If, v } from "../jinja";
import { type Page, toApp } from "../layout/document";
import { LEVELS } from "./checks";
import { Finding, Snippet } from "./finding";
import { Heading } from "./sections";

/** The address of a page, for guests. Without a script the browser sends the form itself. */
function Form({ language, texts: { seoAudit } }: Page) {
  const isWrong = v("'true' if check.error else 'false'") as "true";
  return (
    <form
      method="post"
      action={`/site/seo-check/${language}`}
      data-try
      data-running={seoAudit.try.running}
      noValidate
    >
      <If is="check.problem">
        <p className="problem" role="alert">
          {v("check.problem")}
        </p>
      </If>
      <div className="field" data-wrong={isWrong}>
        <label htmlFor="check-url">{seoAudit.try.label}</label>
        <input
          id="check-url"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://example.com/"
          defaultValue={v("check.typed")}
          aria-describedby="check-url-about"
          aria-invalid={isWrong}
        />
        <p className="field-about" id="check-url-about">
          <If is="check.error" otherwise={seoAudit.try.text}>
            <strong className="field-error">{v("check.error")}</strong>
          </If>
        </p>
      </div>
      <button type="submit" className="button main large">
        {seoAudit.try.run}
      </button>
    </form>
  );
}

/** What the check of a page found. */
function Result(page: Page) {
  const { seoAudit } = page.texts;
  return (
    <section className="wide result" aria-label={seoAudit.try.resultTitle} aria-live="polite">
      <If is="check.result">
        <h2 tabIndex={-1}>{seoAudit.try.resultTitle}</h2>
        <p className="check-page">
          <strong>{v("check.result.title or check.result.url")}</strong>
          <span>{v("check.result.url")}</span>
        </p>
        <p>
          {seoAudit.try.answer} {seoAudit.try.counts}
        </p>
        <If is="check.result.findings" otherwise={<p className="keep">{seoAudit.try.clean}</p>}>
          <Each as="finding" of="check.result.findings">
            <Finding
              texts={seoAudit}
              level={v("finding.level")}
              levelName={LEVELS.map((level) => (
                <If key={level} is={`finding.level == '${level}'`}>
                  {seoAudit.levels[level]}
                </If>
              ))}
              title={v("finding.title")}
              what={<Html from="finding.what|marked" />}
              snippet={
                <If is="finding.snippet">
                  <Snippet code={v("finding.snippet")} />
                </If>
              }
              why={<Html from="finding.why|marked" />}
              fix={<Html from="finding.fix|marked" />}
            />
          </Each>
        </If>
        <Keep {...page} />
      </If>
    </section>
  );
}

function Keep(page: Page) {
  const { keepTitle, keepText, keep, open } = page.texts.seoAudit.try;
  return (
    <aside className="keep">
      <h2>{keepTitle}</h2>
      <p>{keepText}</p>
      <p className="buttons">
        <If is="frame.registration">
          <a className="button main" data-for="guest" href={page.href("register")}>
            {keep}
          </a>
        </If>
        <a className="button main" data-for="user" {...toApp(page, page.href("dashboard"))}>
          {open}
        </a>
      </p>
    </aside>
  );
}

/** The top of the page. All of it is replaced when the result arrives. */
export function PageCheck(page: Page) {
  const { heading, lead, try: texts } = page.texts.seoAudit;
  return (
    <section className="hero check" id="try">
      <div className="wide hero-inner">
        <div>
          <Heading text={heading} />
          <p className="lead">{lead}</p>
        </div>
        <div className="card">
          <h2>{texts.title}</h2>
          <Form {...page} />
        </div>
      </div>
      <Result {...page} />
    </section>
  );
}
