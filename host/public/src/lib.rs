//! The public site.

pub mod site;
mod typography;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_messages as messages;
use sitewright_platform as platform;
use sitewright_work as work;
