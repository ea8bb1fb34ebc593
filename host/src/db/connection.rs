//! Connections and transactions of either database.

use std::ops::{Deref, DerefMut};

use sqlx::{Postgres, Sqlite, Transaction, pool::PoolConnection};

use super::{Db, PG_BEGIN_READ, Pools};
use crate::error::Result;

/// One connection, inside a transaction or not; what functions of a slice take.
#[derive(Debug)]
pub enum Conn {
    Lite(PoolConnection<Sqlite>),
    LiteTx(Transaction<'static, Sqlite>),
    Pg(PoolConnection<Postgres>),
    PgTx(Transaction<'static, Postgres>),
}

impl Conn {
    /// Whether values must be in SQLite's words, where the two databases want different ones.
    pub fn is_sqlite(&self) -> bool {
        matches!(self, Self::Lite(_) | Self::LiteTx(_))
    }
}

/// A transaction; a connection in all but its end.
#[derive(Debug)]
pub struct Tx(pub(super) Conn);

impl Tx {
    /// Makes what was written last.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self.0 {
            Conn::LiteTx(tx) => tx.commit().await,
            Conn::PgTx(tx) => tx.commit().await,
            Conn::Lite(_) | Conn::Pg(_) => Ok(()),
        }
    }
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.0
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.0
    }
}

/// The reading side of the database.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(pub(super) &'a Db);

impl Reader<'_> {
    /// One connection for several reads.
    pub async fn acquire(self) -> Result<Conn, sqlx::Error> {
        Ok(match &self.0.0 {
            Pools::Lite { readers, .. } => Conn::Lite(readers.acquire().await?),
            Pools::Pg(pool) => Conn::Pg(pool.acquire().await?),
        })
    }

    /// One snapshot for several reads that belong together.
    pub async fn begin(self) -> Result<Tx, sqlx::Error> {
        Ok(Tx(match &self.0.0 {
            Pools::Lite { readers, .. } => Conn::LiteTx(readers.begin().await?),
            Pools::Pg(pool) => Conn::PgTx(pool.begin_with(PG_BEGIN_READ).await?),
        }))
    }
}
