//! What most slices use: the parts of a handler, and their types. A slice imports everything else by name; the platform
//! names all its imports, so that its own modules stay free of circles.

pub use axum::{
    Json,
    body::Bytes,
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

pub(crate) use super::slice::endpoints;
pub use super::{
    app::App,
    auth::{self, Admin, Confirmed, Role, User},
    clock::{DAY_MS, Timestamp},
    db::{self, Conn, Db},
    error::{FieldErrors, Problem, Result, Text},
    http::{Id, NO_STORE, no_content},
    jobs::Kind,
    json::{self, Valid},
    locale::{Locale, Params},
    page::{Page, Paged},
    personal_data::{Belongings, File},
    slice::{Slice, Table},
};
