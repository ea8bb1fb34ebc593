//! The code that every slice uses: settings, database, HTTP, errors, jobs. It does not depend on any slice.

pub mod app;
pub mod archive;
pub mod auth;
pub mod bundle;
pub mod bus;
pub mod clock;
pub mod config;
pub mod conversions;
pub mod csv_file;
pub mod days;
pub mod db;
pub mod download;
pub mod error;
pub mod fetch;
pub mod fold;
pub mod http;
pub mod jobs;
pub mod json;
pub mod libraries;
pub mod locale;
pub mod logs;
pub mod metrics;
pub mod model;
pub mod openapi;
pub mod page;
pub mod personal_data;
pub mod picture;
pub mod prelude;
pub mod process;
pub mod program;
pub mod rate;
pub mod rules;
pub mod search_results;
pub mod single_line;
pub mod slice;
pub mod sort;
pub mod starting;
pub mod stored;
pub mod tasks;
pub mod typography;
pub mod users;
pub mod xlsx_file;

use slice::Table;

/// The tables of the platform.
pub const TABLES: &[Table] = &[
    Table::new("users"),
    Table::personal("sessions", &["user_id", "impersonator_id"]),
    Table::new("jobs"),
    Table::new("processes"),
];

/// Its views, which every slice may read.
pub const VIEWS: &[&str] = &["user_profiles"];
