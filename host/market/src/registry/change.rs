//! A change of a plugin: one transaction, after which every process updates its catalogue.

use super::{Registry, catalogue};
use crate::messages::audit_log::Subject;
use crate::platform::prelude::*;

/// A change in progress. It is rolled back unless it is finished.
pub struct Change<'a> {
    app: &'a App,
    /// Its name, for the crash points of tests.
    what: &'static str,
    pub tx: Tx,
}

impl<'a> Change<'a> {
    pub async fn begin(app: &'a App, what: &'static str) -> Result<Self> {
        Ok(Self { app, what, tx: app.db.write().await? })
    }

    /// Commits the change and publishes it: here before this returns, in other processes a moment later. `plugins`
    /// must contain all affected plugins, since the others are not read.
    pub async fn finish(mut self, plugins: &[&str]) -> Result<()> {
        let query = db::query_scalar(
            "UPDATE registry SET generation = generation + 1, noted = noted + 1 WHERE id = 1 RETURNING generation",
        );
        let generation: i64 = query.fetch_one(&mut *self.tx).await?;
        for plugin in plugins {
            let query = db::query("UPDATE plugins SET generation = $2 WHERE id = $1");
            query.binds((plugin, generation)).execute(&mut *self.tx).await?;
        }
        pass(self.what, "written");
        self.tx.commit().await?;
        pass(self.what, "committed");
        // The change is committed; if it cannot be shown now, the next poll of the generation shows it.
        if let Err(problem) = catalogue::refresh(self.app).await {
            tracing::warn!(%problem, "the catalogue could not be updated; it will be retried");
        }
        pass(self.what, "shown");
        self.app.part::<Registry>().topic.publish(&0);
        Ok(())
    }
}

/// A crash point for tests, which kills the server like `kill -9`: `SITEWRIGHT_DIE_AT=install.committed`. Not in a
/// release.
pub fn pass(what: &str, place: &str) {
    if cfg!(debug_assertions)
        && std::env::var("SITEWRIGHT_DIE_AT").is_ok_and(|at| at.split_once('.') == Some((what, place)))
    {
        // SAFETY: sends a signal to this process only.
        unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
    }
}

/// A package as the audit log names it: by a prefix of its digest.
pub fn package_subject(digest: &str) -> Subject<'_> {
    Subject::of("package", digest, &digest[..digest.len().min(12)])
}
