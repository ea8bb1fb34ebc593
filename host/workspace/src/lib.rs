//! The content of an account: projects, brand kits, documents.

pub mod brand;
pub mod documents;
pub mod projects;

use sitewright_billing as billing;
use sitewright_messages as messages;
use sitewright_platform as platform;
