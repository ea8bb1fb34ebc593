//! Alarms to administrators about automatic actions: a version was rolled back or closed. They are sent on screen and
//! by mail.

use crate::{
    messages::{
        mail::{self, Mail},
        notifications::{self, NotificationKind},
    },
    platform::{
        app::App,
        db::{self, Conn},
        error::Result,
        locale::{Locale, Params},
    },
};

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

#[derive(sqlx::FromRow)]
struct Administrator {
    id: String,
    email: String,
    language: Option<Locale>,
}

/// Notifies every administrator, in the transaction of the event. `digest` is the version.
pub async fn raise(app: &App, tx: &mut Conn, alarm: Alarm, plugin: &str, digest: &str) -> Result<()> {
    let version: Option<Option<String>> = db::query_scalar("SELECT version FROM packages WHERE digest = $1")
        .bind(digest)
        .fetch_optional(&mut *tx)
        .await?;
    let version = version.flatten().unwrap_or_default();
    let administrators: Vec<Administrator> = db::query_as(
        "SELECT id, email, language FROM user_profiles
         WHERE role IN ('admin', 'super-admin') AND suspended_at IS NULL AND email_verified_at IS NOT NULL ORDER BY id",
    )
    .fetch_all(&mut *tx)
    .await?;
    let said = [("plugin", plugin), ("version", &version), ("about", digest)];
    let params: Params = said.map(|(name, value)| (name.to_owned(), value.into())).into_iter().collect();
    for Administrator { id, email, language } in administrators {
        notifications::notify(app, tx, &id, alarm.kind(), &params).await?;
        let mut params = params.clone();
        params.insert("link".to_owned(), format!("{}/app/admin/packages/{digest}", app.url()).into());
        let language = language.unwrap_or_default();
        mail::send(app, tx, Mail { to: &email, language, template: alarm.template(), params }).await?;
    }
    Ok(())
}
