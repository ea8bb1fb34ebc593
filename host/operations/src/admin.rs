//! Administration of users: search, details, support, suspension, impersonation.
//!
//! An administrator acts on ordinary users; a super-administrator also on administrators. Actions on one's own
//! account are refused here, so the last super-administrator cannot be removed. Rights are read from the database
//! inside the transaction of the action, which also writes the audit log.

mod access;
mod attention;
mod edit;
mod erase;
mod figures;
mod gifts;
mod impersonate;
mod money;
mod new_user;
mod one_user;
mod overview;
mod target;
mod users;
mod users_table;

use crate::platform::prelude::*;

pub const SLICE: Slice = Slice { routes, ..Slice::new("admin") };

fn routes() -> OpenApiRouter<App> {
    endpoints![
        overview::get_overview,
        users_table::get_users_table,
        (users::list_users, new_user::create_user),
        (one_user::get_one_user, edit::edit_user, erase::erase_user),
        gifts::give_words,
        gifts::give_pages,
        access::make_link,
        access::send_password_reset,
        access::remove_second_factor,
        access::end_user_sessions,
        access::end_user_session,
        (edit::suspend_user, edit::reactivate_user),
        impersonate::impersonate_user
    ]
}
