//! Messages to users, administrators and their programs: mail, notifications, live events, webhooks, the audit log.

pub mod audit_log;
pub mod mail;
pub mod notifications;
pub mod realtime;
pub mod webhooks;

use sitewright_platform as platform;
