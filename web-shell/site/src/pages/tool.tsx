import { Icon } from "@sitewright/ui/icon";
import { Each, Html, If, v } from "../jinja";
import { Body, type Page, toApp } from "../layout/document";

/** A field of the form, by its kind. */
function Field({ texts: { tool } }: Page) {
  const id = `field-${v("field.name")}`;
  const isWrong = v("'false' if field.error == '' else 'true'") as "true";
  const common = { id, name: v("field.name"), "aria-describedby": `${id}-about`, "aria-invalid": isWrong };
  return (
    <div className="field" data-wrong={isWrong}>
      <label htmlFor={id}>
        {v("field.title")}
        <If is="not field.required and field.kind != 'check'">
          <small> ({tool.optional})</small>
        </If>
      </label>
      <If is="field.kind == 'choice'">
        <select {...common}>
          <If is="field.value == ''">
            <option value="">{tool.choose}</option>
          </If>
          <Each as="option" of="field.options">
            <Option />
          </Each>
        </select>
      </If>
      <If is="field.kind == 'check'">
        <Html from="field|checkbox" />
      </If>
      <If is="field.kind == 'number'">
        <input
          {...common}
          type="number"
          inputMode="numeric"
          min={v("field.min")}
          max={v("field.max")}
          defaultValue={v("field.value")}
        />
      </If>
      <If is="field.kind == 'text'">
        <input {...common} type="text" defaultValue={v("field.value")} placeholder={v("field.placeholder")} />
      </If>
      <If is="field.kind == 'area' or field.kind == 'lines'">
        <textarea {...common} rows={4} defaultValue={v("field.value")} placeholder={v("field.placeholder")} />
      </If>
      <p className="field-about" id={`${id}-about`}>
        <If is="field.error">
          <strong className="field-error">{v("field.error")}</strong>
        </If>
        {v("field.description")}
        <If is="field.kind == 'lines'"> {tool.lines}</If>
      </p>
    </div>
  );
}

/** A choice of a list; an attribute without a value depends on the field. */
const Option = () => <Html from="option|chosen" />;

function Form(page: Page) {
  const { tool } = page.texts;
  return (
    <form
      method="post"
      action={`/site/try/${page.language}/${v("tool.id")}`}
      data-try
      data-running={tool.running}
      noValidate
    >
      <If is="problem">
        <p className="problem" role="alert">
          {v("problem")}
        </p>
      </If>
      <Each as="field" of="fields">
        <If is="not field.is_more">
          <Field {...page} />
        </If>
      </Each>
      <details className="field-more">
        <summary>{tool.more}</summary>
        <Each as="field" of="fields">
          <If is="field.is_more">
            <Field {...page} />
          </If>
        </Each>
      </details>
      <p className="buttons">
        <button type="submit" className="button main large">
          {tool.run}
        </button>
        <button type="button" className="button large" data-example={v("example_input")}>
          {tool.fill}
        </button>
      </p>
    </form>
  );
}

/** The fields of a variant, each with its measure. */
function Shown({ texts: { tool } }: Page) {
  return (
    <Each as="shown" of="variant.fields">
      <div className="shown">
        <p className="shown-head">
          <strong>{v("shown.title")}</strong>
          <If is="shown.measure">
            <span className="shown-measure">{v("shown.measure.text")}</span>
          </If>
          <button type="button" className="plain" data-copy={tool.copied}>
            <Icon name="copy" size={16} /> {tool.copy}
          </button>
        </p>
        <If is="shown.measure">
          <span
            className="shown-line"
            style={{ "--share": v("shown.measure.share") } as Record<string, string>}
            aria-hidden="true"
          />
        </If>
        <If is="shown.html" otherwise={<div className="shown-text">{v("shown.text")}</div>}>
          <div className="shown-text rich" data-text={v("shown.text")}>
            <Html from="shown.html" />
          </div>
        </If>
        <Each as="advice" of="shown.advice">
          <p className="advice">{v("advice")}</p>
        </Each>
      </div>
    </Each>
  );
}

function Keep({ Title = "h3", ...page }: Page & { Title?: "h2" | "h3" }) {
  const {
    href,
    texts: { tool },
  } = page;
  const app = toApp(page, href("tool", { tool: "TOOL" }));
  const withTool = (address: string) => address.replace("TOOL", v("tool.id"));
  return (
    <aside className="keep" data-keep={v("tool.id")} data-input={v("input")}>
      <Title>{tool.keepTitle}</Title>
      <p>{tool.keepText}</p>
      <If is="frame.registration">
        <a
          className="button main"
          data-for="guest"
          href={withTool(`${href("register")}?next=${encodeURIComponent(app["data-to"])}`)}
        >
          {tool.keep}
        </a>
      </If>
      <a className="button main" data-for="user" href={withTool(app.href)} data-to={withTool(app["data-to"])}>
        {tool.open}
      </a>
    </aside>
  );
}

function Result(page: Page) {
  const { tool } = page.texts;
  return (
    <section className="result" aria-label={tool.resultTitle} aria-live="polite">
      <If is="result" otherwise={<Example {...page} />}>
        <h3 tabIndex={-1}>{tool.resultTitle}</h3>
        <Each as="variant" of="result">
          <article className="card variant">
            <If is="loop.length > 1">
              <h4>{tool.variant}</h4>
            </If>
            <Shown {...page} />
          </article>
        </Each>
        <Keep {...page} />
      </If>
    </section>
  );
}

/** What stands in the place of the result until there is one. */
function Example(page: Page) {
  const { tool } = page.texts;
  return (
    <If is="example">
      <h3>{tool.exampleTitle}</h3>
      <p className="under">{tool.exampleText}</p>
      <Each as="variant" of="example[:1]">
        <article className="card variant">
          <Shown {...page} />
        </article>
      </Each>
    </If>
  );
}

function Related({ texts: { tool }, href }: Page) {
  return (
    <section className="wide">
      <h2>{tool.relatedTitle}</h2>
      <ul className="related">
        <Each as="other" of="related">
          <li>
            <a href={href("aiTool", { tool: "TOOL" }).replace("TOOL", v("other.id"))}>{v("other.name")}</a>
            <p>{v("other.summary")}</p>
          </li>
        </Each>
      </ul>
    </section>
  );
}

/** What a tool writes, with a form that runs it at once. */
export function Tool(page: Page) {
  const { tool } = page.texts;
  return (
    <Body {...page}>
      <div className="wide tool-head">
        <a className="more" href={page.href("aiTools")}>
          <Icon name="back" size={16} />
          {tool.back}
        </a>
        <h1>{v("tool.name")}</h1>
        <p className="lead">{v("tool.summary")}</p>
      </div>
      <section className="wide try" id="try" aria-label={tool.tryTitle}>
        <If is="needs_model" otherwise={<Try {...page} />}>
          <div>
            <p className="problem">{tool.needsModel}</p>
            <h2>{tool.how}</h2>
            <ol className="tool-steps">
              {tool.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <Keep {...page} Title="h2" />
        </If>
      </section>
      <Related {...page} />
    </Body>
  );
}

function Try(page: Page) {
  const { tool } = page.texts;
  return (
    <>
      <div className="try-form">
        <h2>{tool.tryTitle}</h2>
        <p className="under">{tool.tryText}</p>
        <Form {...page} />
      </div>
      <Result {...page} />
    </>
  );
}
