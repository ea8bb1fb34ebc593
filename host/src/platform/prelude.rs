//! What most slices use: the parts of a handler, and their types. A slice imports everything else by name.

pub use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
pub use garde::Validate;
pub use serde::{Deserialize, Serialize};
pub use serde_json::json;
pub use utoipa::{IntoParams, ToSchema};

pub use super::{
    app::App,
    auth::{Admin, Confirmed, User},
    clock::{DAY_MS, Timestamp},
    db::{self, Conn},
    error::{Problem, Result, Text},
    http::{Id, no_content},
    json::{self, Valid},
    locale::Locale,
    page::{Page, Paged},
};
