//! Pages for readers without an account: no scripts, no cookies, nothing from elsewhere, and not for search engines.

use axum::http::HeaderName;
use minijinja::{AutoEscape, Environment, HtmlEscape};

use crate::platform::prelude::*;
use crate::platform::typography::glued_page;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'self'";

/// The templates, by name.
const TEMPLATES: [(&str, &str); 2] =
    [("report", include_str!("report.html")), ("question", include_str!("question.html"))];

/// Renders a template. Every value is escaped.
pub(super) fn render(template: &str, locale: Locale, values: &impl Serialize) -> Result<String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("marked", marked);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source).map_err(Problem::internal)?;
    }
    let template = environment.get_template(template).map_err(Problem::internal)?;
    let html = template.render(values).map_err(Problem::internal)?;
    Ok(glued_page(&html, locale))
}

/// A text as HTML, in which code is between backticks.
fn marked(text: &str) -> minijinja::Value {
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => HtmlEscape(part).to_string(),
        _ => format!("<code>{}</code>", HtmlEscape(part)),
    };
    minijinja::Value::from_safe_string(text.split('`').enumerate().map(part).collect())
}

/// The response with a page. Its address is a secret, so that links of the page must not reveal it.
pub(super) fn page(status: StatusCode, html: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ];
    (status, NO_STORE, headers, html).into_response()
}

/// A page with a sentence, and a button if there is something to do.
#[derive(Serialize)]
struct Question {
    lang: &'static str,
    title: String,
    text: String,
    button: Option<String>,
}

pub(super) fn question(
    status: StatusCode,
    locale: Locale,
    title: &str,
    text: String,
    button: Option<&str>,
) -> Result<Response> {
    let say = |key: &str| locale.say(key, &Params::new());
    let question = Question { lang: locale.tag(), title: say(title), text, button: button.map(say) };
    Ok(page(status, render("question", locale, &question)?))
}

/// The page for a link that is unknown, used, withdrawn or expired.
pub(super) fn gone(locale: Locale) -> Result<Response> {
    let text = locale.say("audits.report.gone-text", &Params::new());
    question(StatusCode::NOT_FOUND, locale, "audits.report.gone", text, None)
}
