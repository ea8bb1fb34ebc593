import { Icon } from "@sitewright/ui/icon";
import type { Page } from "./document";
import { Brand, linkOf } from "./header";

const COLUMNS = [
  {
    label: "product",
    pages: ["copywriter", "social", "ads", "shops", "maker", "allTools", "pricing", "specialOffer"],
  },
  { label: "learn", pages: ["help", "docs"] },
  { label: "company", pages: ["partners", "contact"] },
] as const;

/** Every public page that a reader may look for, the promise, and the choices of this browser. */
export function Footer(page: Page) {
  const { frame } = page.texts;
  return (
    <footer className="bottom">
      <div className="ruler" aria-hidden="true" />
      <div className="wide">
        <div className="bottom-brand">
          <Brand {...page} />
          <p>{frame.promise}</p>
          <p className="small">{frame.licence}</p>
        </div>
        {COLUMNS.map(({ label, pages }) => (
          <nav key={label} aria-label={frame[label]}>
            <h2>{frame[label]}</h2>
            <ul>
              {pages.map((entry) => (
                <li key={entry}>
                  <a href={linkOf(page, entry)}>{frame[entry]}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="bottom-choices">
          <button type="button" className="plain" data-cookies>
            {frame.cookieChoice}
          </button>
          <button type="button" className="plain" data-scheme>
            <Icon name="auto" size={16} /> {frame.scheme}
          </button>
        </div>
      </div>
    </footer>
  );
}
