//! The tables of the portal.

use crate::platform::prelude::*;
use crate::registry::{Facts, Reason};

/// Packages of one publisher that are neither refused nor approved. The oldest refused ones are deleted to make room.
pub const MOST_OPEN: i64 = 30;
const MOST_REFUSED: i64 = 100;

/// The state of an uploaded package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubmissionState {
    /// The checks failed; only the report is kept.
    Refused,
    /// The checks passed; it can be submitted.
    Checked,
    /// It waits for a review.
    Submitted,
    /// A reviewer returned it.
    Returned,
    /// It is installed.
    Approved,
}

text_column!(SubmissionState);

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Row {
    pub id: String,
    pub publisher_id: String,
    pub digest: String,
    pub bytes: i64,
    pub plugin: Option<String>,
    pub version: Option<String>,
    /// As the sender named it.
    pub file_name: Option<String>,
    #[sqlx(try_from = "Stored<Option<Facts>>")]
    pub facts: Option<Facts>,
    #[sqlx(try_from = "Stored<Vec<Reason>>")]
    pub problems: Vec<Reason>,
    pub state: SubmissionState,
    pub note: Option<String>,
    pub submitted_at: Option<Timestamp>,
    pub decided_at: Option<Timestamp>,
    pub reason_en: Option<String>,
    pub reason_pl: Option<String>,
    pub created_at: Timestamp,
    /// When these bytes were last uploaded.
    pub sent_at: Timestamp,
    pub updated_at: Timestamp,
}

const COLUMNS: &str = "s.id, s.publisher_id, s.digest, s.bytes, s.plugin, s.version, s.file_name, s.facts, s.problems, s.state, s.note, \
    s.submitted_at, s.decided_at, s.reason_en, s.reason_pl, s.created_at, COALESCE(s.sent_at, s.created_at) AS sent_at, s.updated_at";

/// The publisher of an account; `None` if it has none. `membership_of` also returns the role.
pub async fn publisher_of(conn: &mut Conn, account: &str) -> Result<Option<String>> {
    let found = db::query_scalar("SELECT publisher_id FROM publisher_members WHERE account_id = $1");
    Ok(found.bind(account).fetch_optional(conn).await?)
}

pub async fn find(conn: &mut Conn, id: &str) -> Result<Row> {
    let sql = format!("SELECT {COLUMNS} FROM submissions s WHERE s.id = $1");
    let row: Option<Row> = db::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?;
    row.ok_or_else(Problem::not_found)
}

/// The same, if it belongs to the account's publisher; otherwise 404.
pub async fn find_own(conn: &mut Conn, account: &str, id: &str) -> Result<Row> {
    let row = find(conn, id).await?;
    let own = publisher_of(conn, account).await?;
    if own.as_deref() == Some(row.publisher_id.as_str()) { Ok(row) } else { Err(Problem::not_found()) }
}

pub async fn by_digest(conn: &mut Conn, publisher: &str, digest: &str) -> Result<Option<Row>> {
    let sql = format!("SELECT {COLUMNS} FROM submissions s WHERE s.publisher_id = $1 AND s.digest = $2");
    let row = db::query_as(AssertSqlSafe(sql)).binds((publisher, digest));
    Ok(row.fetch_optional(conn).await?)
}

/// The packages of an account's publisher, newest first.
pub async fn own(conn: &mut Conn, account: &str, page: Page) -> Result<Paged<Row>> {
    const OWN: &str = "publisher_id = (SELECT publisher_id FROM publisher_members WHERE account_id = $1)";
    let count = format!("SELECT count(*) FROM submissions WHERE {OWN}");
    let count = db::query_scalar(AssertSqlSafe(count)).bind(account);
    let sql = format!(
        "SELECT {COLUMNS} FROM submissions s WHERE {OWN} ORDER BY s.updated_at DESC, s.id DESC LIMIT $2 OFFSET $3"
    );
    page.fetch(conn, count, db::query_as(AssertSqlSafe(sql)).bind(account)).await
}

/// A column that sorts the review queue.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewSort {
    /// By the time of submitting.
    #[default]
    Submitted,
    Plugin,
    Publisher,
}

impl ReviewSort {
    fn column(self) -> &'static str {
        match self {
            Self::Submitted => "s.submitted_at",
            Self::Plugin => "s.plugin",
            Self::Publisher => "lower(p.name)",
        }
    }
}

/// Submitted packages.
pub async fn waiting(conn: &mut Conn, sort: ReviewSort, order: Direction, page: Page) -> Result<Paged<Row>> {
    let count = db::query_scalar("SELECT count(*) FROM submissions WHERE state = 'submitted'");
    let sql = format!(
        "SELECT {COLUMNS} FROM submissions s JOIN publisher_names p ON p.id = s.publisher_id
         WHERE s.state = 'submitted' ORDER BY {} LIMIT $1 OFFSET $2",
        order.of(&[sort.column(), "s.id"])
    );
    page.fetch(conn, count, db::query_as(AssertSqlSafe(sql))).await
}

