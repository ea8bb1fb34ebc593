//! The table of runs: what is read from it and what is written to it, each write as one value that the writer (see
//! `writer.rs`) applies together with others.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, value::RawValue};
use sitewright_engine::Outcome;

use crate::{
    clock::Timestamp,
    db::{self, Conn, Db},
    documents::{self, NewDocument},
    error::{Problem, Result},
    keys::{self, KeyMonth},
    locale::Locale,
    plans::{self, DailyLimit, SharedCeilings},
    process::Process,
    tools::{DescribedText, Tool},
    words::{self, Charge},
};

use super::{Progress, Run, RunStatus};

const COLUMNS: &str = "id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, outcome, problem, words, drafted, document_id, \
    progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id";

/// Columns of a list, which does without the result.
const LIST_COLUMNS: &str = "id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, NULL AS outcome, problem, words, drafted, \
    document_id, progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id";

/// Times a run is taken up again before it is given up: it may be what brings the server down.
const MOST_ATTEMPTS: i64 = 3;

/// What is written to the database.
#[derive(Debug)]
pub(super) enum Write {
    /// Stores a new run.
    Insert { run: Box<NewRun> },
    /// Sets words aside for a model call, and notes that the run runs.
    Reserve { run: Arc<Ticket>, call: u32, words: u32 },
    /// Ends a run: its state, its words and its document at once.
    Finish { run: Arc<Ticket>, ending: Arc<Ending> },
    /// Notes that somebody wants the run ended, should the server stop first.
    Cancel { id: String },
    /// Notes that a run that was taken up again has really begun.
    Start { run: Arc<Ticket> },
}

/// How a write went.
#[derive(Debug, PartialEq)]
pub(super) enum Written {
    Done,
    /// A finished run's words and document.
    Finished {
        words: i64,
        document_id: Option<String>,
    },
    /// The idempotency key is taken.
    Duplicate,
    /// Somebody else took the run over; nothing was written.
    Lost,
}

/// What names an attempt of a run.
#[derive(Debug)]
pub(super) struct Ticket {
    pub id: String,
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    pub tool_version: String,
    /// Digest of the package that the tool came in.
    pub package: Option<String>,
    /// The document that is rewritten; such a run makes none of its own.
    pub revises: Option<String>,
    pub attempt: i64,
    /// The key that began it, whose words are counted.
    pub key: Option<KeyMonth>,
    /// How much of the tool the run may use.
    pub ceilings: SharedCeilings,
}

impl Ticket {
    pub fn charge(&self) -> Charge<'_> {
        Charge { account: &self.account, run: &self.id, attempt: self.attempt, tool: &self.tool }
    }
}

/// A run that is admitted.
#[derive(Debug)]
pub(super) struct NewRun {
    pub ticket: Arc<Ticket>,
    pub locale: Locale,
    pub input: Arc<str>,
    pub key: Option<IdempotencyKey>,
    pub created_at: Timestamp,
    /// Where it waits and runs.
    pub process: String,
    /// How many the plan allows a day.
    pub limit: Option<DailyLimit>,
    /// Whether an administrator began it in the person's place.
    pub acted: bool,
}

/// The client's own name for a request, and the digest of what it asked for.
#[derive(Debug, Clone)]
pub(super) struct IdempotencyKey {
    pub key: String,
    pub digest: String,
}

/// How a run ends.
#[derive(Debug)]
pub(super) struct Ending {
    pub status: RunStatus,
    /// Of a run that succeeded.
    pub made: Option<Made>,
    pub problem: Option<Problem>,
    /// Whether a model is connected, so that words may have been reserved.
    pub asked: bool,
    pub charged: u32,
    pub drafted: bool,
    pub progress: Option<Progress>,
    pub started_at: Option<Timestamp>,
    pub finished_at: Timestamp,
}

/// What a run made: the parts for the document, and the whole as JSON.
#[derive(Debug)]
pub(super) struct Made {
    pub title: String,
    pub text: String,
    pub data: String,
    pub json: String,
}

