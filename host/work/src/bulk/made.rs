//! Bulk jobs that another slice makes from its own data, such as the items of a shop, and the results that it takes.

use super::origin::{self, MadeRow};
use super::rows::{self, Claim, RowEnd};
use super::store::{self, NewRow};
use super::{BulkStatus, Column, Job, upload};
use crate::catalogue::tools::{self, Tools};
use crate::platform::prelude::*;

/// A job to make.
pub struct NewBulk<'a> {
    pub account: &'a str,
    pub project: Option<i64>,
    pub tool: &'a str,
    pub language: Locale,
    pub name: String,
    /// `name:id`, see [`origin::Origin::name`].
    pub origin: String,
    pub rows: Vec<NewBulkRow>,
}

/// A row: how users recognise it, and the tool's input.
pub struct NewBulkRow {
    pub label: String,
    pub input: Value,
}

/// A job that was checked as an upload is checked.
pub struct CheckedBulk {
    job: Job,
    rows: Vec<NewRow>,
}

/// Checks a job. Rows with an invalid input are kept with their problem and left out of the work.
///
/// Errors: 402 if the plan does not include the tool or so many rows, 404 for an unknown tool, 409 for too many jobs.
pub async fn check(app: &App, new: NewBulk<'_>) -> Result<CheckedBulk> {
    let NewBulk { account, project, tool, language, name, origin, rows } = new;
    let tool = app.part::<Tools>().find_for(app, account, tool).await?;
    let described = tool.described().await?;
    upload::check_number(app, account).await?;
    let plan = upload::check_plan(app, account, &tool).await?;
    plan.expect_rows(i64::try_from(rows.len()).unwrap_or(i64::MAX))?;
    let rows = app.conversions.short(move || {
        let schema = &described.text(language).input;
        let rows = (1..).zip(rows).map(|(line, row)| NewRow {
            line,
            cells: vec![row.label],
            input: tools::prepare(schema, row.input),
        });
        rows.collect::<Vec<_>>()
    });
    let rows = rows.await?;
    let columns = [Column { name: "title".to_owned(), field: None, guessed: false }];
    let job = Job {
        id: db::new_id(),
        account_id: account.to_owned(),
        project_id: project,
        tool: tool.id.clone(),
        language,
        name,
        status: BulkStatus::Ready,
        problem: None,
        encoding: "utf-8".to_owned(),
        separator: ",".to_owned(),
        columns: serde_json::to_string(&columns)?,
        fixed: "{}".to_owned(),
        origin: Some(origin),
        created_at: Timestamp::now(),
        started_at: None,
        finished_at: None,
    };
    Ok(CheckedBulk { job, rows })
}

impl CheckedBulk {
    pub fn id(&self) -> &str {
        &self.job.id
    }

    /// Stores the job, ready to start.
    pub async fn store(self, tx: &mut Conn) -> Result<()> {
        store::insert(tx, &self.job, &self.rows).await
    }
}

/// What a run made.
pub(super) struct Made {
    /// JSON.
    pub outcome: Option<String>,
    pub drafted: bool,
}

/// Ends a row, and gives its result to the slice that made the job.
pub(super) async fn end(
    app: &App,
    job: &Job,
    origin: &str,
    row: &Claim,
    made: &Made,
    end: RowEnd,
) -> Result<()> {
    let (slice, origin) = origin::maker(app, origin);
    let mut tx = app.db.write_for(&job.account_id).await?;
    if !rows::end(&mut tx, &job.id, row, end).await? {
        return Ok(());
    }
    if let (Some(slice), Some(outcome)) = (slice, &made.outcome) {
        let mut outcome: Value = serde_json::from_str(outcome)?;
        let data = outcome["data"].take();
        let made =
            MadeRow { account: &job.account_id, origin, number: row.number, data, drafted: made.drafted };
        slice.take(app, &mut tx, made).await?;
    }
    Ok(tx.commit().await?)
}
