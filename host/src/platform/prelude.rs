//! The names that nearly every slice uses, of the platform and of its libraries: `use crate::platform::prelude::*`.

pub use axum::{
    Json,
    extract::{Path, Query},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
pub use futures::future::BoxFuture;
pub use garde::Validate;
pub use serde::{Deserialize, Serialize};
pub use serde_json::{Map, Value, json};
pub use sqlx::AssertSqlSafe;
pub use utoipa::{IntoParams, ToSchema};
pub use utoipa_axum::{router::OpenApiRouter, routes};

pub use super::{
    app::App,
    auth::User,
    clock::{DAY_MS, Timestamp},
    db::{self, Conn, Db},
    error::{FieldErrors, Problem, Result, Text},
    http::no_content,
    jobs::Kind,
    json::Valid,
    locale::{Locale, Params},
    page::{Page, Paged},
    personal_data::{Belongings, File},
    slice::{Slice, Table},
};
