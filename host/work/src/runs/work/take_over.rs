//! Takes over runs of dead processes: from the claim in the database to the queue in memory, with retries.

use tokio::sync::RwLockReadGuard;

use super::super::{Run, store};
use super::{Live, Runs};
use crate::billing::plans::{self, SharedCeilings};
use crate::catalogue::models::ModelTerms;
use crate::catalogue::tools::Tool;
use crate::platform::prelude::*;

impl Runs {
    /// Takes over runs of dead processes. A run that was claimed but could not be loaded waits for the next time.
    pub(super) async fn take_over(&self) -> Result<()> {
        let mut waiting = self.0.taking_over.write().await;
        let left = store::recover(&self.0.db, &self.0.process).await?;
        if !left.is_empty() {
            tracing::info!(runs = left.len(), "runs of a dead process were taken over");
        }
        waiting.extend(left);
        let mut failure = Ok(());
        // Each once: one that cannot be loaded now must not block the others.
        for _ in 0..waiting.len() {
            let Some(run) = waiting.pop_front() else { break };
            if let Err(problem) = self.make_known(run.clone()).await {
                waiting.push_back(run);
                failure = Err(problem);
            }
        }
        self.pump();
        failure
    }

    async fn make_known(&self, mut run: Run) -> Result<()> {
        let tool = self.version_for(&mut run).await?;
        let (ceilings, models) = self.terms(&run, tool.as_deref()).await?;
        let live = Arc::new(Live::of(run, tool, ceilings, models));
        self.know(&live);
        self.0.across.taken_over(&live.ticket.id);
        self.queue().restore(&live.ticket.account, live.ticket.id.clone());
        Ok(())
    }

    /// While this lock is held, a run that the database assigns to this process is loaded, or it has ended.
    pub(in super::super) async fn all_known(&self) -> RwLockReadGuard<'_, VecDeque<Run>> {
        loop {
            let known = self.0.taking_over.read().await;
            // What waits when the server stops is taken over by the next one.
            if known.is_empty() || self.0.stop.is_cancelled() {
                return known;
            }
            drop(known);
            tokio::time::sleep(self.0.process.pause()).await;
        }
    }

    /// The version that a run was admitted for, or the current one of its account. Each attempt starts from the
    /// beginning, so that one version does the whole run.
    async fn version_for(&self, run: &mut Run) -> Result<Option<Arc<Tool>>> {
        let shelf = self.0.tools.shelf();
        let own = run.package_digest.as_deref().and_then(|digest| shelf.packages().get(digest)).cloned();
        let tool = match own {
            Some(tool) => Some(tool),
            None => match self.0.tools.find_for(&self.0.app, &run.account_id, &run.tool).await {
                Ok(tool) => Some(tool),
                Err(problem) if problem.status() == StatusCode::NOT_FOUND => None,
                Err(problem) => return Err(problem),
            },
        };
        if let Some(tool) = &tool
            && (tool.package != run.package_digest || tool.version != run.tool_version)
        {
            (run.tool_version, run.package_digest) = (tool.version.clone(), tool.package.clone());
            store::note_version(&self.0.db, run).await?;
        }
        Ok(tool)
    }

    /// The current limits of the tool for a run that is taken over, and what the plan says about models.
    async fn terms(&self, run: &Run, tool: Option<&Tool>) -> Result<(SharedCeilings, ModelTerms)> {
        let Some(tool) = tool else { return Ok(Default::default()) };
        let terms = plans::terms(&mut self.0.db.read().acquire().await?, &run.account_id, &tool.id).await?;
        Ok((terms.ceilings(&tool.id, tool.name()), ModelTerms::of(&terms.own.plan)))
    }

    /// Takes over runs of other processes that die, and ends what was cancelled there.
    pub(super) async fn watch_others(self) {
        let pause = self.0.process.pause();
        while self.0.stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_some() {
            let looked = async {
                self.take_over().await?;
                for (account, id) in store::cancelled_elsewhere(&self.0.db, &self.0.process).await? {
                    if let Some(live) = self.find(&account, &id) {
                        self.end_early(&live);
                    }
                }
                Ok::<_, Problem>(())
            };
            if let Err(problem) = looked.await {
                tracing::warn!(%problem, "the runs of other processes could not be searched");
            }
        }
    }
}
