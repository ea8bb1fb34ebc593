//! The database: SQLite in one file, or PostgreSQL, behind one door and one SQL text.
//!
//! On both there is one writer at a time. A check and the write that rests on it stand in one transaction and nobody
//! writes in between, so that no slice has to think of races. SQLite allows no more by itself: a pool of one
//! connection and `BEGIN IMMEDIATE` make writers wait in a fair line instead of failing with "database is locked".
//! On PostgreSQL a transaction that writes takes an advisory lock first, which holds for all processes. Readers see
//! the last committed state and never wait.

mod connection;
mod open;
mod query;

use std::{fmt, path::PathBuf};

use sqlx::{PgPool, SqlitePool};

use connection::Link;
pub use connection::{Conn, Reader, Tx};
pub use query::{
    Arg, Done, Either, On, Query, QueryAs, QueryScalar, Record, Scalar, Statement, query, query_as,
    query_scalar,
};

use crate::platform::error::Result;

/// Where the data is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A file of SQLite, made where it does not exist.
    Sqlite(PathBuf),
    /// `postgres://user:password@host/name`.
    Postgres(String),
}

impl fmt::Display for Place {
    /// The place in words, without what an address may hold of secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            Self::Postgres(url) => {
                write!(f, "The database at {}", url.rsplit('@').next().unwrap_or_default())
            }
        }
    }
}

/// Pools of connections; cheap to clone.
#[derive(Debug, Clone)]
pub struct Db(Pools);

#[derive(Debug, Clone)]
enum Pools {
    Lite { readers: SqlitePool, writer: SqlitePool },
    Pg(PgPool),
}

/// Begins a transaction of the one writer: the lock's number is this product's own and means nothing else.
const PG_BEGIN_WRITE: &str = "BEGIN; SELECT pg_advisory_xact_lock(5021984027119)";
/// One snapshot for all reads of a transaction.
const PG_BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Db {
    /// Where to read: give it to a query.
    pub fn read(&self) -> Reader<'_> {
        Reader(self)
    }

    /// Begins a transaction that may write. It is undone unless it is committed.
    pub async fn write(&self) -> Result<Tx> {
        Ok(Tx(Conn::new(match &self.0 {
            Pools::Lite { writer, .. } => Link::LiteTx(writer.begin_with("BEGIN IMMEDIATE").await?),
            Pools::Pg(pool) => Link::PgTx(pool.begin_with(PG_BEGIN_WRITE).await?),
        })))
    }

    /// A connection that may write, without a transaction: each statement is one by itself, which saves two turns
    /// where it stands alone.
    pub async fn write_alone(&self) -> Result<Conn> {
        Ok(Conn::new(match &self.0 {
            Pools::Lite { writer, .. } => Link::Lite(writer.acquire().await?),
            Pools::Pg(pool) => Link::Pg(pool.acquire().await?),
        }))
    }

    /// Whether other processes may work on the same data.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Pools::Pg(_))
    }

    /// Lets running queries end and closes the connections; SQLite's log is merged into its file.
    pub async fn close(&self) {
        match &self.0 {
            Pools::Lite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Pg(pool) => pool.close().await,
        }
    }
}

/// A new id: UUIDv7, so that ids sort by time.
pub fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// Places of rows with so many values each, for an `INSERT`: `($1, $2), ($3, $4)`.
pub fn rows(count: usize, columns: usize) -> String {
    let rows = (0..count).map(|row| format!("({})", places(row * columns + 1, columns)));
    rows.collect::<Vec<_>>().join(", ")
}

/// Places of so many values in a query: `$3, $4, $5`.
pub fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}
