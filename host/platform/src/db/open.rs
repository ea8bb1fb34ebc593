//! Opens the database: settings of the connections, and migrations.

use std::path::Path;
use std::str::FromStr as _;

use anyhow::Context as _;
use sqlx::Connection as _;
use sqlx::migrate::{Migration, Migrator};
use sqlx_postgres::{PgConnectOptions, PgPoolOptions};
use sqlx_sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::lite::Lite;
use super::{Db, Place, Pools};
use crate::libraries::*;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");
/// Migrations that differ on PostgreSQL, with the same numbers.
static MIGRATIONS_PG: Migrator = sqlx::migrate!("../../migrations/postgres");

/// Reads are short; more readers than this would only wait for the same disk and cores.
const READERS: u32 = 4;
/// PostgreSQL connections of one process, for reading and writing.
const PG_CONNECTIONS: u32 = 12;
/// How long to wait for a connection: there may be a long queue of writers.
const WRITER_PATIENCE: Duration = Duration::from_secs(30);
const READER_PATIENCE: Duration = Duration::from_secs(10);
/// A PostgreSQL connection that was used this recently is not pinged, which would add a round trip to each query.
const PG_FRESH: Duration = Duration::from_secs(2);

impl Db {
    /// Opens the database and runs its migrations.
    pub async fn open(place: &Place) -> anyhow::Result<Self> {
        match place {
            Place::Sqlite(file) => open_file(file).await,
            Place::Postgres(url) => open_server(url).await,
        }
    }
}

async fn open_file(file: &Path) -> anyhow::Result<Db> {
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
        .pragma("cache_size", "-16384");
    let writer = Lite::open(options.clone(), 1, WRITER_PATIENCE)
        .await
        .with_context(|| format!("cannot open the database {}", file.display()))?;
    MIGRATIONS
        .run(&mut *writer.acquire().await?)
        .await
        .with_context(|| format!("cannot bring the database {} up to date", file.display()))?;
    let readers = Lite::open(options.pragma("query_only", "on"), READERS, READER_PATIENCE)
        .await
        .context("cannot open a reading connection")?;
    Ok(Db(Pools::Lite { readers, writer }))
}

async fn open_server(url: &str) -> anyhow::Result<Db> {
    // The URL may contain a password, so messages do not repeat it.
    let options = PgConnectOptions::from_str(url).context("DATABASE_URL is not an address of PostgreSQL")?;
    let host = options.get_host().to_owned();
    let pool = PgPoolOptions::new()
        .max_connections(PG_CONNECTIONS)
        .min_connections(1)
        .acquire_timeout(WRITER_PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|conn, known| {
            Box::pin(async move {
                if known.idle_for > PG_FRESH {
                    conn.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options.statement_cache_capacity(256))
        .await
        .with_context(|| format!("cannot reach the database at {host}"))?;
    for_postgres()
        .run(&pool)
        .await
        .with_context(|| format!("cannot bring the database at {host} up to date"))?;
    Ok(Db(Pools::Pg(pool)))
}

/// All migrations, each in its PostgreSQL version if there is one.
fn for_postgres() -> Migrator {
    let own = |migration: &Migration| MIGRATIONS_PG.iter().find(|own| own.version == migration.version);
    let all = MIGRATIONS.iter().map(|migration| own(migration).unwrap_or(migration).clone());
    Migrator { migrations: Cow::Owned(all.collect()), ..Migrator::DEFAULT }
}
