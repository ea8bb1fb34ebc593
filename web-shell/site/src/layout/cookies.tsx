import { If } from "../jinja";
import type { Page } from "./document";

/**
 * Asks for consent to optional cookies. Both answers are alike, and nothing optional is kept or loaded before one is
 * given. The script of the site loads what `data-measuring` of the page names.
 */
export function Cookies({ texts: { cookies, frame }, href }: Page) {
  return (
    <section className="cookies" aria-label={cookies.title} data-cookie-question>
      <p>
        {cookies.needed}{" "}
        <If is="frame.brand.measuring" otherwise={cookies.partner}>
          {frame.cookiesMeasuring}
        </If>{" "}
        <a href={href("cookies")}>{cookies.more}</a>
      </p>
      <button type="button" className="button" data-consent="0">
        {cookies.refuse}
      </button>
      <button type="button" className="button" data-consent="1">
        {cookies.accept}
      </button>
    </section>
  );
}
