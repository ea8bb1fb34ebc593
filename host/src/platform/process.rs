//! The processes that work on one database: each is known by an id and says from time to time that it lives, so that
//! the others can take up what a dead one left.
//!
//! A file of SQLite belongs to one process, so whatever an earlier one left is free at once.

use std::{sync::Arc, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::platform::{
    clock::Timestamp,
    db::{self, Conn, Db},
    error::Result,
};

/// How often a process says that it lives, as a part of the silence that is taken for death.
const BEATS_PER_SILENCE: u32 = 5;
/// How long the row of a dead process is kept: its work has long been taken up by then.
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
    /// The condition on a row's column `process`: it is not this process, and the process it names is dead. `$1` is
    /// [`Process::horizon`], `$2` is [`Process::id`].
    pub const LEFT: &str = "(process IS NULL OR (process <> $2 AND process NOT IN (SELECT id FROM processes WHERE seen_at >= $1)))";

    pub fn new(db: &Db, silence: Duration) -> Self {
        Self(Arc::new(Inner { id: db::new_id(), db: db.clone(), silence }))
    }

    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Whether others may work on the same database.
    pub fn has_others(&self) -> bool {
        self.0.db.is_shared()
    }

    /// How often to look for what others left.
    pub fn pause(&self) -> Duration {
        self.0.silence / BEATS_PER_SILENCE
    }

    /// Before this moment a process must have been heard to count as living. In SQLite's one process nobody else lives.
    pub fn horizon(&self) -> Timestamp {
        let silence = i64::try_from(self.0.silence.as_millis()).unwrap_or(i64::MAX);
        if self.has_others() { Timestamp::now().plus_ms(-silence) } else { Timestamp::now().plus_ms(1) }
    }

    /// Says that this process lives, now and until the server stops.
    pub async fn live(&self, stop: CancellationToken, tasks: &TaskTracker) -> Result<()> {
        beat(&mut self.0.db.write_alone().await?, self.id()).await?;
        if self.has_others() {
            tasks.spawn(self.clone().beats(stop));
        }
        Ok(())
    }

    async fn beats(self, stop: CancellationToken) {
        // Kept, since a process that is too busy to have one left is not dead.
        let mut line = None;
        while stop.run_until_cancelled(tokio::time::sleep(self.pause())).await.is_some() {
            if let Err(problem) = self.beat_once(&mut line).await {
                tracing::warn!(%problem, "the database was not told that this process lives");
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
        db::query("DELETE FROM processes WHERE seen_at < $1")
            .bind(Timestamp::now().plus_ms(-FORGOTTEN_MS))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Says that this process ends: whatever it still holds is free.
    pub async fn leave(&self) -> Result<()> {
        db::query("DELETE FROM processes WHERE id = $1")
            .bind(self.id())
            .execute(&mut self.0.db.write_alone().await?)
            .await?;
        Ok(())
    }
}

async fn beat(conn: &mut Conn, id: &str) -> Result<()> {
    db::query(
        "INSERT INTO processes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind(id)
    .bind(Timestamp::now())
    .execute(conn)
    .await?;
    Ok(())
}
