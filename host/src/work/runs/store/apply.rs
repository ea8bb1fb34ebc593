//! The statements of each write.

use super::{
    super::{trial_store, trial_terms::Trial},
    Ticket, Write, Written, journal, write,
};
use crate::platform::{
    db::{self, Conn},
    error::Result,
};

impl Write {
    /// The trial of the run, if any, which has its own table.
    fn of_trial(&self) -> Option<(&Ticket, &Trial)> {
        let ticket = match self {
            Self::Insert { run } => &run.ticket,
            Self::Reserve { run, .. }
            | Self::Answer { run, .. }
            | Self::Finish { run, .. }
            | Self::Start { run } => run,
            Self::Cancel { .. } => return None,
        };
        Some((ticket, ticket.trial.as_deref()?))
    }
    pub async fn apply(&self, conn: &mut Conn) -> Result<Written> {
        if let Some((ticket, trial)) = self.of_trial() {
            return trial_store::apply(conn, self, ticket, trial).await;
        }
        match self {
            Self::Insert { run } => match &run.limit {
                Some(limit) => write::insert_within(conn, run, limit).await,
                None => write::insert(conn, run).await,
            },
            Self::Reserve { run, call, words, free } => write::reserve(conn, run, *call, *words, *free).await,
            Self::Answer { run, entries } => journal::insert(conn, run, entries).await,
            Self::Finish { run, ending } => write::finish(conn, run, ending).await,
            Self::Cancel { id } => {
                let done = db::query("UPDATE runs SET cancel_requested = TRUE WHERE id = $1")
                    .bind(id)
                    .execute(&mut *conn)
                    .await?;
                if done.rows_affected() == 0 {
                    trial_store::cancel(conn, id).await?;
                }
                Ok(Written::Done)
            }
            Self::Start { run } => {
                if write::start(conn, run).await? {
                    Ok(Written::Done)
                } else {
                    Ok(Written::Lost)
                }
            }
        }
    }
}
