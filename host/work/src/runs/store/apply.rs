//! The statements of each write.

use super::{Write, Written, journal, write};
use crate::platform::prelude::*;

impl Write {
    pub async fn apply(&self, conn: &mut Conn) -> Result<Written> {
        match self {
            Self::Insert { run } => match &run.limit {
                Some(limit) => write::insert_within(conn, run, limit).await,
                None => write::insert(conn, run).await,
            },
            Self::Reserve { run, call, words, free } => write::reserve(conn, run, *call, *words, *free).await,
            Self::Answer { run, entries } => journal::insert(conn, run, entries).await,
            Self::Finish { run, ending } => write::finish(conn, run, ending).await,
            Self::Cancel { id } => {
                let cancel = db::query("UPDATE runs SET cancel_requested = TRUE WHERE id = $1");
                cancel.bind(id).execute(conn).await?;
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
