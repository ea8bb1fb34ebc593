//! Messages to users and administrators: mail, notifications, live events, the audit log.

pub mod audit_log;
pub mod mail;
pub mod notifications;
pub mod realtime;

use sitewright_platform as platform;
