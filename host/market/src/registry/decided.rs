//! Decisions about a version: notices to its publisher, alarms to administrators about automatic ones on screen and by
//! mail, and the state of its rollout.

use super::store::{self, PackageState, ReleaseState, Stage};
use crate::messages::mail::Addressee;
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::prelude::*;

/// A decision about a version, by an administrator or by the server.
#[derive(Debug, Clone, Copy)]
pub enum Decided {
    RolledBack,
    Closed,
    Reopened,
    Revoked,
    Uninstalled,
    /// The new rollout stage.
    Released(Stage, Option<i64>),
}

/// A decision, as a publisher is notified of it.
pub struct Decision {
    pub publisher: String,
    pub plugin: String,
    pub version: String,
    /// The package.
    pub digest: String,
    /// The end of a sentence about the version, in each language.
    pub what: Value,
    /// The reason as a separate sentence after a space; empty if there is none.
    pub why: Value,
}

/// Notifies the members of a publisher: a function of a later slice.
pub struct NotifyPublisher(pub for<'a> fn(&'a App, &'a mut Conn, Decision) -> Notifying<'a>);

pub type Notifying<'a> = BoxFuture<'a, Result<()>>;

/// Notifies the publisher of a version, in the transaction of the decision.
pub async fn notify(
    app: &App,
    tx: &mut Conn,
    digest: &str,
    decided: Decided,
    reason: Option<&str>,
) -> Result<()> {
    let Some(package) = store::package(tx, digest).await? else { return Ok(()) };
    let (Some(publisher), Some(plugin), Some(version)) = (package.publisher, package.plugin, package.version)
    else {
        return Ok(());
    };
    let why = match reason {
        Some(reason) => by_language(&format!(" Reason: {reason}"), &format!(" Powód: {reason}")),
        None => by_language("", ""),
    };
    let NotifyPublisher(notify_publisher) = app.part();
    let what = decided.words();
    let digest = digest.to_owned();
    notify_publisher(app, tx, Decision { publisher, plugin, version, digest, what, why }).await
}

impl Decided {
    fn words(self) -> Value {
        let (en, pl) = match self {
            Self::RolledBack => ("was rolled back", "została wycofana"),
            Self::Closed => ("was closed", "została zamknięta"),
            Self::Reopened => ("was opened again", "została ponownie otwarta"),
            Self::Revoked => {
                ("was revoked and cannot run any more", "została unieważniona i nie można jej uruchamiać")
            }
            Self::Uninstalled => ("was uninstalled", "została odinstalowana"),
            Self::Released(Stage::All, _) => {
                ("now serves all accounts", "jest teraz dostępna dla wszystkich")
            }
            Self::Released(Stage::Plan, _) => {
                ("now serves the accounts of one plan", "jest teraz dostępna na kontach z jednym z planów")
            }
            Self::Released(Stage::Me, _) => {
                ("now serves one administrator", "jest teraz dostępna dla jednego administratora")
            }
            Self::Released(Stage::Percent, percent) => {
                let percent = percent.unwrap_or_default();
                return by_language(
                    &format!("now serves {percent}% of all accounts"),
                    &format!("jest teraz dostępna na {percent}% kont"),
                );
            }
        };
        by_language(en, pl)
    }
}

/// Which accounts a version serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Serves {
    Everybody,
    /// A percentage of all accounts: `percent`.
    Percent,
    /// The accounts of one plan.
    Plan,
    /// The administrator who tries it.
    Reviewer,
    /// None: it waits, or another version replaced it.
    Nobody,
    /// None: it was rolled back.
    RolledBack,
    /// None: it is closed.
    Closed,
    /// None, permanently.
    Revoked,
    /// None: the plugin was uninstalled.
    Uninstalled,
}

/// The rollout of a version.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionStanding {
    pub serves: Serves,
    /// With `percent`: the percentage of accounts.
    #[schema(required)]
    pub percent: Option<i64>,
    /// Why it was rolled back, closed or revoked, as the administrator wrote it.
    #[schema(required)]
    pub reason: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    state: PackageState,
    closed_because: Option<String>,
    serves_all: bool,
    release_state: Option<ReleaseState>,
    stage: Option<Stage>,
    percent: Option<i64>,
    rolled_back_because: Option<String>,
}

