import type { Texts } from "../texts";

/** Asks for consent to optional cookies. Both answers are alike, and nothing optional is kept before one is given. */
export function Cookies({ texts }: { texts: Texts["frame"] }) {
  return (
    <section className="cookies" aria-label={texts.cookies} data-cookie-question>
      <p>{texts.cookiesText}</p>
      <button type="button" className="button" data-consent="0">
        {texts.refuse}
      </button>
      <button type="button" className="button" data-consent="1">
        {texts.accept}
      </button>
    </section>
  );
}
