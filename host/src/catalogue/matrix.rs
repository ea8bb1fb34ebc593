//! The matrix of plans and tools: which plan has which tool and how much of it, what a change would break, and what single
//! accounts are given or refused. What it says is enforced by `plans`, at admission and during the run.

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

/// What this slice keeps about a person: what they are given or refused whatever their plan says, and why.
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
