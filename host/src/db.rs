//! The database: many readers, one writer.
//!
//! SQLite allows one writer at a time. A pool of one connection that begins every transaction with `BEGIN IMMEDIATE`
//! makes writers wait in a fair line inside the process instead of failing with "database is locked"; readers see the
//! last committed state and never wait. The queries are written in the SQL that PostgreSQL understands too, so that
//! a second set of pools can stand beside this one.

use std::{path::Path, time::Duration};

use anyhow::Context as _;
use sqlx::{
    Sqlite, SqlitePool,
    pool::PoolConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::error::Result;

/// A transaction that may write.
pub type Tx = sqlx::Transaction<'static, sqlx::Sqlite>;
/// One connection, inside a transaction or not; what functions of a slice take.
pub type Conn = sqlx::SqliteConnection;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// Reads are short; more readers than this only wait for the same disk and cores.
const READERS: u32 = 4;

#[derive(Clone)]
pub struct Db {
    readers: SqlitePool,
    writer: SqlitePool,
}

impl Db {
    /// Opens the file, makes it where it does not exist, and brings its tables up to date.
    pub async fn open(file: &Path) -> anyhow::Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // In WAL mode a crash of the process loses nothing; only a power cut may lose the last transactions.
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true)
            .statement_cache_capacity(256)
            .pragma("temp_store", "memory")
            .pragma("mmap_size", "268435456")
            .pragma("cache_size", "-16384");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(30))
            .connect_with(options.clone())
            .await
            .with_context(|| format!("cannot open the database {}", file.display()))?;
        MIGRATIONS
            .run(&writer)
            .await
            .with_context(|| format!("cannot bring the database {} up to date", file.display()))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .min_connections(1)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options.pragma("query_only", "on"))
            .await
            .context("cannot open a reading connection")?;
        Ok(Self { readers, writer })
    }

    /// Where to read: give it to a query as its executor.
    pub fn read(&self) -> &SqlitePool {
        &self.readers
    }

    /// Begins a transaction that may write. It is undone unless it is committed.
    pub async fn write(&self) -> Result<Tx> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// The writing connection without a transaction: each statement is one by itself, which saves two turns where it
    /// stands alone.
    pub async fn write_alone(&self) -> Result<PoolConnection<Sqlite>> {
        Ok(self.writer.acquire().await?)
    }

    /// Lets running queries end and closes the file, so that the log is merged into it.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// A new id: UUIDv7, so that ids sort by time.
pub fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// Whether the error says that a UNIQUE rule refused the row.
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}
