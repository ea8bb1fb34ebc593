//! Running tools: keys, host calls, runs, recordings, bulk jobs, MCP.

pub mod bulk;
pub mod connections;
pub mod egress;
pub mod keys;
pub mod mcp;
pub mod recordings;
pub mod runs;
pub mod voices;

use sitewright_billing as billing;
use sitewright_catalogue as catalogue;
use sitewright_messages as messages;
use sitewright_platform as platform;
use sitewright_workspace as workspace;
