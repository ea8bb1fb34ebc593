//! Pages for operators of a server.

pub mod admin;
pub mod health;
pub mod jobs;
pub mod matrix;
pub mod trials;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_market as market;
use sitewright_messages as messages;
use sitewright_people as people;
use sitewright_platform as platform;
use sitewright_work as work;
use sitewright_workspace as workspace;
