//! A pool of connections to the SQLite file. sqlx's pool pings each returned connection in a separate task: two
//! thread switches for a statement of some microseconds. A file needs no ping.

use std::ops::{Deref, DerefMut};

use sqlx::{AssertSqlSafe, Connection as _, SqlSafeStr as _, SqlStr};
use sqlx_sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::libraries::*;

/// A few connections, opened on first use. Cheap to clone. Waiters are served in order.
#[derive(Debug, Clone)]
pub(super) struct Lite(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: SqliteConnectOptions,
    idle: Mutex<Vec<SqliteConnection>>,
    places: Arc<Semaphore>,
    most: u32,
    /// How long to wait for a connection.
    patience: Duration,
}

impl Lite {
    /// Opens the first connection, so that a file that cannot be opened is reported now.
    pub async fn open(
        options: SqliteConnectOptions,
        most: u32,
        patience: Duration,
    ) -> Result<Self, sqlx::Error> {
        let first = SqliteConnection::connect_with(&options).await?;
        let places = Arc::new(Semaphore::new(most as usize));
        Ok(Self(Arc::new(Inner { options, idle: Mutex::new(vec![first]), places, most, patience })))
    }

    pub async fn acquire(&self) -> Result<Lent, sqlx::Error> {
        let place = tokio::time::timeout(self.0.patience, self.0.places.clone().acquire_owned()).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)?;
        let idle = self.0.idle().pop();
        let conn = match idle {
            Some(conn) => conn,
            None => SqliteConnection::connect_with(&self.0.options).await?,
        };
        Ok(Lent { conn: Some(conn), begin: None, is_open: false, of: self.clone(), place: Some(place) })
    }

    /// A connection whose first statement begins a transaction with `begin`.
    pub async fn begin(&self, begin: &'static str) -> Result<Lent, sqlx::Error> {
        let mut lent = self.acquire().await?;
        (lent.begin, lent.is_open) = (Some(begin), true);
        Ok(lent)
    }

    /// Waits for all connections and closes them.
    pub async fn close(&self) {
        let _all = self.0.places.acquire_many(self.0.most).await;
        self.0.places.close();
        let idle = std::mem::take(&mut *self.0.idle());
        for conn in idle {
            if let Err(error) = conn.close().await {
                tracing::warn!(%error, "a connection to the database was not closed in order");
            }
        }
    }
}

impl Inner {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<SqliteConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A borrowed connection, maybe in a transaction, which is rolled back unless it is committed.
#[derive(Debug)]
pub(super) struct Lent {
    /// `None` only while it is dropped.
    conn: Option<SqliteConnection>,
    /// The statement that begins the transaction, as long as it was not sent.
    begin: Option<&'static str>,
    is_open: bool,
    of: Lite,
    /// Released after the connection; `None` only while it is dropped.
    place: Option<OwnedSemaphorePermit>,
}

impl Lent {
    pub fn in_transaction(&self) -> bool {
        self.is_open
    }

    /// The statement to send, which begins the transaction if it is the first one: a message to the thread of SQLite
    /// takes longer than most statements.
    pub fn statement(&mut self, sql: SqlStr) -> SqlStr {
        match self.begin.take() {
            Some(begin) => AssertSqlSafe([begin, ";\n", sql.as_str()].concat()).into_sql_str(),
            None => sql,
        }
    }

    /// Commits the transaction, if there is one.
    pub async fn commit(mut self) -> Result<(), sqlx::Error> {
        if self.is_open && self.begin.is_none() {
            sqlx::query("COMMIT").execute(&mut *self).await?;
        }
        self.is_open = false;
        Ok(())
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        if !self.is_open || self.begin.is_some() {
            return self.of.0.idle().push(conn);
        }
        // Without a runtime the connection is closed, which rolls back too.
        let Ok(runtime) = Handle::try_current() else { return };
        let (of, place) = (self.of.clone(), self.place.take());
        runtime.spawn(async move {
            // It fails if the statement that begins the transaction has failed.
            let _ = sqlx::query("ROLLBACK").execute(&mut conn).await;
            of.0.idle().push(conn);
            drop(place);
        });
    }
}

impl Deref for Lent {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.conn.as_ref().expect("held until it is dropped")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.conn.as_mut().expect("held until it is dropped")
    }
}
