import { Each, Html, If, v } from "../jinja";
import { Body, type Page } from "../layout/document";

/** A legal text in its version of today, or another one, with the days of all. */
function Legal({ name, ...page }: Page & { name: "terms" | "privacy" | "cookies" }) {
  const { legal } = page.texts;
  const dated = (text: string, day: string) => text.replace("#", v(day));
  return (
    <Body {...page}>
      <article className="wide legal">
        <h1>{legal[name].heading}</h1>
        <If is="legal.since">
          <p className="small">{dated(legal.since, "legal.since")}</p>
        </If>
        <If is="legal.is_blank">
          <p className="problem" role="note">
            {legal.blank}
          </p>
        </If>
        <If is="legal.is_other">
          <p className="problem" role="note">
            <If is="legal.is_coming" otherwise={legal.old}>
              {legal.future}
            </If>{" "}
            <a href={v("legal.address")}>{legal.toCurrent}</a>
          </p>
        </If>
        <Each as="version" of="legal.coming">
          <p className="legal-coming" role="note">
            {dated(legal.coming, "version.date")} {v("version.note")}{" "}
            <a href={v("version.address")}>{legal.read}</a>
          </p>
        </Each>
        <div className="prose">
          <Html from="legal.html" />
        </div>
        <If is="legal.earlier">
          <section className="legal-versions">
            <h2>{legal.versions}</h2>
            <ul>
              <Each as="version" of="legal.earlier">
                <li>
                  <a href={v("version.address")}>{dated(legal.from, "version.date")}</a> {v("version.note")}
                </li>
              </Each>
            </ul>
          </section>
        </If>
      </article>
    </Body>
  );
}

export const Terms = (page: Page) => <Legal {...page} name="terms" />;
export const Privacy = (page: Page) => <Legal {...page} name="privacy" />;
export const Cookies = (page: Page) => <Legal {...page} name="cookies" />;
