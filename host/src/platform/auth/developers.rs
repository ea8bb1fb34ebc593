//! Permission to develop plugins.

use crate::platform::app::App;
use crate::platform::error::{Problem, Result};

use super::{Account, Role};

/// Refuses users who may not develop plugins: administrators may, and everyone may in plugin development mode.
pub fn expect_developer(app: &App, account: &Account) -> Result<()> {
    if app.config.plugin_development || account.role != Role::User {
        Ok(())
    } else {
        Err(Problem::forbidden())
    }
}
