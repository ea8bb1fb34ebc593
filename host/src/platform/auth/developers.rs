//! Who may work on plugins.

use crate::platform::{
    app::App,
    error::{Problem, Result},
};

use super::{Account, Role};

/// Refuses who may not work on plugins here: that is for administrators, and for everybody where plugins are developed.
pub fn expect_developer(app: &App, account: &Account) -> Result<()> {
    if app.config.plugin_development || account.role != Role::User {
        Ok(())
    } else {
        Err(Problem::forbidden())
    }
}