pub async fn count_open(conn: &mut Conn, publisher: &str) -> Result<i64> {
    let count = db::query_scalar(
        "SELECT count(*) FROM submissions WHERE publisher_id = $1 AND state IN ('checked', 'submitted', 'returned')",
    );
    Ok(count.bind(publisher).fetch_one(conn).await?)
}

/// Stores the result of the checks, new or repeated, with the file if they passed.
pub async fn save(conn: &mut Conn, row: &Row, file: Option<&[u8]>) -> Result<()> {
    db::query(
        "INSERT INTO submissions (id, publisher_id, digest, bytes, plugin, version, facts, problems, state, created_at, updated_at, file_name, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE SET file_name = excluded.file_name, sent_at = excluded.sent_at, plugin = excluded.plugin, version = excluded.version, facts = excluded.facts,
             problems = excluded.problems, state = excluded.state, updated_at = excluded.updated_at",
    )
    .binds((&row.id, &row.publisher_id, &row.digest, row.bytes, &row.plugin, &row.version, Stored(&row.facts)))
    .binds((Stored(&row.problems), row.state, row.created_at, row.updated_at, &row.file_name, row.sent_at))
    .execute(&mut *conn)
    .await?;
    drop_file(conn, &row.id).await?;
    match file {
        Some(file) => {
            let query = db::query("INSERT INTO submission_files (submission_id, content) VALUES ($1, $2)");
            query.binds((&row.id, file.to_vec())).execute(conn).await?;
        }
        None => forget_refused(conn, &row.publisher_id).await?,
    }
    Ok(())
}

async fn forget_refused(conn: &mut Conn, publisher: &str) -> Result<()> {
    let query = db::query(
        "DELETE FROM submissions WHERE publisher_id = $1 AND state = 'refused' AND id NOT IN
             (SELECT id FROM submissions WHERE publisher_id = $1 AND state = 'refused' ORDER BY updated_at DESC, id DESC LIMIT $2)",
    );
    query.binds((publisher, MOST_REFUSED)).run(conn).await
}

pub async fn file(conn: &mut Conn, id: &str) -> Result<Vec<u8>> {
    let content = db::query_scalar("SELECT content FROM submission_files WHERE submission_id = $1");
    let content: Option<Vec<u8>> = content.bind(id).fetch_optional(conn).await?;
    content.ok_or_else(Problem::not_found)
}

/// The file of a submitted package, by its digest.
pub async fn file_under_review(conn: &mut Conn, digest: &str) -> Result<Option<Vec<u8>>> {
    let content = db::query_scalar(
        "SELECT f.content FROM submission_files f JOIN submissions s ON s.id = f.submission_id
         WHERE s.digest = $1 AND s.state = 'submitted' LIMIT 1",
    );
    Ok(content.bind(digest).fetch_optional(conn).await?)
}

pub async fn drop_file(conn: &mut Conn, id: &str) -> Result<()> {
    db::query("DELETE FROM submission_files WHERE submission_id = $1").bind(id).run(conn).await
}

pub async fn submit(conn: &mut Conn, id: &str, note: Option<&str>) -> Result<()> {
    let query = db::query(
        "UPDATE submissions SET state = 'submitted', note = $2, submitted_at = $3, decided_by = NULL, decided_at = NULL, \
         reason_en = NULL, reason_pl = NULL, updated_at = $3 WHERE id = $1",
    );
    query.binds((id, note, Timestamp::now())).run(conn).await
}

pub async fn withdraw(conn: &mut Conn, id: &str) -> Result<()> {
    let query = db::query(
        "UPDATE submissions SET state = 'checked', submitted_at = NULL, updated_at = $2 WHERE id = $1",
    );
    query.binds((id, Timestamp::now())).run(conn).await
}

pub async fn delete(conn: &mut Conn, id: &str) -> Result<()> {
    drop_file(conn, id).await?;
    db::query("DELETE FROM submissions WHERE id = $1").bind(id).run(conn).await
}

pub struct Decision<'a> {
    pub state: SubmissionState,
    pub reviewer: &'a str,
    pub reason_en: Option<&'a str>,
    pub reason_pl: Option<&'a str>,
}

pub async fn decide(conn: &mut Conn, id: &str, decision: Decision<'_>) -> Result<()> {
    let query = db::query(
        "UPDATE submissions SET state = $2, decided_by = $3, decided_at = $4, reason_en = $5, reason_pl = $6, updated_at = $4 WHERE id = $1",
    );
    let query = query.binds((id, decision.state, decision.reviewer, Timestamp::now()));
    query.binds((decision.reason_en, decision.reason_pl)).run(conn).await
}
