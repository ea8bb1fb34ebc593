//! The installed tools, and the language models that they use.

pub mod models;
pub mod tools;

use sitewright_billing as billing;
use sitewright_messages as messages;
use sitewright_platform as platform;
