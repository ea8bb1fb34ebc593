import { If, v } from "../jinja";
import { Body, type Page } from "../layout/document";
import { Questions } from "../parts/sections";

/** Pages that answer what most people ask, in the order of their texts. */
const FIRST = ["help/first-steps", "help/words", "help/shop", "admin/security"];

type FieldProps = { name: "name" | "email" | "message"; label: string; hint?: string };

function Field({ name, label, hint }: FieldProps) {
  const id = `contact-${name}`;
  const common = {
    id,
    name,
    required: true,
    "aria-describedby": `${id}-about`,
    defaultValue: v(`contact.typed.${name}`),
  };
  return (
    <div className="field" data-wrong={v(`'true' if '${name}' in contact.errors else ''`)}>
      <label htmlFor={id}>{label}</label>
      {name === "message" ? (
        <textarea {...common} rows={7} />
      ) : (
        <input {...common} type={name === "email" ? "email" : "text"} autoComplete={name} />
      )}
      <p className="field-about" id={`${id}-about`}>
        <If is={`'${name}' in contact.errors`}>
          <strong className="field-error">{v(`contact.errors.${name}`)}</strong>
        </If>
        {hint}
      </p>
    </div>
  );
}

function Form({ language, texts: { contact } }: Page) {
  return (
    <form method="post" action={`/site/contact/${language}`} noValidate>
      <If is="contact.problem">
        <p className="problem" role="alert">
          {v("contact.problem")}
        </p>
      </If>
      <Field name="name" label={contact.name} />
      <Field name="email" label={contact.email} />
      <Field name="message" label={contact.message} hint={contact.hint} />
      <div className="hidden" aria-hidden="true">
        <label htmlFor="contact-website">{contact.trap}</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className="button main large">
        {contact.send}
      </button>
      <p className="small">{contact.kept}</p>
    </form>
  );
}

/** A form that reaches the people who run the site. */
export function Contact(page: Page) {
  const { contact } = page.texts;
  return (
    <Body {...page}>
      <section className="wide split contact">
        <div>
          <h1>{contact.heading}</h1>
          <p className="lead">{contact.lead}</p>
          <h2>{contact.firstTitle}</h2>
          <ul className="contact-first">
            {FIRST.map((name, place) => (
              <li key={name}>
                <a href={page.href("docs", { "*": name })}>{contact.first[place]}</a>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <If is="contact.is_sent" otherwise={<Form {...page} />}>
            <div className="keep" role="status">
              <h2>{contact.sentTitle}</h2>
              <p>{contact.sentText}</p>
            </div>
          </If>
        </div>
      </section>
      <Questions {...contact.questions} />
    </Body>
  );
}
