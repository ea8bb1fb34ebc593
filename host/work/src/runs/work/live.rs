//! An unfinished run in the memory of this process.

use std::fmt;
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use super::super::Run;
use super::super::events::Channel;
use super::super::store::Ticket;
use crate::billing::plans::SharedCeilings;
use crate::catalogue::models::ModelTerms;
use crate::catalogue::tools::Tool;
use crate::platform::clock::Timestamp;
use crate::platform::locale::Locale;
use crate::platform::model::Model;

/// An unfinished run, and its watchers.
pub struct Live {
    pub ticket: Arc<Ticket>,
    /// The version that it runs, fixed at admission; `None` if the tool was uninstalled.
    pub(super) tool: Option<Arc<Tool>>,
    pub locale: Locale,
    pub input: Arc<str>,
    pub created_at: Timestamp,
    pub channel: Arc<Channel>,
    /// Whether its host calls are recorded. A run that was taken over is not recorded.
    pub(super) record: bool,
    pub(super) started_at: OnceLock<Timestamp>,
    /// The model of the run, decided at its start.
    pub(super) model: OnceLock<Arc<dyn Model>>,
    pub(super) cancel: CancellationToken,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("ticket", &self.ticket).finish_non_exhaustive()
    }
}

impl Live {
    pub fn new(
        ticket: Arc<Ticket>,
        tool: Option<Arc<Tool>>,
        locale: Locale,
        input: Arc<str>,
        created_at: Timestamp,
    ) -> Self {
        let channel = Arc::new(Channel::new(ticket.attempt));
        Self {
            ticket,
            tool,
            locale,
            input,
            created_at,
            channel,
            record: false,
            started_at: OnceLock::new(),
            model: OnceLock::new(),
            cancel: CancellationToken::new(),
        }
    }

    /// The same, with recording if `record`.
    pub fn recorded(self, record: bool) -> Self {
        Self { record, ..self }
    }

    /// A run that was taken over.
    pub(super) fn of(
        run: Run,
        version: Option<Arc<Tool>>,
        ceilings: SharedCeilings,
        models: ModelTerms,
    ) -> Self {
        let key = run.key();
        let Run {
            id,
            account_id: account,
            project_id: project,
            tool,
            tool_version,
            revises,
            attempt,
            trial_id: trial,
            ..
        } = run;
        let package = run.package_digest;
        let ticket = Ticket {
            id,
            account,
            project,
            tool,
            tool_version,
            package,
            revises,
            attempt,
            key,
            ceilings,
            models,
            trial,
        };
        Self::new(Arc::new(ticket), version, run.language, run.input.into(), run.created_at)
    }
}
