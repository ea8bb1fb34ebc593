import { Icon } from "@sitewright/ui/icon";
import { Each, Html, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";

/** The search and the contents, which open on request in a narrow window; styles show them in a wide one. */
function Side({ texts: { docs, frame } }: Page) {
  return (
    <div className="docs-side">
      <search className="docs-find">
        <form className="docs-search" data-docs-search data-index={v("index")} data-start={v("start")}>
          <label htmlFor="docs-query" className="hidden">
            {docs.search.label}
          </label>
          <input
            id="docs-query"
            type="search"
            placeholder={docs.search.label}
            autoComplete="off"
            role="combobox"
            aria-expanded="false"
            aria-controls="docs-found"
            aria-autocomplete="list"
          />
          <div id="docs-found" role="listbox" aria-label={docs.search.found} hidden />
          <p className="docs-none" role="status" data-none={docs.search.none} />
        </form>
      </search>
      <button type="button" className="plain docs-open" popoverTarget="docs-contents">
        <Icon name="menu" size={18} /> {docs.contents.title}
      </button>
      <nav className="docs-contents" id="docs-contents" popover="auto" aria-label={docs.contents.title}>
        <button
          type="button"
          className="plain docs-close"
          popoverTarget="docs-contents"
          popoverTargetAction="hide"
          aria-label={frame.close}
        >
          <Icon name="close" size={24} />
        </button>
        <Each as="section" of="sections">
          <p className="docs-group">{v("section.title")}</p>
          <ul>
            <Each as="entry" of="section.pages">
              <li>
                <If
                  is="entry.address == address"
                  otherwise={
                    <a className="docs-link" href={v("entry.address")}>
                      {v("entry.title")}
                    </a>
                  }
                >
                  <a className="docs-link" href={v("entry.address")} aria-current="page">
                    {v("entry.title")}
                  </a>
                </If>
              </li>
            </Each>
          </ul>
        </Each>
      </nav>
    </div>
  );
}

function OnThisPage({ texts: { docs } }: Page) {
  return (
    <If is="page.headings|length > 1" otherwise={<div className="docs-toc" />}>
      <nav className="docs-toc" aria-label={docs.page.sections}>
        <p className="docs-group">{docs.page.sections}</p>
        <ul>
          <Each as="heading" of="page.headings">
            <li data-level={v("heading.level")}>
              <a className="docs-link" href={`#${v("heading.id")}`}>
                {v("heading.text")}
              </a>
            </li>
          </Each>
        </ul>
      </nav>
    </If>
  );
}

function Neighbours({ texts: { docs } }: Page) {
  const link = (name: "previous" | "next", rel: string) => (
    <If is={name}>
      <a
        href={v(`${name}.address`)}
        rel={rel}
        className="docs-neighbour"
        data-next={rel === "next" || undefined}
      >
        <span>{docs.page[name]}</span>
        {v(`${name}.title`)}
      </a>
    </If>
  );
  return (
    <nav className="docs-neighbours" aria-label={docs.page.order}>
      {link("previous", "prev")}
      {link("next", "next")}
    </nav>
  );
}

/** A page of the docs; its text is a file of the build. */
export function Docs(page: Page) {
  return (
    <Body {...page}>
      <div className="docs">
        <Side {...page} />
        <div className="docs-main">
          <article className="docs-article">
            <Html from="page.html" />
          </article>
          <Neighbours {...page} />
        </div>
        <OnThisPage {...page} />
      </div>
    </Body>
  );
}
