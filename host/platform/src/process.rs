//! The processes that share one database. Each has an id and sends heartbeats, so that the others can take over the
//! work of a dead process.
//!
//! A SQLite file belongs to one process, so the work of an earlier process is free at once.

use crate::clock::Timestamp;
use crate::db::{self, Conn, Db};
use crate::error::Result;
use crate::libraries::*;
use crate::tasks::Tasks;

/// Heartbeats per `process_silence`.
const BEATS_PER_SILENCE: u32 = 5;
/// How long the row of a dead process is kept: its work has been taken over long before.
const FORGOTTEN_MS: i64 = 24 * 3600 * 1000;

/// This process.
#[derive(Debug, Clone)]
pub struct Process(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: String,
    db: Db,
    silence: Duration,
}

impl Process {
    /// An SQL condition on the column `process`: it is not this process, and the process it names is dead. `$1` is
    /// [`Process::horizon`], `$2` is [`Process::id`].
    pub const LEFT: &str = "(process IS NULL OR (process <> $2 AND process NOT IN (SELECT id FROM processes WHERE seen_at >= $1)))";

    pub fn new(db: &Db, silence: Duration) -> Self {
        Self(Arc::new(Inner { id: db::new_id(), db: db.clone(), silence }))
    }

    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Whether other processes may use the same database.
    pub fn has_others(&self) -> bool {
        self.0.db.is_shared()
    }

    /// The interval at which to look for work of dead processes.
    pub fn pause(&self) -> Duration {
        self.0.silence / BEATS_PER_SILENCE
    }

    /// A process without a heartbeat since this time is dead. With SQLite there are no other processes.
    pub fn horizon(&self) -> Timestamp {
        let silence = i64::try_from(self.0.silence.as_millis()).unwrap_or(i64::MAX);
        if self.has_others() { Timestamp::now().plus_ms(-silence) } else { Timestamp::now().plus_ms(1) }
    }

    /// Sends a heartbeat now and until the server stops.
    pub async fn live(&self, stop: CancellationToken, tasks: &Tasks) -> Result<()> {
        beat(&mut self.0.db.write_alone().await?, self.id()).await?;
        if self.has_others() {
            tasks.spawn(self.clone().beats(stop));
        }
        Ok(())
    }

    async fn beats(self, stop: CancellationToken) {
        // Keeps its connection: a process that is too busy to get one from the pool is not dead.
        let mut line = None;
        while stop.run_until_cancelled(tokio::time::sleep(self.pause())).await.is_some() {
            if let Err(problem) = self.beat_once(&mut line).await {
                tracing::warn!(%problem, "the heartbeat of this process could not be stored");
                line = None;
            }
        }
    }

    async fn beat_once(&self, line: &mut Option<Conn>) -> Result<()> {
        let conn = match line {
            Some(conn) => conn,
            None => line.insert(self.0.db.write_alone().await?),
        };
        beat(conn, self.id()).await?;
        let query = db::query("DELETE FROM processes WHERE seen_at < $1");
        query.bind(Timestamp::now().plus_ms(-FORGOTTEN_MS)).run(conn).await
    }

    /// Removes this process: the work that it still holds is free.
    pub async fn leave(&self) -> Result<()> {
        let query = db::query("DELETE FROM processes WHERE id = $1");
        query.bind(self.id()).run(&mut self.0.db.write_alone().await?).await
    }
}

async fn beat(conn: &mut Conn, id: &str) -> Result<()> {
    let query = db::query(
        "INSERT INTO processes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
    );
    query.binds((id, Timestamp::now())).run(conn).await
}
