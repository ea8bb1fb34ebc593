//! Common imports of slices: the parts of a handler and their types, besides those of [`libraries`](super::libraries).
//! A slice imports everything else by name; the platform imports its own modules by name, so that they have no cycles.

pub use axum::Json;
pub use axum::extract::{Path, Query};
pub use garde::Validate;
pub use sqlx::AssertSqlSafe;
pub use utoipa_axum::router::OpenApiRouter;

pub use super::app::App;
pub use super::auth::{
    self, Admin, Caller, Confirmed, Cookie, Device, NewSession, Role, Scope, Scoped, User, expect_reach,
    hash_of, new_secret, set_cookie,
};
pub use super::clock::{DAY_MS, Timestamp};
pub use super::config::Config;
pub use super::db::{self, Conn, Db, Tx};
pub use super::error::{FieldErrors, Problem, ProblemView, Result, Text, refuse_if};
pub use super::fetch::Fetcher;
pub use super::fold::fold;
pub use super::http::{Id, NO_STORE, committed, no_content, visit};
pub use super::jobs::{Kind, Schedule};
pub use super::json::{self, Valid, trimmed};
pub use super::libraries::*;
pub use super::locale::{Locale, Params, by_language, params};
pub use super::page::{Page, Paged};
pub use super::personal_data::{Belongings, File};
pub use super::rate::{HOUR, Limit, MINUTE};
pub use super::slice::{Slice, Table};
pub use super::sort::Direction;
pub use super::stored::Stored;
pub use super::tasks::{Tasks, blocking};
pub use super::{csv_file, single_line, users, xlsx_file};
pub use crate::{endpoints, routes, text_column};
