//! The matrix of plans and tools: which plan includes which tool with which limits, the effects of a change, and
//! exceptions for single accounts. `plans` enforces it at admission and during the run.

mod account;
mod change;
mod effects;
mod filter;
mod list;
mod uses;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{app::App, slice::Slice};

pub const SLICE: Slice = Slice { routes, ..Slice::new("matrix") };

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::get_matrix, change::change_matrix))
        .routes(routes!(change::preview_matrix))
        .routes(routes!(account::list_tool_exceptions))
        .routes(routes!(account::list_user_tools))
        .routes(routes!(account::put_user_tool, account::delete_user_tool))
}
