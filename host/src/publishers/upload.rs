//! Sending a package: the checks of an installation, and a report that is kept.

use axum::{
    Json,
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use sitewright_package::Limits;

use super::{
    Uploads, profile,
    store::{self, MOST_OPEN, Row, SubmissionState},
    submissions::Submission,
};
use crate::{
    app::App,
    auth::{PluginsWrite, Scoped},
    clock::Timestamp,
    db,
    error::{Problem, Result},
    json,
    locale::Locale,
    rate,
    registry::{self, Judged},
};

/// Send a package to be checked
///
/// The body is the package itself. It is checked as an installation does, and nothing of it is installed: the answer is the
/// report, whatever it says, with everything that is wrong at once. What is `checked` can then be submitted. The same package
/// sent again is checked again, and keeps its id.
#[utoipa::path(post, path = "/api/publisher/packages", tag = "publishers", security(("key" = ["plugins:write"])),
    request_body(content(("application/octet-stream"))), responses(
    (status = 201, body = Submission),
    (status = 409, description = "The account is no publisher, or too many packages of it are on their way"),
    (status = 429, description = "Packages come too often; `Retry-After` says when to come back"),
))]
pub(super) async fn upload_package(
    State(app): State<App>,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Submission>)> {
    let publisher = profile::expect(&mut app.db.read().acquire().await?, &caller.id).await?;
    count(&app, &caller.id)?;
    let most = usize::try_from(Limits::default().file_bytes).unwrap_or(usize::MAX);
    let bytes = json::read(&app, &headers, body, most).await?;
    let judged = registry::judge(&app, bytes.clone(), &publisher).await?;
    let mut tx = app.db.write().await?;
    // The publisher may have gone while the package was looked at.
    let publisher = profile::expect(&mut tx, &caller.id).await?;
    let known = store::by_digest(&mut tx, &publisher, &judged.digest).await?;
    let row = match known {
        // What is under review, or through with it, is not looked at anew.
        Some(known) if matches!(known.state, SubmissionState::Submitted | SubmissionState::Approved) => known,
        known => {
            if known.as_ref().is_none_or(|known| known.state == SubmissionState::Refused)
                && store::count_open(&mut tx, &publisher).await? >= MOST_OPEN
            {
                return Err(Problem::new(StatusCode::CONFLICT, "publishers.too-many").with("most", MOST_OPEN));
            }
            let is_good = judged.found.is_ok();
            let row = row(publisher, judged, bytes.len(), known)?;
            store::save(&mut tx, &row, is_good.then_some(&bytes[..])).await?;
            row
        }
    };
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Submission::of(row, locale)?)))
}

/// Counts an upload; 429 where there were too many.
fn count(app: &App, account: &str) -> Result<()> {
    let Uploads(limiter) = app.part();
    limiter.retain_recent();
    rate::count(limiter, account, "publishers.too-often")
}

fn row(publisher: String, judged: Judged, bytes: usize, known: Option<Row>) -> Result<Row> {
    let now = Timestamp::now();
    let (facts, problems) = match judged.found {
        Ok(facts) => (Some(facts), Vec::new()),
        Err(reasons) => (None, reasons),
    };
    let state = if facts.is_some() { SubmissionState::Checked } else { SubmissionState::Refused };
    // What was said of the same package stays with it.
    let before = known.as_ref();
    Ok(Row {
        id: before.map_or_else(db::new_id, |known| known.id.clone()),
        publisher_id: publisher,
        digest: judged.digest,
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        plugin: facts.as_ref().map(|facts| facts.plugin.clone()),
        version: facts.as_ref().map(|facts| facts.version.clone()),
        facts: facts.map(|facts| serde_json::to_string(&facts)).transpose()?,
        problems: serde_json::to_string(&problems)?,
        state,
        note: before.and_then(|known| known.note.clone()),
        submitted_at: before.and_then(|known| known.submitted_at),
        decided_at: before.and_then(|known| known.decided_at),
        reason_en: before.and_then(|known| known.reason_en.clone()),
        reason_pl: before.and_then(|known| known.reason_pl.clone()),
        created_at: before.map_or(now, |known| known.created_at),
        updated_at: now,
    })
}
