//! The matrix of plans and tools: which plan includes which tool with which limits, the effects of a change, and
//! exceptions for single accounts. `plans` enforces it at admission and during the run.

mod account;
mod change;
mod effects;
mod exceptions;
mod filter;
mod list;
mod uses;

use futures::future::BoxFuture;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{
    app::App,
    db::Conn,
    error::Result,
    personal_data::{Belongings, File},
    slice::Slice,
};

pub const SLICE: Slice = Slice { routes, personal_data: belongings, ..Slice::new("matrix") };

/// The personal data of this slice: a user's exceptions from the plan, with their reasons.
fn belongings() -> Belongings {
    let tables = &[("tool_exceptions", "account_id")];
    Belongings { tables, export: Some(own_files), ..Default::default() }
}

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let exceptions = exceptions::all_of(conn, account).await?;
        if exceptions.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![File::json("tool-exceptions.json", &exceptions)?])
    })
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::get_matrix, change::change_matrix))
        .routes(routes!(change::preview_matrix))
        .routes(routes!(account::list_tool_exceptions))
        .routes(routes!(account::list_user_tools))
        .routes(routes!(account::put_user_tool, account::delete_user_tool))
}
