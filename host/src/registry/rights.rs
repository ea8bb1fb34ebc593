//! Who may bring packages: people who are signed in, and keys of theirs with the scope for plugins.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{
    app::App,
    audit::Actor,
    auth::{Device, PluginsWrite, Role, Scoped, expect_developer},
    error::{Problem, Result},
};

/// An administrator, or a program of theirs.
pub(super) struct Installer {
    pub caller: Scoped<PluginsWrite>,
    pub actor: Actor,
}

impl FromRequestParts<App> for Installer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = Scoped::from_request_parts(parts, app).await?;
        if caller.role == Role::User {
            return Err(Problem::forbidden());
        }
        let actor = Actor {
            id: caller.id.clone(),
            impersonator_id: caller.impersonator_id.clone(),
            network: Device::of(parts)?.network,
        };
        Ok(Self { caller, actor })
    }
}

/// Somebody who may work on plugins here, or a program of theirs.
pub(super) struct Developer(pub Scoped<PluginsWrite>);

impl FromRequestParts<App> for Developer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = Scoped::from_request_parts(parts, app).await?;
        expect_developer(app, &caller)?;
        Ok(Self(caller))
    }
}