#[derive(Serialize)]
struct Whole<'a> {
    title: &'a str,
    text: &'a str,
    data: &'a RawValue,
}

impl Made {
    /// Holds an outcome against the tool's own schema; the reason where it does not fit.
    pub fn check(
        outcome: Outcome,
        tool: &Tool,
        described: &DescribedText,
        locale: Locale,
    ) -> Result<Self, String> {
        let Outcome { title, text, data } = outcome;
        let parts: Value = serde_json::from_str(&data).map_err(|error| error.to_string())?;
        described.output.check(&parts)?;
        let title = if title.trim().is_empty() { tool.text(locale).name.clone() } else { title };
        let raw: &RawValue = serde_json::from_str(&data).map_err(|error| error.to_string())?;
        let json = serde_json::to_string(&Whole { title: &title, text: &text, data: raw })
            .map_err(|error| error.to_string())?;
        Ok(Self { title, text, data, json })
    }
}

impl Write {
    /// Whether it needs no transaction around it.
    pub fn is_one_statement(&self) -> bool {
        match self {
            // What is counted is counted in the transaction that stores it.
            Self::Insert { run } => run.limit.is_none(),
            _ => matches!(self, Self::Cancel { .. } | Self::Start { .. }),
        }
    }

    pub async fn apply(&self, conn: &mut Conn) -> Result<Written> {
        match self {
            Self::Insert { run } => match &run.limit {
                Some(limit) => insert_within(conn, run, limit).await,
                None => insert(conn, run).await,
            },
            Self::Reserve { run, call, words } => reserve(conn, run, *call, *words).await,
            Self::Finish { run, ending } => finish(conn, run, ending).await,
            Self::Cancel { id } => {
                db::query("UPDATE runs SET cancel_requested = TRUE WHERE id = $1")
                    .bind(id)
                    .execute(conn)
                    .await?;
                Ok(Written::Done)
            }
            Self::Start { run } => {
                if start(conn, run).await? {
                    Ok(Written::Done)
                } else {
                    Ok(Written::Lost)
                }
            }
        }
    }
}

/// The same request sent twice is one run, also where it was the last one of the day.
async fn insert_within(conn: &mut Conn, run: &NewRun, limit: &DailyLimit) -> Result<Written> {
    if let Some(key) = &run.key {
        let known: bool = db::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM runs WHERE account_id = $1 AND idempotency_key = $2)",
        )
        .bind(&run.ticket.account)
        .bind(&key.key)
        .fetch_one(&mut *conn)
        .await?;
        if known {
            return Ok(Written::Duplicate);
        }
    }
    limit.expect(conn, &run.ticket.account).await?;
    let written = insert(conn, run).await?;
    limit.count(conn, &run.ticket.account).await?;
    Ok(written)
}

async fn insert(conn: &mut Conn, run: &NewRun) -> Result<Written> {
    let (key, digest) = run.key.as_ref().map_or((None, None), |key| (Some(&key.key), Some(&key.digest)));
    let done = db::query(
        "INSERT INTO runs (id, account_id, tool, tool_version, language, status, attempt, input, idempotency_key, idempotency_digest, created_at, revises, process, project_id, package_digest, key_id, acted)
         VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $12, (SELECT id FROM projects WHERE id = $13), $14, $15, $16)
         ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING",
    )
    .bind(&run.ticket.id)
    .bind(&run.ticket.account)
    .bind(&run.ticket.tool)
    .bind(&run.ticket.tool_version)
    .bind(run.locale)
    .bind(run.ticket.attempt)
    .bind(&*run.input)
    .bind(key)
    .bind(digest)
    .bind(run.created_at)
    .bind(&run.ticket.revises)
    .bind(&run.process)
    .bind(run.ticket.project)
    .bind(&run.ticket.package)
    .bind(run.ticket.key.as_ref().map(|key| &key.key))
    .bind(run.acted)
    .execute(conn)
    .await?;
    Ok(if done.rows_affected() == 1 { Written::Done } else { Written::Duplicate })
}

