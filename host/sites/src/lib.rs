//! What users do with their sites: shops, tasks, and the dashboard of all that they do.

pub mod dashboard;
pub mod shops;
pub mod tasks;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_messages as messages;
use sitewright_platform as platform;
use sitewright_work as work;
use sitewright_workspace as workspace;
