//! Messages of visitors: each becomes a mail to the company or the administrators, and nothing else of it is stored.

use axum::extract::{Form, State};
use axum::response::Redirect;
use axum::routing::post;

use super::brand::allowing;
use super::listed::{self, Forms};
use super::templates::Templates;
use super::view::{self, Frame};
use crate::messages::mail::{self, Mail};
use crate::operator;
use crate::platform::prelude::*;

/// The page with the form.
const PAGE: &str = "contact";

/// Messages from one address.
const HOURLY: Limit = Limit::new(5, HOUR);

/// What a visitor wrote.
#[derive(Debug, Default, Serialize, Deserialize, Validate)]
pub struct Message {
    #[garde(length(chars, min = 1, max = 120))]
    name: String,
    #[garde(length(bytes, max = 254), email)]
    email: String,
    #[garde(length(chars, min = 10, max = 5000))]
    message: String,
    /// People do not see this field; programs fill it in.
    #[serde(default)]
    #[garde(skip)]
    website: String,
}

/// The form with the visitor's message, and what became of it.
#[derive(Debug, Default, Serialize)]
pub struct Contact {
    typed: Message,
    /// Sentences by the name of the field.
    errors: BTreeMap<String, String>,
    /// What is wrong besides the fields.
    problem: String,
    is_sent: bool,
}

/// The form needs no CSRF token, because it acts for no account.
pub fn routes() -> Router<App> {
    Router::new().route("/site/contact/{language}", post(send).get(look))
}

async fn look(State(app): State<App>, Path(language): Path<String>) -> Result<Redirect> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    Ok(Redirect::temporary(build.path(PAGE, Locale::of_tag(&language).unwrap_or_default())))
}

async fn send(
    State(app): State<App>,
    Path(language): Path<String>,
    parts: Parts,
    Form(typed): Form<Message>,
) -> Result<Response> {
    let locale = Locale::of_tag(&language).ok_or_else(Problem::not_found)?;
    refuse_if(operator::settings(&app).is_hidden(PAGE), Problem::not_found)?;
    let typed = Message {
        name: typed.name.trim().to_owned(),
        email: typed.email.trim().to_owned(),
        message: typed.message.trim().to_owned(),
        website: typed.website,
    };
    let mut contact = match deliver(&app, &typed, locale, &parts).await {
        Ok(()) => Contact { is_sent: true, ..Contact::default() },
        Err(problem) => refused(&problem, locale),
    };
    contact.typed = typed;
    let build = app.part::<Templates>().build(&app.bundle)?;
    let page = build.page(PAGE).ok_or_else(Problem::not_found)?;
    let mut conn = app.db.read().acquire().await?;
    let frame = Frame::of(&app, &mut conn, locale, |of| build.path(PAGE, of).to_owned()).await?;
    drop(conn);
    let html = listed::page(&app, &build, page, locale, frame, Forms { contact, ..Forms::default() }).await?;
    Ok(allowing(&app, view::own(html, locale)))
}

fn refused(problem: &Problem, locale: Locale) -> Contact {
    let said = problem.render(locale);
    let first = |(field, texts): (String, Vec<String>)| Some((field, texts.into_iter().next()?));
    let errors: BTreeMap<_, _> = said.errors.into_iter().flatten().filter_map(first).collect();
    let problem = if errors.is_empty() { said.message } else { String::new() };
    Contact { errors, problem, ..Contact::default() }
}

/// Sends the message to the company, or to every administrator if it has no address.
async fn deliver(app: &App, message: &Message, locale: Locale, parts: &Parts) -> Result<()> {
    json::check(message, locale)?;
    app.rates.count_from("site.contact", visit(parts)?.address, HOURLY)?;
    // A program gets the same answer as a person, and learns nothing.
    if !message.website.is_empty() {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    let readers = readers(app, &mut tx, locale).await?;
    refuse_if(readers.is_empty(), || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "site.unattended"))?;
    for (email, language) in readers {
        let params = params([
            ("name", message.name.as_str().into()),
            ("email", message.email.as_str().into()),
            ("message", message.message.as_str().into()),
        ]);
        mail::send(app, &mut tx, Mail { to: &email, language, template: "contact", params }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The addresses that read messages, with their languages. That of the company reads the language of the page.
async fn readers(app: &App, conn: &mut Conn, locale: Locale) -> Result<Vec<(String, Locale)>> {
    let company = operator::settings(app).company.email.clone();
    if !company.is_empty() {
        return Ok(vec![(company, locale)]);
    }
    let mut readers = Vec::new();
    for id in users::administrators(conn).await? {
        let select = db::query_as("SELECT email, language FROM user_profiles WHERE id = $1");
        let (email, language): (String, Option<Locale>) = select.bind(&id).fetch_one(&mut *conn).await?;
        readers.push((email, language.unwrap_or_default()));
    }
    Ok(readers)
}
