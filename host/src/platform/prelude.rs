//! What nearly every slice uses to answer requests. The platform itself names its imports, so that its own modules stay
//! free of circles.

pub use axum::{
    Json,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
pub use garde::Validate;
pub use serde::{Deserialize, Serialize};
pub use serde_json::{Value, json};
pub use utoipa::{IntoParams, ToSchema};
pub use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use super::slice::endpoints;
pub use super::{
    app::App,
    auth::{self, Admin, Role, User},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result, Text},
    http::{NO_STORE, no_content},
    json::Valid,
    locale::Locale,
    page::Page,
    slice::{Slice, Table},
};
