//! The free check of one page: the form of the page about the audit, which works without scripts.

use axum::extract::{Form, State};
use axum::response::Redirect;
use axum::routing::post;

use super::brand::allowing;
use super::listed::{self, Forms};
use super::templates::Templates;
use super::view::{self, Frame};
use crate::operator;
use crate::platform::prelude::*;
use crate::sites::audits::guest::{self, CheckedPage, WantedPage};

/// The page with the form.
const PAGE: &str = "seoAudit";

/// The form with what was typed, and what became of it.
#[derive(Debug, Default, Serialize)]
pub struct PageCheck {
    typed: String,
    /// What is wrong with the address.
    error: String,
    /// What is wrong besides it.
    problem: String,
    result: Option<CheckedPage>,
}

/// The form needs no CSRF token, because it acts for no account.
pub fn routes() -> Router<App> {
    Router::new().route("/site/seo-check/{language}", post(run).get(look))
}

/// The address of a result that was kept: the page with the form.
async fn look(State(app): State<App>, Path(language): Path<String>) -> Result<Redirect> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    Ok(Redirect::temporary(build.path(PAGE, Locale::of_tag(&language).unwrap_or_default())))
}

async fn run(
    State(app): State<App>,
    Path(language): Path<String>,
    parts: Parts,
    Form(wanted): Form<WantedPage>,
) -> Result<Response> {
    let locale = Locale::of_tag(&language).ok_or_else(Problem::not_found)?;
    refuse_if(operator::settings(&app).is_hidden(PAGE), Problem::not_found)?;
    let check = checked(&app, locale, &parts, wanted).await;
    let build = app.part::<Templates>().build(&app.bundle)?;
    let page = build.page(PAGE).ok_or_else(Problem::not_found)?;
    let mut conn = app.db.read().acquire().await?;
    let frame = Frame::of(&app, &mut conn, locale, |of| build.path(PAGE, of).to_owned()).await?;
    drop(conn);
    let html = listed::page(&app, &build, page, locale, frame, Forms { check, ..Forms::default() }).await?;
    Ok(allowing(&app, view::own(html, locale)))
}

async fn checked(app: &App, locale: Locale, parts: &Parts, wanted: WantedPage) -> PageCheck {
    let result = match json::check(&wanted, locale) {
        Ok(()) => guest::check(app, locale, parts, &wanted).await,
        Err(problem) => Err(problem),
    };
    let mut check = PageCheck { typed: wanted.url, ..PageCheck::default() };
    match result {
        Ok(page) => check.result = Some(page),
        Err(problem) => {
            let said = problem.render(locale);
            let at_field = said.errors.and_then(|mut errors| errors.remove("url")?.into_iter().next());
            match at_field {
                Some(error) => check.error = error,
                None => check.problem = said.message,
            }
        }
    }
    check
}
