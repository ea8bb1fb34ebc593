//! Administration of users: search, details, support, suspension, impersonation.
//!
//! An administrator acts on ordinary users; a super-administrator also on administrators. Actions on one's own
//! account are refused here, so the last super-administrator cannot be removed. Rights are read from the database
//! inside the transaction of the action, which also writes the audit log.

mod access;
mod edit;
mod erase;
mod impersonate;
mod new_user;
mod one_user;
mod target;
mod users;
mod words;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{app::App, slice::Slice};

pub const SLICE: Slice = Slice { routes, ..Slice::new("admin") };

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(users::list_users, new_user::create_user))
        .routes(routes!(one_user::get_one_user, edit::edit_user, erase::erase_user))
        .routes(routes!(words::give_words))
        .routes(routes!(access::make_link))
        .routes(routes!(access::send_password_reset))
        .routes(routes!(access::remove_second_factor))
        .routes(routes!(access::end_user_sessions))
        .routes(routes!(access::end_user_session))
        .routes(routes!(edit::suspend_user, edit::reactivate_user))
        .routes(routes!(impersonate::impersonate_user))
}
