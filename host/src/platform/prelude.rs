//! Common imports of slices: the parts of a handler and their types. A slice imports everything else by name; the
//! platform imports everything by name, so that its modules have no cycles.

pub use axum::Json;
pub use axum::body::Bytes;
pub use axum::extract::{Path, Query};
pub use axum::http::{HeaderMap, StatusCode, header};
pub use axum::response::{IntoResponse, Response};
pub use futures::future::BoxFuture;
pub use garde::Validate;
pub use serde::{Deserialize, Serialize};
pub use serde_json::{Map, Value, json};
pub use sqlx::AssertSqlSafe;
pub use utoipa::{IntoParams, ToSchema};
pub use utoipa_axum::router::OpenApiRouter;
pub use utoipa_axum::routes;

pub use super::app::App;
pub use super::auth::{self, Admin, Confirmed, Role, User};
pub use super::clock::{DAY_MS, Timestamp};
pub use super::config::Config;
pub use super::db::{self, Conn, Db};
pub use super::error::{FieldErrors, Problem, Result, Text, refuse_if};
pub use super::fold::fold;
pub use super::http::{Id, NO_STORE, committed, no_content};
pub use super::jobs::Kind;
pub use super::json::{self, Valid, trimmed};
pub use super::locale::{Locale, Params, by_language, params};
pub use super::page::{Page, Paged};
pub use super::personal_data::{Belongings, File};
pub(crate) use super::slice::endpoints;
pub use super::slice::{Slice, Table};
pub use super::stored::Stored;
pub use super::{single_line, users};
