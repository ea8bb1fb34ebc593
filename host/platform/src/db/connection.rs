//! Connections and transactions of either database.

use std::ops::{Deref, DerefMut};

use sqlx::Transaction;
use sqlx::pool::PoolConnection;
use sqlx_postgres::Postgres;

use super::lite::Lent;
use super::{Db, PG_BEGIN_READ, Pending, Pools};

/// A connection, inside a transaction or not: the argument of functions that run queries.
pub struct Conn {
    pub(super) link: Link,
    /// The effects to run after the commit.
    effects: Vec<Effect>,
}

/// The library's own connection.
#[derive(Debug)]
pub(super) enum Link {
    Lite(Lent),
    Pg(PoolConnection<Postgres>),
    PgTx(Transaction<'static, Postgres>),
}

type Effect = Box<dyn FnOnce() + Send>;

impl Conn {
    pub(super) fn new(link: Link) -> Self {
        Self { link, effects: Vec::new() }
    }

    /// Whether it is SQLite, for SQL and values that differ between the databases.
    pub fn is_sqlite(&self) -> bool {
        matches!(self.link, Link::Lite(_))
    }

    /// Runs an effect after the transaction has committed, in the order of the calls; a rollback drops it. Without a
    /// transaction it runs now, because each statement has committed already.
    pub fn after_commit(&mut self, effect: impl FnOnce() + Send + 'static) {
        match &self.link {
            Link::Lite(conn) if !conn.in_transaction() => effect(),
            Link::Pg(_) => effect(),
            Link::Lite(_) | Link::PgTx(_) => self.effects.push(Box::new(effect)),
        }
    }
}

/// A transaction. It is rolled back if it is dropped before `commit`.
pub struct Tx(pub(super) Conn);

impl Tx {
    /// Commits the transaction, then runs its effects.
    pub fn commit(self) -> Pending<'static, ()> {
        Box::pin(async move {
            let Conn { link, effects } = self.0;
            match link {
                Link::Lite(conn) => conn.commit().await?,
                Link::PgTx(tx) => tx.commit().await?,
                Link::Pg(_) => {}
            }
            effects.into_iter().for_each(|effect| effect());
            Ok(())
        })
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

impl<'a> Reader<'a> {
    /// One connection for several reads.
    pub fn acquire(self) -> Pending<'a, Conn> {
        Box::pin(async move {
            Ok(Conn::new(match &self.0.0 {
                Pools::Lite { readers, .. } => Link::Lite(readers.acquire().await?),
                Pools::Pg(pool) => Link::Pg(pool.acquire().await?),
            }))
        })
    }

    /// One snapshot for several reads that belong together.
    pub fn begin(self) -> Pending<'a, Tx> {
        Box::pin(async move {
            Ok(Tx(Conn::new(match &self.0.0 {
                Pools::Lite { readers, .. } => Link::Lite(readers.begin("BEGIN").await?),
                Pools::Pg(pool) => Link::PgTx(pool.begin_with(PG_BEGIN_READ).await?),
            })))
        })
    }
}
