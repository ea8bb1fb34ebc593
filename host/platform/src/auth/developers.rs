//! Permission to develop plugins.

use crate::app::App;
use crate::error::{Problem, Result, refuse_if};

use super::{Account, Role};

/// Refuses users who may not develop plugins: administrators may, and everyone may in plugin development mode.
pub fn expect_developer(app: &App, account: &Account) -> Result<()> {
    refuse_if(!app.config.plugin_development && account.role == Role::User, Problem::forbidden)
}
