//! Recordings of runs: the host calls of a run with their answers, so that it can be replayed elsewhere, on this
//! version of its plugin or another. `sitewright plugin replay` does that.
//!
//! Users who may develop plugins may record their runs. A recording contains only what the plugin saw: secrets never
//! enter a sandbox. It is bounded, is deleted with its run, and expires after a week.

mod player;

use sitewright_engine::{Answer, BoxFuture, Call, Context, Failure, Ports, Report, RunError};

use crate::platform::prelude::*;

pub use player::{Deviation, Player};

const JOBS: &[Kind] = &[Kind::periodic("recordings.clear", Schedule::HOURLY, |app| {
    Box::pin(async move { clear(&mut app.db.write_alone().await?, Timestamp::now()).await })
})];

pub const SLICE: Slice = Slice {
    tables: &[Table::personal("run_recordings", &["account_id"])],
    jobs: JOBS,
    ..Slice::new("recordings")
};

/// How long a recording is kept.
pub const KEPT_DAYS: i64 = 7;
/// Shortest prefix of an id that names a run.
const SHORTEST_ID: usize = 8;
/// Recordings per account; a new one replaces the oldest.
const MOST: i64 = 50;

/// The recording of an account's run as JSON, with the id of the run; `id` may be a prefix of it. 409 if several
/// recordings begin with the prefix.
pub async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<(String, String)> {
    refuse_if(!is_beginning(id), Problem::not_found)?;
    let mut found: Vec<(String, String)> = db::query_as(
        "SELECT run_id, content FROM run_recordings
         WHERE run_id LIKE $1 || '%' AND account_id = $2 AND expires_at > $3 LIMIT 2",
    )
    .binds((id, account, Timestamp::now()))
    .fetch_all(conn)
    .await?;
    refuse_if(found.len() > 1, || Problem::conflict("runs.id-too-short").with("id", id))?;
    found.pop().ok_or_else(Problem::not_found)
}

/// Whether this is a run's id or a long enough prefix; it also excludes the wildcards of `LIKE`.
fn is_beginning(id: &str) -> bool {
    id.len() >= SHORTEST_ID && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Stores the recording of an existing run, and deletes old and surplus ones.
pub async fn keep(app: &App, account: &str, run: &str, recording: &Recording) -> Result<()> {
    let now = Timestamp::now();
    let content = serde_json::to_string(recording)?;
    let mut tx = app.db.write_for(account).await?;
    let query = db::query(
        "INSERT INTO run_recordings (run_id, account_id, content, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (run_id) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at",
    );
    query.binds((run, account, content, now.plus_ms(KEPT_DAYS * DAY_MS))).execute(&mut *tx).await?;
    let query = db::query(
        "DELETE FROM run_recordings WHERE account_id = $1 AND run_id NOT IN
             (SELECT run_id FROM run_recordings WHERE account_id = $1 ORDER BY expires_at DESC, run_id DESC LIMIT $2)",
    );
    query.binds((account, MOST)).execute(&mut *tx).await?;
    clear(&mut tx, now).await?;
    Ok(tx.commit().await?)
}

/// Deletes expired recordings.
async fn clear(tx: &mut Conn, now: Timestamp) -> Result<()> {
    db::query("DELETE FROM run_recordings WHERE expires_at <= $1").bind(now).run(tx).await
}

/// The format version that this program writes and reads.
pub const FORMAT: u32 = 1;

/// Input, calls, answers and result of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recording {
    /// The format version.
    pub format: u32,
    pub tool: String,
    pub version: String,
    /// Digest of the tool's package; null for a built-in tool.
    pub package: Option<String>,
    /// The context of the run, including its time: a plugin has no other clock.
    pub context: Context,
    /// The plugin's input.
    pub input: Box<RawValue>,
    /// In call order.
    pub calls: Vec<RecordedCall>,
    /// Whether calls are missing at the end, because there were too many.
    #[serde(default)]
    pub truncated: bool,
    pub end: End,
}

/// One host call, and its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RecordedCall {
    #[serde(flatten)]
    pub call: Call,
    /// `None` if the run ended first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<RecordedAnswer>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordedAnswer {
    Ok(Value),
    Err(Failure),
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Outcome {
        title: String,
        text: String,
        data: Value,
    },
    Failure(Failure),
    /// It trapped, or a limit ended it.
    Broken(String),
}

impl End {
    pub fn of(report: &Report) -> Self {
        match &report.result {
            Ok(outcome) => Self::Outcome {
                title: outcome.title.clone(),
                text: outcome.text.clone(),
                data: serde_json::from_str(&outcome.data).unwrap_or(Value::String(outcome.data.clone())),
            },
            Err(RunError::Failure(failure)) => Self::Failure(failure.clone()),
            Err(error) => Self::Broken(error.to_string()),
        }
    }
}

/// The most bytes of recorded calls, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Ports that record.
pub struct Recorder<P> {
    inner: Arc<P>,
    recorded: Mutex<Calls>,
}

#[derive(Default)]
struct Calls {
    calls: Vec<RecordedCall>,
    bytes: usize,
    truncated: bool,
}

impl Calls {
    /// Whether this much more fits; after the first call that does not fit, nothing is recorded.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.truncated |= self.bytes + bytes > MOST_BYTES;
        if !self.truncated {
            self.bytes += bytes;
        }
        !self.truncated
    }
}

impl<P: Ports> Recorder<P> {
    pub fn new(inner: Arc<P>) -> Self {
        Self { inner, recorded: Mutex::default() }
    }

    /// The calls so far, and whether some are missing.
    pub fn calls(&self) -> (Vec<RecordedCall>, bool) {
        let recorded = self.recorded();
        (recorded.calls.clone(), recorded.truncated)
    }

    fn recorded(&self) -> MutexGuard<'_, Calls> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a call when it is made; the returned index is for its answer.
    fn begin(&self, call: &Call) -> Option<usize> {
        let bytes = serde_json::to_string(call).ok()?.len();
        let mut recorded = self.recorded();
        if !recorded.has_room(bytes) {
            return None;
        }
        recorded.calls.push(RecordedCall { call: call.clone(), answer: None });
        Some(recorded.calls.len() - 1)
    }

    fn note(&self, place: Option<usize>, answer: &Result<Answer, Failure>) {
        let Some(place) = place else { return };
        let answer = match answer {
            Ok(answer) => serde_json::to_value(answer).ok().map(RecordedAnswer::Ok),
            Err(failure) => Some(RecordedAnswer::Err(failure.clone())),
        };
        let bytes = serde_json::to_string(&answer).map_or(0, |text| text.len());
        let mut recorded = self.recorded();
        if recorded.has_room(bytes) {
            recorded.calls[place].answer = answer;
        }
    }
}

impl<P: Ports> Ports for Recorder<P> {
    fn context(&self) -> &Context {
        self.inner.context()
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let place = self.begin(&call);
        let answer = self.inner.call(call);
        Box::pin(async move {
            let answer = answer.await;
            self.note(place, &answer);
            answer
        })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.inner.progress(done, total, label);
    }
}
