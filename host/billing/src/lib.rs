//! Plans and meters: what an account may use and has used.

pub mod meters;
pub mod plans;

use sitewright_messages as messages;
use sitewright_platform as platform;
