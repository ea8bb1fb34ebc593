//! "Make a task": of a finding on one page, or of a rule wherever it found something.

use super::findings::fill;
use super::rules::Texts;
use super::store::{self, Audit, FindingData, SITE};
use crate::platform::auth::AuditsWrite;
use crate::platform::prelude::*;
use crate::tasks::{self, Actor, Finding, NewFindingTask, Task};

/// The finding of a task.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskOf {
    /// The id of the rule.
    #[garde(length(chars, min = 1, max = 100))]
    rule: String,
    /// The number of the page; absent for all pages of the rule, and for the site.
    #[garde(range(min = 0))]
    #[schema(minimum = 0)]
    page: Option<i64>,
    /// A text that should be there, as Markdown. The task gets it at the end of its note.
    #[garde(length(chars, max = 2_000))]
    #[schema(max_length = 2_000)]
    proposal: Option<String>,
}

/// Make a task of a finding
///
/// The task closes when a check no longer finds the problem, and opens again when it is back. A finding has at most one: if it
/// has one, that is returned, and opened again if it is done.
#[utoipa::path(post, path = "/api/audits/{id}/tasks", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), request_body = TaskOf, responses((status = 200, body = Task, description = "The task that the finding has"), (status = 201, body = Task), (status = 404, description = "The audit has no such finding"), (status = 409, description = "There are too many tasks")))]
pub(super) async fn make_task(
    app: App,
    caller: Scoped<AuditsWrite>,
    locale: Locale,
    Path(id): Path<String>,
    json::Valid(of): json::Valid<TaskOf>,
) -> Result<(StatusCode, Json<Task>)> {
    let texts = Texts::load(&app, &caller.id, locale).await?;
    let mut tx = app.db.write_for(&caller.id).await?;
    let audit = store::find(&mut tx, &caller, &id).await?;
    let found = found(&mut tx, &audit, &of).await?;
    let url = found.url.as_deref();
    let finding = Finding { rule: &of.rule, page_url: url };
    let rule = texts.rule(&of.rule);
    let name = texts.title(&of.rule);
    let place = url.and_then(|url| Url::parse(url).ok()).map(|url| match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    });
    let title = place.map_or_else(|| name.clone(), |place| format!("{name}: {place}"));
    let what = rule.zip(found.data).map(|(rule, data)| fill(rule, &data.values, locale));
    let fix = rule.map(|rule| rule.fix.clone());
    let note = [what, fix].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let new = NewFindingTask {
        account: &caller.id,
        project: audit.project_id,
        finding,
        audit: &audit.id,
        title: &title,
        note: &note,
        addition: of.proposal.as_deref(),
    };
    let opened = tasks::open_for(&app, &mut tx, &Actor::of(&caller), new).await?;
    tx.commit().await?;
    Ok((if opened.is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(opened.task)))
}

/// What the task is about.
struct Found {
    /// `None` for all pages and for the site.
    url: Option<String>,
    /// Of the finding, if it is one.
    data: Option<FindingData>,
}

/// The finding, which must not be verified.
///
/// Errors: 404 if the audit has no such finding.
async fn found(tx: &mut Conn, audit: &Audit, of: &TaskOf) -> Result<Found> {
    let row: Option<(i64, Stored<FindingData>, Option<String>)> = db::query_as(
        "SELECT f.page, f.data, p.url FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
         LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE f.audit = $1 AND r.rule = $2 AND ($3 IS NULL OR f.page = $3) AND f.verified IS NULL ORDER BY f.page LIMIT 1",
    )
    .binds((audit.number, &of.rule, of.page))
    .fetch_optional(tx)
    .await?;
    let (page, Stored(data), url) = row.ok_or_else(Problem::not_found)?;
    let is_one = of.page.is_some() || page == SITE;
    Ok(Found { url: url.filter(|_| of.page.is_some()), data: Some(data).filter(|_| is_one) })
}
