//! Administration of people: found, looked at, helped, kept out, and acted for.
//!
//! Who may what: an administrator acts on ordinary users; a super-administrator on administrators, too. Nobody acts here on
//! their own account, which has its settings, so the last super-administrator cannot go. Rights are asked of the database
//! inside the transaction of the deed, and each deed is written into the audit log there.

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
