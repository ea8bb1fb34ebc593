//! The publishers' portal: users register as publishers, upload packages, read the report of the checks, and submit
//! packages for review; administrators decide.
//!
//! An uploaded package passes the same checks as an installation, but nothing of it is installed before a reviewer
//! approves it. Installing and the decision are one transaction.

mod decide;
mod guests;
mod invitations;
mod joining;
mod keys;
mod listing;
mod members;
mod membership;
mod payout;
mod profile;
mod register;
mod reviews;
mod stats;
mod store;
mod submissions;
mod upload;

use crate::catalogue::tools;
use crate::platform::prelude::*;
use crate::registry;

pub use membership::{
    Letter, MemberRole, Membership, To, expect_owner, members_of, membership_of, notify, notify_decision,
};
pub use payout::{Payout, opened};
pub use store::{file_under_review, publisher_of};
pub use upload::publisher_of_check;

const TABLES: &[Table] = &[
    Table::personal("publisher_profiles", &["account_id"]),
    Table::personal("publisher_members", &["account_id"]),
    Table::personal("publisher_invitations", &["invited_by"]),
    Table::new("submissions"),
    Table::new("submission_files"),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    views: &["publisher_accounts", "publisher_payouts", "review_states"],
    personal_data: || Belongings {
        export: Some(profile::own_files),
        leave: Some(membership::leave),
        ..Default::default()
    },
    open,
    ..Slice::new("publishers")
};

/// The current version of the terms; the portal has their text. A publisher who accepted older ones is asked again.
const TERMS: i64 = 1;

fn open(app: App) -> anyhow::Result<App> {
    let checks = registry::PublisherOfChecks(|app, account| Box::pin(publisher_of_check(app, account)));
    let members =
        tools::IsMember(|conn, account, publisher| Box::pin(membership::is_member(conn, publisher, account)));
    Ok(app.with(checks).with(members).with(registry::NotifyPublisher(notify_decision)))
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile::get_publisher, register::register_publisher, profile::edit_publisher))
        .routes(routes!(payout::put_payout))
        .routes(routes!(keys::get_challenge))
        .routes(routes!(keys::add_own_key))
        .routes(routes!(keys::retire_own_key))
        .routes(routes!(submissions::list_submissions, upload::upload_package))
        .routes(routes!(submissions::get_submission, submissions::delete_submission))
        .routes(routes!(submissions::submit_package))
        .routes(routes!(submissions::withdraw_package))
        .routes(routes!(stats::list_own_plugins))
        .routes(routes!(stats::get_own_stats))
        .routes(routes!(stats::get_own_table))
        .routes(routes!(members::list_members))
        .routes(routes!(members::change_member, members::remove_member))
        .routes(routes!(invitations::list_publisher_invitations, invitations::invite_member))
        .routes(routes!(invitations::revoke_publisher_invitation))
        .routes(routes!(invitations::resend_publisher_invitation))
        .routes(routes!(joining::look_at_publisher_invitation))
        .routes(routes!(joining::accept_publisher_invitation))
        .routes(routes!(listing::get_own_listing, listing::put_own_listing))
        .routes(routes!(guests::list_tool_invitations, guests::invite_to_tool))
        .routes(routes!(guests::revoke_tool_invitation))
        .routes(routes!(listing::list_listing_requests))
        .routes(routes!(listing::get_listing, listing::put_listing))
        .routes(routes!(listing::decline_listing))
        .routes(routes!(reviews::list_reviews))
        .routes(routes!(reviews::get_review))
        .routes(routes!(reviews::get_review_package))
        .routes(routes!(decide::try_review))
        .routes(routes!(decide::approve_review))
        .routes(routes!(decide::return_review))
}
