//! Accounts: sign-in, sessions, profiles.

pub mod accounts;

use sitewright_billing as billing;
use sitewright_messages as messages;
use sitewright_platform as platform;
