//! The database: an SQLite file or PostgreSQL, with one interface and one SQL text.
//!
//! A check and the write that depends on it are in one transaction, which must not race with another one. SQLite has
//! one writer at a time: with a pool of one connection and `BEGIN IMMEDIATE`, writers wait in a fair queue instead of
//! failing with "database is locked". On PostgreSQL a transaction takes advisory locks when it begins:
//!
//! - [`Db::write`] excludes all other writers in all processes. For rare changes of many rows.
//! - [`Db::write_for`] excludes other writers of an account; other accounts are written concurrently.
//! - [`Db::write_rows`] relies on the locks of the rows that it changes, and on its conditions.
//!
//! Readers see the last committed state and never wait.

mod connection;
mod lite;
mod open;
mod query;

use futures::future::BoxFuture;
use sqlx::AssertSqlSafe;
use sqlx_postgres::PgPool;

use connection::Link;
pub use connection::{Conn, Reader, Tx};
use lite::Lite;
pub use query::{
    Bind, Binds, Done, Either, Query, QueryAs, QueryScalar, Record, Scalar, Statement, execute_all, query,
    query_as, query_scalar,
};

use crate::error::Result;
use crate::libraries::*;

/// What the database will answer. Boxed, so that the compiler looks through the libraries' futures once and not in each
/// function that awaits one: that took a third of a build.
type Pending<'a, T> = BoxFuture<'a, std::result::Result<T, sqlx::Error>>;

/// The location of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// An SQLite file, created if it does not exist.
    Sqlite(PathBuf),
    /// `postgres://user:password@host/name`.
    Postgres(String),
}

impl fmt::Display for Place {
    /// The location without the secrets that a URL may contain.
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
    Lite { readers: Lite, writer: Lite },
    Pg(PgPool),
}

/// The advisory lock of all writers, shared or exclusive. The number is arbitrary.
const PG_WRITERS: i64 = 5_021_984_027_119;
/// One snapshot for all reads of a transaction.
const PG_BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Db {
    /// The reading side, to be passed to a query.
    pub fn read(&self) -> Reader<'_> {
        Reader(self)
    }

    /// Begins a transaction that excludes all other writers. It is rolled back unless it is committed.
    pub fn write(&self) -> BoxFuture<'_, Result<Tx>> {
        self.begin(|| format!("BEGIN; SELECT pg_advisory_xact_lock({PG_WRITERS})"))
    }

    /// Begins a transaction that excludes other writers of an account.
    pub fn write_for(&self, account: &str) -> BoxFuture<'_, Result<Tx>> {
        self.write_for_all([account])
    }

    /// Begins a transaction that excludes other writers of these accounts.
    pub fn write_for_all<'a>(
        &self,
        accounts: impl IntoIterator<Item = &'a str>,
    ) -> BoxFuture<'_, Result<Tx>> {
        self.begin(|| {
            // Always in the same order, so that two transactions cannot deadlock.
            let keys: BTreeSet<i64> = accounts.into_iter().map(lock_of).collect();
            let locks = keys.iter().map(|key| format!(", pg_advisory_xact_lock({key})"));
            format!("BEGIN; SELECT pg_advisory_xact_lock_shared({PG_WRITERS}){}", locks.collect::<String>())
        })
    }

    /// Begins a transaction that relies on the locks of the rows that it changes.
    pub fn write_rows(&self) -> BoxFuture<'_, Result<Tx>> {
        self.write_for_all([])
    }

    fn begin(&self, pg: impl FnOnce() -> String) -> BoxFuture<'_, Result<Tx>> {
        match &self.0 {
            Pools::Lite { writer, .. } => {
                Box::pin(async { Ok(Tx(Conn::new(Link::Lite(writer.begin("BEGIN IMMEDIATE").await?)))) })
            }
            Pools::Pg(pool) => {
                let begin = AssertSqlSafe(pg());
                Box::pin(async { Ok(Tx(Conn::new(Link::PgTx(pool.begin_with(begin).await?)))) })
            }
        }
    }

    /// A connection for writing without an explicit transaction: each statement commits by itself, which saves two
    /// round trips for a single statement.
    pub fn write_alone(&self) -> BoxFuture<'_, Result<Conn>> {
        Box::pin(async {
            Ok(Conn::new(match &self.0 {
                Pools::Lite { writer, .. } => Link::Lite(writer.acquire().await?),
                Pools::Pg(pool) => Link::Pg(pool.acquire().await?),
            }))
        })
    }

    /// Whether other processes may use the same data.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Pools::Pg(_))
    }

    /// Waits for running queries and closes the connections; SQLite merges its log into the file.
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

/// The number of an account's lock. Accounts with the same number only wait for each other.
fn lock_of(account: &str) -> i64 {
    let digest = Sha256::digest(account.as_bytes());
    i64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

/// A new id: UUIDv7, so that ids sort by time.
pub fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// Placeholders of rows with this number of values each, for an `INSERT`: `($1, $2), ($3, $4)`.
pub fn rows(count: usize, columns: usize) -> String {
    let rows = (0..count).map(|row| format!("({})", places(row * columns + 1, columns)));
    rows.collect::<Vec<_>>().join(", ")
}

/// Placeholders of this number of values: `$3, $4, $5`.
pub fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}