/// The attempt in the condition is the fence: who lost the run changes nothing.
async fn start(conn: &mut Conn, run: &Ticket) -> Result<bool> {
    let done = db::query(
        "UPDATE runs SET status = 'running', started_at = COALESCE(started_at, $3)
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .bind(Timestamp::now())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn reserve(conn: &mut Conn, run: &Ticket, call: u32, words: u32) -> Result<Written> {
    if let Some(key) = &run.key {
        keys::expect_left(conn, key, words.into()).await?;
    }
    if !start(conn, run).await? {
        return Ok(Written::Lost);
    }
    // A run that began in one month may ask in the next.
    plans::renew(conn, &run.account).await?;
    if let Some(ceilings) = &run.ceilings {
        ceilings.expect_words(conn, &run.account, words.into()).await?;
    }
    let is_new = words::reserve(conn, run.charge(), call, words).await?;
    if let Some(key) = run.key.as_ref().filter(|_| is_new) {
        keys::set_aside(conn, key, words.into()).await?;
    }
    Ok(Written::Done)
}

async fn finish(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<Written> {
    // The sum of the reservations is read from the ledger: a call that was dropped half-way may have reserved unseen.
    let words = match (ending.asked, &run.key) {
        (true, Some(key)) => settle_with_key(conn, run.charge(), key, ending.charged).await?,
        (true, None) => words::settle(conn, run.charge(), ending.charged).await?,
        (false, _) => words::settle_draft(conn, run.charge()).await?,
    };
    let document_id = match &ending.made {
        Some(_) if run.revises.is_some() => run.revises.clone(),
        Some(made) => {
            let project = project_of(conn, run).await?;
            Some(documents::create(conn, document(run, project, ending, made, words)).await?)
        }
        None => None,
    };
    let problem = ending.problem.as_ref().map(serde_json::to_string).transpose()?;
    let progress = ending.progress.as_ref();
    let done = db::query(
        "UPDATE runs SET status = $3, outcome = $4, problem = $5, words = $6, drafted = $7, document_id = $8, progress_done = $9,
         progress_total = $10, progress_label = $11, started_at = COALESCE($12, started_at), finished_at = $13, lease_until = NULL
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .bind(ending.status)
    .bind(ending.made.as_ref().map(|made| &made.json))
    .bind(problem)
    .bind(words)
    .bind(ending.drafted)
    .bind(&document_id)
    .bind(progress.map(|progress| progress.done))
    .bind(progress.map(|progress| progress.total))
    .bind(progress.map(|progress| &progress.label))
    .bind(ending.started_at)
    .bind(ending.finished_at)
    .execute(conn)
    .await?;
    Ok(if done.rows_affected() == 1 { Written::Finished { words, document_id } } else { Written::Lost })
}

/// What comes back to the account is the key's again as well, once.
async fn settle_with_key(conn: &mut Conn, charge: Charge<'_>, key: &KeyMonth, charged: u32) -> Result<i64> {
    let outstanding = words::outstanding(conn, charge).await?;
    let words = words::settle(conn, charge, charged).await?;
    if outstanding > 0 {
        keys::give_back(conn, key, outstanding - words).await?;
    }
    Ok(words)
}

/// The project that the run's row still belongs to: it may have been deleted just before the run was stored.
async fn project_of(conn: &mut Conn, run: &Ticket) -> Result<Option<i64>> {
    if run.project.is_none() {
        return Ok(None);
    }
    let project = db::query_scalar("SELECT project_id FROM runs WHERE id = $1").bind(&run.id);
    Ok(project.fetch_optional(conn).await?.flatten())
}

fn document<'a>(
    run: &'a Ticket,
    project: Option<i64>,
    ending: &Ending,
    made: &'a Made,
    words: i64,
) -> NewDocument<'a> {
    NewDocument {
        account: &run.account,
        project,
        run: &run.id,
        tool: &run.tool,
        tool_version: &run.tool_version,
        package: run.package.as_deref(),
        title: &made.title,
        text: &made.text,
        data: &made.data,
        words,
        drafted: ending.drafted,
    }
}

/// A run of this account.
pub(super) async fn find(db: &Db, account: &str, id: &str) -> Result<Run> {
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE id = $1 AND account_id = $2");
    let run = db::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(account).fetch_optional(db.read()).await?;
    run.ok_or_else(Problem::not_found)
}

/// The run that this key began, with the digest of what was asked for.
pub(super) async fn find_by_key(db: &Db, account: &str, key: &str) -> Result<Option<(String, String)>> {
    let found = db::query_as(
        "SELECT id, idempotency_digest FROM runs WHERE account_id = $1 AND idempotency_key = $2",
    )
    .bind(account)
    .bind(key)
    .fetch_optional(db.read())
    .await?;
    Ok(found)
}

/// Which runs are listed.
#[derive(Debug, Default)]
pub(super) struct Filter<'a> {
    pub tool: Option<&'a str>,
    pub status: Option<RunStatus>,
    /// Only of these tools; all where there are none named.
    pub tools: Option<&'a [String]>,
    pub project: Option<i64>,
}

/// A page of an account's runs, newest first, and how many there are.
pub(super) async fn list(
    db: &Db,
    account: &str,
    filter: Filter<'_>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Run>, i64)> {
    // A number that was read as one, and places of values.
    let project = filter.project.map_or_else(String::new, |project| format!(" AND project_id = {project}"));
    let tools = filter
        .tools
        .map_or_else(String::new, |tools| format!(" AND tool IN ({})", db::places(4, tools.len())));
    let only = format!(
        "account_id = $1 AND revises IS NULL AND ($2 IS NULL OR tool = $2) AND ($3 IS NULL OR status = $3){project}{tools}"
    );
    let tools = filter.tools.unwrap_or_default();
    let mut tx = db.read().begin().await?;
    let sql = format!("SELECT count(*) FROM runs WHERE {only}");
    let count =
        db::query_scalar(sqlx::AssertSqlSafe(sql)).bind(account).bind(filter.tool).bind(filter.status);
    let total = tools.iter().fold(count, |query, tool| query.bind(tool)).fetch_one(&mut *tx).await?;
    let sql = format!(
        "SELECT {LIST_COLUMNS} FROM runs WHERE {only} ORDER BY id DESC LIMIT {limit} OFFSET {offset}"
    );
    let rows = db::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(filter.tool).bind(filter.status);
    let runs = tools.iter().fold(rows, |query, tool| query.bind(tool)).fetch_all(&mut *tx).await?;
    Ok((runs, total))
}

/// The runs of a project that are not over.
pub(super) async fn unfinished_of(conn: &mut Conn, project: i64) -> Result<Vec<String>> {
    let runs = db::query_scalar(
        "SELECT id FROM runs WHERE project_id = $1 AND status IN ('queued', 'running') ORDER BY id",
    );
    Ok(runs.bind(project).fetch_all(conn).await?)
}

/// Takes up what dead processes left: every unfinished run gets its next attempt, the words of the old one come
/// back, and a run that was begun too often is ended. A process is never dead to itself, however late it is with
/// saying that it lives. Returns the runs to queue, oldest first.
pub(super) async fn recover(db: &Db, process: &Process) -> Result<Vec<Run>> {
    const LEFT: &str = "status IN ('queued', 'running') AND (process IS NULL OR (process <> $2 AND process NOT IN (SELECT id FROM processes WHERE seen_at >= $1)))";
    // Most often there is nothing, and then nobody needs to wait for the writer.
    let sql = format!("SELECT EXISTS (SELECT 1 FROM runs WHERE {LEFT})");
    let horizon = process.horizon();
    let any = db::query_scalar(sqlx::AssertSqlSafe(sql)).bind(horizon).bind(process.id());
    let any: bool = any.fetch_one(db.read()).await?;
    if !any {
        return Ok(Vec::new());
    }
    let mut tx = db.write().await?;
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE {LEFT} ORDER BY id");
    let left = db::query_as(sqlx::AssertSqlSafe(sql)).bind(horizon).bind(process.id());
    let left: Vec<Run> = left.fetch_all(&mut *tx).await?;
    let mut waiting = Vec::with_capacity(left.len());
    for mut run in left {
        give_words_back(&mut tx, &run).await?;
        let cancelled: bool = db::query_scalar("SELECT cancel_requested FROM runs WHERE id = $1")
            .bind(&run.id)
            .fetch_one(&mut *tx)
            .await?;
        if cancelled {
            end(&mut tx, &run, RunStatus::Cancelled, None).await?;
        } else if run.status == RunStatus::Running && run.attempt >= MOST_ATTEMPTS {
            let problem = Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "run.interrupted");
            end(&mut tx, &run, RunStatus::Failed, Some(problem)).await?;
        } else {
            run.attempt += 1;
            run.status = RunStatus::Queued;
            db::query("UPDATE runs SET attempt = $2, status = 'queued', process = $3 WHERE id = $1")
                .bind(&run.id)
                .bind(run.attempt)
                .bind(process.id())
                .execute(&mut *tx)
                .await?;
            waiting.push(run);
        }
    }
    tx.commit().await?;
    Ok(waiting)
}

