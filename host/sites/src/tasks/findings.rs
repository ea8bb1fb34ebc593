//! Tasks about findings of audits. The slice of audits comes after this one and calls these functions; a finding is named
//! by its rule and its page, so that tasks outlive the audits.

use super::change::{self, NOTE_CHARS, TITLE_CHARS};
use super::history::{Actor, ChangeKind};
use super::store::{self, Row};
use super::{Task, TaskState};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::prelude::*;

/// Characters of the address of a page, and of a rule: both are in an index.
const URL_CHARS: usize = 2_000;
const RULE_CHARS: usize = 100;
/// Findings that one query looks up.
const AT_ONCE: usize = 200;

/// A finding: a rule, and the page that breaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Finding<'a> {
    pub rule: &'a str,
    /// `None` for the whole site.
    pub page_url: Option<&'a str>,
}

impl Finding<'_> {
    fn page(&self) -> &str {
        self.page_url.unwrap_or_default()
    }
}

/// A task about a finding, to be opened.
#[derive(Debug)]
pub struct NewFindingTask<'a> {
    pub account: &'a str,
    pub project: i64,
    pub finding: Finding<'a>,
    pub audit: &'a str,
    /// A longer one is cut.
    pub title: &'a str,
    /// Markdown.
    pub note: &'a str,
    /// What the note of a task that is there gets too, as Markdown, unless it has it or would be too long.
    pub addition: Option<&'a str>,
}

/// The task of a finding.
#[derive(Debug)]
pub struct Opened {
    pub task: Task,
    /// Whether the finding had none.
    pub is_new: bool,
}

/// Opens the task of a finding: a new one, or the one that it has. The caller has checked that the project belongs to the
/// account, and has begun the transaction for it.
///
/// Errors: 409 if the account has as many tasks as it may; 422 if the address of the page is too long.
pub async fn open_for(app: &App, tx: &mut Conn, actor: &Actor, new: NewFindingTask<'_>) -> Result<Opened> {
    let Finding { rule, .. } = new.finding;
    let page = new.finding.page();
    let is_too_long = page.chars().count() > URL_CHARS || rule.chars().count() > RULE_CHARS;
    refuse_if(is_too_long, || {
        Problem::invalid_field("page_url", Text::key("validation.too-long").with("max", URL_CHARS))
    })?;
    let now = Timestamp::now();
    if let Some(old) = rows(tx, new.project, &[new.finding]).await?.pop() {
        let mut row = Row { audit_id: Some(new.audit.to_owned()), ..old.clone() };
        if row.state == TaskState::Done {
            row.set_state(TaskState::Open, now);
        }
        row.note = with_addition(row.note, new.addition);
        let task = change::save(app, tx, &old, row, ChangeKind::Edited, actor).await?;
        return Ok(Opened { task, is_new: false });
    }
    store::expect_room(tx, new.account).await?;
    let title: String = single_line::line(new.title).chars().take(TITLE_CHARS).collect();
    let title = if title.is_empty() { rule.to_owned() } else { title };
    let note = with_addition(new.note.to_owned(), new.addition);
    let row = Row {
        rule: Some(rule.to_owned()),
        page_url: Some(page.to_owned()),
        audit_id: Some(new.audit.to_owned()),
        ..change::blank(new.account, new.project, title, note, now)
    };
    Ok(Opened { task: change::add(app, tx, row, actor).await?, is_new: true })
}

fn with_addition(note: String, addition: Option<&str>) -> String {
    let added = addition.filter(|text| !text.trim().is_empty() && !note.contains(text));
    let longer = added.map(|text| format!("{note}\n\n{text}").trim_start().to_owned());
    longer.filter(|note| note.chars().count() <= NOTE_CHARS).unwrap_or(note)
}

/// Closes the tasks of findings that a check has confirmed to be gone. Returns how many changed.
pub async fn verified(app: &App, tx: &mut Conn, project: i64, findings: &[Finding<'_>]) -> Result<usize> {
    let (actor, now) = (Actor::audit(), Timestamp::now());
    let unverified = rows(tx, project, findings).await?.into_iter().filter(|row| row.verified_at.is_none());
    let mut count = 0;
    for old in unverified {
        let mut row = old.clone();
        row.set_state(TaskState::Done, now);
        row.verified_at = Some(now);
        change::save(app, tx, &old, row, ChangeKind::Verified, &actor).await?;
        count += 1;
    }
    Ok(count)
}

/// Opens the closed tasks of findings that are back, and notifies their account. Returns how many changed.
pub async fn returned(app: &App, tx: &mut Conn, project: i64, findings: &[Finding<'_>]) -> Result<usize> {
    let (actor, now) = (Actor::audit(), Timestamp::now());
    let closed = rows(tx, project, findings).await?.into_iter().filter(|row| row.state == TaskState::Done);
    let closed: Vec<Row> = closed.collect();
    for old in &closed {
        let mut row = old.clone();
        row.set_state(TaskState::Open, now);
        change::save(app, tx, old, row, ChangeKind::Returned, &actor).await?;
    }
    let Some(first) = closed.first() else { return Ok(0) };
    let (kind, values) = match closed.len() {
        1 => (
            NotificationKind::TaskReturned,
            params([("title", first.title.as_str().into()), ("about", first.id.as_str().into())]),
        ),
        count => (NotificationKind::TasksReturned, params([("count", count.into())])),
    };
    notifications::notify(app, tx, &first.account_id, kind, &values).await?;
    Ok(closed.len())
}

/// The task of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingTask {
    pub id: String,
    pub rule: String,
    /// `None` for the whole site.
    pub page_url: Option<String>,
    pub state: TaskState,
    pub verified_at: Option<Timestamp>,
}

/// The tasks of those of these findings that have one.
pub async fn of_findings(
    conn: &mut Conn,
    project: i64,
    findings: &[Finding<'_>],
) -> Result<Vec<FindingTask>> {
    let view = |row: Row| FindingTask {
        id: row.id,
        rule: row.rule.unwrap_or_default(),
        page_url: row.page_url.filter(|url| !url.is_empty()),
        state: row.state,
        verified_at: row.verified_at,
    };
    Ok(rows(conn, project, findings).await?.into_iter().map(view).collect())
}

async fn rows(conn: &mut Conn, project: i64, findings: &[Finding<'_>]) -> Result<Vec<Row>> {
    let mut all = Vec::new();
    for some in findings.chunks(AT_ONCE) {
        let pairs = (0..some.len()).map(|at| format!("(${}, ${})", 2 * at + 2, 2 * at + 3));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        let rest = format!(
            "WHERE t.project_id = $1 AND t.rule IS NOT NULL AND (t.rule, t.page_url) IN (VALUES {pairs}) ORDER BY t.id"
        );
        let query = db::query_as(store::selected(&rest)).bind(project);
        let query = some.iter().fold(query, |query, finding| query.bind(finding.rule).bind(finding.page()));
        all.extend(query.fetch_all(&mut *conn).await?);
    }
    Ok(all)
}

/// The findings of a project that have a task.
pub async fn with_findings(conn: &mut Conn, project: i64) -> Result<Vec<(String, Option<String>)>> {
    let findings =
        "SELECT rule, NULLIF(page_url, '') FROM tasks WHERE project_id = $1 AND rule IS NOT NULL ORDER BY id";
    Ok(db::query_as(findings).bind(project).fetch_all(conn).await?)
}
