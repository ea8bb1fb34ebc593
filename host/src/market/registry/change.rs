//! A step in the life of a plugin: one transaction, after which every process shows another catalogue.

use super::{Registry, catalogue};
use crate::{
    messages::audit_log::Subject,
    platform::{
        app::App,
        db::{self, Tx},
        error::Result,
    },
};

/// A change of the registry that is under way. Nothing of it has happened unless it is finished.
pub struct Change<'a> {
    app: &'a App,
    /// What is done, for the places where tests let the server die.
    what: &'static str,
    pub tx: Tx,
}

impl<'a> Change<'a> {
    pub async fn begin(app: &'a App, what: &'static str) -> Result<Self> {
        Ok(Self { app, what, tx: app.db.write().await? })
    }

    /// Makes it last, and shows it: here before this returns, in other processes a moment later. `plugins`: all that it
    /// is about, since nobody looks at the others.
    pub async fn finish(mut self, plugins: &[&str]) -> Result<()> {
        let generation: i64 = db::query_scalar(
            "UPDATE registry SET generation = generation + 1, noted = noted + 1 WHERE id = 1 RETURNING generation",
        )
        .fetch_one(&mut *self.tx)
        .await?;
        for plugin in plugins {
            db::query("UPDATE plugins SET generation = $2 WHERE id = $1")
                .bind(plugin)
                .bind(generation)
                .execute(&mut *self.tx)
                .await?;
        }
        pass(self.what, "written");
        self.tx.commit().await?;
        pass(self.what, "committed");
        // It has happened, whether it can be shown now or by the next look at the generation.
        if let Err(problem) = catalogue::refresh(self.app).await {
            tracing::warn!(%problem, "the catalogue could not be replaced; it is tried again");
        }
        pass(self.what, "shown");
        self.app.part::<Registry>().topic.tell(&0);
        Ok(())
    }
}

/// A place where a test lets the server die as `kill -9` does: `SITEWRIGHT_DIE_AT=install.committed`. Not in a release.
pub fn pass(what: &str, place: &str) {
    if cfg!(debug_assertions)
        && std::env::var("SITEWRIGHT_DIE_AT").is_ok_and(|at| at.split_once('.') == Some((what, place)))
    {
        // SAFETY: sends a signal to this very process.
        unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
    }
}

/// A package as the audit log names it: by the beginning of its digest.
pub fn package_subject(digest: &str) -> Subject<'_> {
    Subject::of("package", digest, &digest[..digest.len().min(12)])
}
