//! The public site.

pub mod operator;
pub mod pictures;
pub mod posts;
pub mod site;
pub mod visits;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_messages as messages;
use sitewright_people as people;
use sitewright_platform as platform;
use sitewright_sites as sites;
use sitewright_work as work;
use sitewright_workspace as workspace;
