//! The journals of crawls: answers that are not stored yet, in the data folder of the server that crawls. Another server
//! that takes over an audit has none, and requests these pages again.

use std::io;
use std::path::{Path as Folder, PathBuf};

use super::AuditState;
use super::store::Audit;
use crate::platform::prelude::*;

/// The journal of an audit.
pub(super) fn of(app: &App, audit: &Audit) -> PathBuf {
    app.config.crawls().join(&audit.id)
}

/// Deletes the journal of an audit whose pages are stored.
pub(super) async fn delete(app: &App, audit: &Audit) -> Result<()> {
    let folder = of(app, audit);
    blocking(move || remove(&folder)).await?.map_err(Problem::internal)
}

/// Deletes the journals of audits that were cancelled or deleted.
pub(super) async fn sweep(app: &App) -> Result<()> {
    let folder = app.config.crawls();
    let audits = blocking(move || names(&folder)).await?.map_err(Problem::internal)?;
    for id in audits {
        let state = db::query_scalar("SELECT state FROM audits WHERE id = $1").bind(&id);
        let state: Option<AuditState> = state.fetch_optional(app.db.read()).await?;
        if state.is_none_or(AuditState::is_ended) {
            let folder = app.config.crawls().join(&id);
            blocking(move || remove(&folder)).await?.map_err(Problem::internal)?;
        }
    }
    Ok(())
}

fn names(folder: &Folder) -> io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

fn remove(folder: &Folder) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
