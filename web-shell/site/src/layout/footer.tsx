import { Icon } from "@sitewright/ui/icon";
import { Each, If, v } from "../jinja";
import type { Page } from "./document";
import { Brand, Entries } from "./header";
import { Socials } from "./socials";

const COLUMNS = [
  {
    label: "product",
    pages: ["copywriter", "social", "ads", "shops", "audit", "maker", "allTools", "pricing", "specialOffer"],
  },
  { label: "resources", pages: ["help", "docs", "blog"] },
  { label: "company", pages: ["partners", "contact"] },
] as const;

/** Texts that every site has. */
const LEGAL = ["terms", "privacy", "cookies"] as const;

/** Who runs the site. */
const Company = ({ texts: { frame } }: Page) => (
  <If is="frame.brand.company">
    <address>
      <strong>{v("frame.brand.company")}</strong>
      <Each as="line" of="frame.brand.address">
        <span>{v("line")}</span>
      </Each>
      <If is="frame.brand.vat_id">
        <span>
          {frame.vatId} {v("frame.brand.vat_id")}
        </span>
      </If>
      <If is="frame.brand.email">
        <a href={`mailto:${v("frame.brand.email")}`}>{v("frame.brand.email")}</a>
      </If>
    </address>
  </If>
);

/** Every public page that a reader may look for, the promise, and the choices of this browser. */
export function Footer(page: Page) {
  const { frame, cookies } = page.texts;
  return (
    <footer className="bottom">
      <div className="ruler" aria-hidden="true" />
      <div className="wide">
        <div className="bottom-brand">
          <Brand {...page} />
          <p>{frame.promise}</p>
          <Company {...page} />
          <Socials label={frame.socials} />
          <p className="small">{frame.licence}</p>
        </div>
        {COLUMNS.map(({ label, pages }) => (
          <nav key={label} aria-label={frame[label]}>
            <h2>{frame[label]}</h2>
            <ul>
              <Entries page={page} label={label} pages={pages} />
            </ul>
          </nav>
        ))}
        <div className="bottom-choices">
          {LEGAL.map((name) => (
            <a key={name} className="plain" href={page.href(name)}>
              {name === "cookies" ? cookies.title : frame[name]}
            </a>
          ))}
          <Each as="link" of="frame.brand.footer">
            <a className="plain" href={v("link.url")}>
              {v("link.title")}
            </a>
          </Each>
          <button type="button" className="plain" data-cookies>
            {cookies.reopen}
          </button>
          <button type="button" className="plain" data-scheme>
            <Icon name="auto" size={16} /> {frame.scheme}
          </button>
        </div>
      </div>
    </footer>
  );
}
