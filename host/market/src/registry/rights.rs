//! Who may upload packages: signed-in users, and keys with the scope for plugins.

use crate::messages::audit_log::Actor;
use crate::platform::auth::{PluginsWrite, expect_developer};
use crate::platform::prelude::*;

/// The publisher whose packages an account may check, from a later slice. Each call counts toward the rate limit,
/// since a check runs the package.
pub struct PublisherOfChecks(pub for<'a> fn(&'a App, &'a str) -> BoxFuture<'a, Result<Option<String>>>);

/// An administrator, or a key of one.
pub(super) struct Installer {
    pub caller: Scoped<PluginsWrite>,
    pub actor: Actor,
}

impl FromRequestParts<App> for Installer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = Scoped::from_request_parts(parts, app).await?;
        refuse_if(caller.role == Role::User, Problem::forbidden)?;
        Ok(Self { actor: Actor::of(&caller, parts)?, caller })
    }
}

/// A user who may develop plugins, or a key of one.
pub(super) struct Developer(pub Scoped<PluginsWrite>);

impl FromRequestParts<App> for Developer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = Scoped::from_request_parts(parts, app).await?;
        expect_developer(app, &caller)?;
        Ok(Self(caller))
    }
}

/// An account that may check packages.
pub(super) struct Checker {
    pub account: String,
    /// The publisher whose packages it may upload; `None` for any, if it may develop plugins.
    publisher: Option<String>,
}

impl Checker {
    /// Refuses packages of publishers that the checker does not belong to.
    pub fn expect(&self, publisher: &str) -> Result<()> {
        let is_other = self.publisher.as_ref().is_some_and(|own| own != publisher);
        refuse_if(is_other, || not_yours(publisher))
    }
}

impl FromRequestParts<App> for Checker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller: Scoped<PluginsWrite> = Scoped::from_request_parts(parts, app).await?;
        if expect_developer(app, &caller).is_ok() {
            return Ok(Self { account: caller.id.clone(), publisher: None });
        }
        let publisher = app.part::<PublisherOfChecks>().0(app, &caller.id).await?;
        let publisher = publisher.ok_or_else(|| Problem::forbidden().named("registry.check-not-allowed"))?;
        Ok(Self { account: caller.id.clone(), publisher: Some(publisher) })
    }
}

fn not_yours(publisher: &str) -> Problem {
    Problem::forbidden().named("registry.check-not-yours").with("publisher", publisher)
}
