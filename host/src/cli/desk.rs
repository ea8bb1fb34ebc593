//! Egress of a run at the command line: the same checks and limits as on a server, for an account in a temporary
//! database.

use sitewright_engine::{Answer, Call, Failure, Permission};
use tempfile::TempDir;

use crate::cli::prelude::*;
use crate::people::accounts::{self, NewPerson, WaysIn};
use crate::platform::prelude::*;
use crate::work::egress::{self, Egress, Owner, Using};
use crate::work::runs::problems;

/// The egress for runs; not opened for a plugin that has none.
pub(super) struct Desk(Option<Open>);

struct Open {
    app: App,
    account: String,
    tool: String,
    grants: Arc<Grants>,
    /// Removed when this is dropped.
    _data: TempDir,
}

impl Desk {
    /// `tool`: the id of the plugin.
    pub async fn open(
        config: &Config,
        plugin: &Plugin,
        tool: &str,
        grants: Arc<Grants>,
    ) -> anyhow::Result<Self> {
        if !leads_out(plugin.permissions()) {
            return Ok(Self(None));
        }
        let data = TempDir::new()?;
        let own = Config { data: data.path().to_owned(), database_url: None, ..config.clone() };
        let app = egress::start(crate::open_quietly(own).await?)?;
        let person = NewPerson {
            name: Some("Desk".to_owned()),
            email: Some("desk@localhost.example".to_owned()),
            password: None,
            role: Role::User,
            language: None,
        };
        let made = accounts::create_person(&app, person, WaysIn::default()).await;
        let account = made.map_err(|problem| anyhow!("{problem}"))?.id;
        Ok(Self(Some(Open { app, account, tool: tool.to_owned(), grants, _data: data })))
    }

    /// The egress of one run, with its own limits; `language` is that of its refusals.
    pub fn way(&self, language: Locale) -> Option<WayOut> {
        let Open { app, account, tool, grants, .. } = self.0.as_ref()?;
        let owner = Owner {
            account: account.clone(),
            project: None,
            tool: tool.clone(),
            connection: Using::All,
            trial: None,
        };
        Some(WayOut {
            way: Egress::to(app, grants.clone(), None, owner),
            language,
            refusal: Mutex::default(),
        })
    }

    pub async fn close(self) {
        if let Some(open) = self.0 {
            open.app.close().await;
        }
    }
}

/// Whether these permissions include egress.
pub(super) fn leads_out(permissions: &[Permission]) -> bool {
    permissions.iter().any(|permission| Permission::EGRESS.contains(permission))
}

/// An egress, with its last refusal.
pub(super) struct WayOut {
    way: Egress,
    language: Locale,
    refusal: Mutex<Option<Problem>>,
}

impl WayOut {
    pub fn refusal(&self) -> Option<Problem> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub async fn call(&self, call: Call) -> Result<Answer, Failure> {
        self.way.call(call).await.map_err(|problem| {
            let failure = problems::failure(&problem, self.language);
            *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
            failure
        })
    }
}
