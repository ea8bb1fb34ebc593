import { If } from "../jinja";
import type { Page } from "./document";

/**
 * Asks for consent to optional cookies. Both answers are alike, and nothing optional is kept or loaded before one is
 * given. The script of the site loads what `data-measuring` of the page names.
 */
export function Cookies({ texts: { frame }, href }: Page) {
  return (
    <section className="cookies" aria-label={frame.cookies} data-cookie-question>
      <p>
        {frame.cookiesText}{" "}
        <If is="frame.brand.measuring" otherwise={frame.cookiesPartner}>
          {frame.cookiesMeasuring}
        </If>{" "}
        <a href={href("cookies")}>{frame.cookiesMore}</a>
      </p>
      <button type="button" className="button" data-consent="0">
        {frame.refuse}
      </button>
      <button type="button" className="button" data-consent="1">
        {frame.accept}
      </button>
    </section>
  );
}