/// The rollout of an installed package; `None` if it was never installed.
pub async fn standing(conn: &mut Conn, digest: &str) -> Result<Option<VersionStanding>> {
    let query = db::query_as(
        "SELECT k.state, k.reason AS closed_because, CASE WHEN p.installed AND p.current_digest = k.digest THEN TRUE ELSE FALSE END AS serves_all,
             r.state AS release_state, r.stage, r.percent, r.reason AS rolled_back_because
         FROM packages k LEFT JOIN plugins p ON p.id = k.plugin
         LEFT JOIN plugin_releases r ON r.id = (SELECT MAX(id) FROM plugin_releases WHERE digest = k.digest)
         WHERE k.digest = $1 AND k.state <> 'refused'",
    );
    let row: Option<Row> = query.bind(digest).fetch_optional(conn).await?;
    Ok(row.map(Row::standing))
}

impl Row {
    fn standing(self) -> VersionStanding {
        let serves = match (self.state, self.release_state, self.stage) {
            (PackageState::Quarantined, ..) => Serves::Closed,
            (PackageState::Revoked, ..) => Serves::Revoked,
            (PackageState::Removed, ..) => Serves::Uninstalled,
            _ if self.serves_all => Serves::Everybody,
            (_, Some(ReleaseState::Open), Some(Stage::Percent)) => Serves::Percent,
            (_, Some(ReleaseState::Open), Some(Stage::Plan)) => Serves::Plan,
            (_, Some(ReleaseState::Open), Some(Stage::Me)) => Serves::Reviewer,
            (_, Some(ReleaseState::RolledBack), _) => Serves::RolledBack,
            _ => Serves::Nobody,
        };
        let reason = match serves {
            Serves::Closed | Serves::Revoked => self.closed_because,
            Serves::RolledBack => self.rolled_back_because.as_deref().and_then(said),
            _ => None,
        };
        VersionStanding { serves, percent: self.percent.filter(|_| serves == Serves::Percent), reason }
    }
}

/// The reason that an administrator wrote; `None` for an automatic rollback, whose reason is figures.
fn said(reason: &str) -> Option<String> {
    let reason: Value = serde_json::from_str(reason).ok()?;
    Some(reason["said"].as_str()?.to_owned())
}

/// What happened to a version.
#[derive(Debug, Clone, Copy)]
pub enum Alarm {
    RolledBack,
    Quarantined,
}

impl Alarm {
    fn kind(self) -> NotificationKind {
        match self {
            Self::RolledBack => NotificationKind::PluginRolledBack,
            Self::Quarantined => NotificationKind::PluginQuarantined,
        }
    }

    fn template(self) -> &'static str {
        match self {
            Self::RolledBack => "plugin-rolled-back",
            Self::Quarantined => "plugin-quarantined",
        }
    }
}

/// Notifies every administrator, in the transaction of the event. `digest` is the version.
pub async fn raise(app: &App, tx: &mut Conn, alarm: Alarm, plugin: &str, digest: &str) -> Result<()> {
    let query = db::query_scalar("SELECT version FROM packages WHERE digest = $1");
    let version: Option<Option<String>> = query.bind(digest).fetch_optional(&mut *tx).await?;
    let version = version.flatten().unwrap_or_default();
    let query = db::query_as(
        "SELECT id, email, language FROM user_profiles
         WHERE role IN ('admin', 'super-admin') AND suspended_at IS NULL AND email_verified_at IS NOT NULL ORDER BY id",
    );
    let administrators: Vec<Addressee> = query.fetch_all(&mut *tx).await?;
    let params = params([("plugin", plugin.into()), ("version", version.into()), ("about", digest.into())]);
    let link = |_| format!("{}/app/admin/packages/{digest}", app.url());
    for one in administrators {
        notifications::notify(app, tx, &one.id, alarm.kind(), &params).await?;
        one.send(app, tx, alarm.template(), &params, link).await?;
    }
    Ok(())
}
