//! Uploading a package: the checks of an installation, with a stored report.

use super::store::{self, MOST_OPEN, Row, SubmissionState};
use super::submissions::Submission;
use super::{Membership, membership_of, profile};
use crate::platform::auth::PluginsWrite;
use crate::platform::prelude::*;
use crate::registry::{self, Judged};

/// Characters of a file name.
const NAME_CHARS: usize = 120;

/// Upload a package to be checked
///
/// The body is the package itself. It gets the checks of an installation, but nothing of it is installed: the
/// response is always the report, with all problems at once. A package in state `checked` can be submitted. Uploading
/// the same package again repeats the checks and keeps its id.
#[utoipa::path(post, path = "/api/publisher/packages", tag = "publishers", security(("key" = ["plugins:write"])),
    params(Upload), request_body(content(("application/octet-stream"))), responses(
    (status = 201, body = Submission),
    (status = 409, description = "The account has no publisher, or too many of its packages are in review"),
    (status = 429, description = "Too many packages; `Retry-After` says when to retry"),
))]
pub async fn upload_package(
    app: App,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    Query(upload): Query<Upload>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Submission>)> {
    let publisher = profile::expect(&mut app.db.read().acquire().await?, &caller.id).await?;
    count(&app, &caller.id)?;
    let bytes = json::read(&app, &headers, body, registry::most()).await?;
    let judged = registry::judge(&app, bytes.clone(), &publisher).await?;
    let mut tx = app.db.write().await?;
    // The publisher may have been deleted during the checks.
    let publisher = profile::expect(&mut tx, &caller.id).await?;
    let known = store::by_digest(&mut tx, &publisher, &judged.digest).await?;
    let row = match known {
        // A package under review or approved is not checked again.
        Some(known) if matches!(known.state, SubmissionState::Submitted | SubmissionState::Approved) => known,
        known => {
            if known.as_ref().is_none_or(|known| known.state == SubmissionState::Refused)
                && store::count_open(&mut tx, &publisher).await? >= MOST_OPEN
            {
                return Err(Problem::conflict("publishers.too-many").with("most", MOST_OPEN));
            }
            let is_good = judged.found.is_ok();
            let mut row = row(publisher, judged, bytes.len(), known);
            row.file_name = upload.name().or(row.file_name);
            store::save(&mut tx, &row, is_good.then_some(&bytes[..])).await?;
            row
        }
    };
    let sent = Submission::read(&mut tx, row, locale).await?;
    committed(tx, (StatusCode::CREATED, Json(sent))).await
}

/// The publisher of an account that checks a package; each check counts as an upload.
pub async fn publisher_of_check(app: &App, account: &str) -> Result<Option<String>> {
    let found = membership_of(&mut app.db.read().acquire().await?, account).await?;
    let Some(Membership { publisher_id, .. }) = found else { return Ok(None) };
    count(app, account)?;
    Ok(Some(publisher_id))
}

/// The name of the uploaded file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Upload {
    /// An unreadable package is listed under this name.
    #[param(example = "my-tool-0.1.0.swp")]
    file_name: Option<String>,
}

impl Upload {
    /// The name without folders and invisible characters, cut to a line.
    fn name(&self) -> Option<String> {
        let name = self.file_name.as_deref()?.rsplit(['/', '\\']).next()?;
        let name: String = name.chars().filter(|char| !char.is_control()).take(NAME_CHARS).collect();
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }
}

/// Counts an upload; 429 if there were too many.
fn count(app: &App, account: &str) -> Result<()> {
    let limit = Limit::new(app.config.publisher_uploads_per_minute.max(1), MINUTE);
    app.rates.count_as("uploads", account, limit, "publishers.too-often")
}

fn row(publisher: String, judged: Judged, bytes: usize, known: Option<Row>) -> Row {
    let now = Timestamp::now();
    let (facts, problems) = match judged.found {
        Ok(facts) => (Some(facts), Vec::new()),
        Err(reasons) => (None, reasons),
    };
    let state = if facts.is_some() { SubmissionState::Checked } else { SubmissionState::Refused };
    // The notes on the same package stay.
    let before = known.as_ref();
    Row {
        id: before.map_or_else(db::new_id, |known| known.id.clone()),
        publisher_id: publisher,
        digest: judged.digest,
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        plugin: facts.as_ref().map(|facts| facts.plugin.clone()),
        version: facts.as_ref().map(|facts| facts.version.clone()),
        file_name: before.and_then(|known| known.file_name.clone()),
        facts: facts.map(|facts| *facts),
        problems,
        state,
        note: before.and_then(|known| known.note.clone()),
        submitted_at: before.and_then(|known| known.submitted_at),
        decided_at: before.and_then(|known| known.decided_at),
        reason_en: before.and_then(|known| known.reason_en.clone()),
        reason_pl: before.and_then(|known| known.reason_pl.clone()),
        created_at: before.map_or(now, |known| known.created_at),
        sent_at: now,
        updated_at: now,
    }
}
