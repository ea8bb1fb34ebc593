//! Packages, publishers and revenue.

pub mod publishers;
pub mod registry;
pub mod revenue;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_messages as messages;
use sitewright_platform as platform;