/// Notes that a run that was taken up again runs another version of its tool: the one that it was admitted for may be
/// gone, and each attempt begins from the start.
pub(super) async fn note_version(db: &Db, run: &Run) -> Result<()> {
    db::query("UPDATE runs SET tool_version = $3, package_digest = $4 WHERE id = $1 AND attempt = $2")
        .bind(&run.id)
        .bind(run.attempt)
        .bind(&run.tool_version)
        .bind(&run.package_digest)
        .execute(&mut db.write_alone().await?)
        .await?;
    Ok(())
}

/// The runs of this process that somebody cancelled at another one.
pub(super) async fn cancelled_elsewhere(db: &Db, process: &Process) -> Result<Vec<(String, String)>> {
    let runs = db::query_as(
        "SELECT account_id, id FROM runs WHERE process = $1 AND cancel_requested AND status IN ('queued', 'running')",
    )
    .bind(process.id())
    .fetch_all(db.read())
    .await?;
    Ok(runs)
}

async fn give_words_back(conn: &mut Conn, run: &Run) -> Result<()> {
    let reserved: bool = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM word_entries WHERE run_id = $1 AND attempt = $2 AND kind = 'reserve')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .fetch_one(&mut *conn)
    .await?;
    if reserved {
        let charge = Charge { account: &run.account_id, run: &run.id, attempt: run.attempt, tool: &run.tool };
        match run.key() {
            Some(key) => settle_with_key(conn, charge, &key, 0).await?,
            None => words::settle(conn, charge, 0).await?,
        };
    }
    Ok(())
}

async fn end(conn: &mut Conn, run: &Run, status: RunStatus, problem: Option<Problem>) -> Result<()> {
    db::query("UPDATE runs SET status = $2, problem = $3, finished_at = $4 WHERE id = $1")
        .bind(&run.id)
        .bind(status)
        .bind(problem.as_ref().map(serde_json::to_string).transpose()?)
        .bind(Timestamp::now())
        .execute(conn)
        .await?;
    Ok(())
}

/// The balance of an account, for admission.
pub(super) async fn balance(db: &Db, account: &str) -> Result<i64> {
    let mut conn = db.read().acquire().await?;
    words::balance(&mut conn, account).await
}

/// A new id for a run.
pub(super) fn new_id() -> String {
    db::new_id()
}

/// How many runs an account has begun.
pub async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    let count = db::query_scalar("SELECT count(*) FROM runs WHERE account_id = $1");
    Ok(count.bind(account).fetch_one(conn).await?)
}
