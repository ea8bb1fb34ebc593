//! The matrix of plans and tools: which plan includes which tool with which limits, the effects of a change, and
//! exceptions for single accounts. `plans` enforces it at admission and during the run.

mod account;
mod change;
mod effects;
mod filter;
mod list;
mod uses;

use crate::platform::prelude::*;

pub const SLICE: Slice = Slice { routes, ..Slice::new("matrix") };

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (list::get_matrix, change::change_matrix),
        change::preview_matrix,
        account::list_tool_exceptions,
        account::list_user_tools,
        (account::put_user_tool, account::delete_user_tool)
    ]
}
