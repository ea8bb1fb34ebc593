//! The partners' portal: people register as publishers, send packages, read what the checks found, and have them
//! reviewed; administrators decide.
//!
//! A package that a publisher sends goes through the very checks of an installation, but nothing of it is installed
//! until a reviewer says so. Installing and the decision are one transaction.

mod decide;
mod facts;
mod keys;
mod payout;
mod profile;
mod register;
mod reviews;
mod stats;
mod store;
mod submissions;
mod upload;

use std::num::NonZeroU32;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{app::App, personal::Belongings};

/// The terms of the programme that are in force. Their words are the portal's; whoever accepted older ones is asked again.
const TERMS: i64 = 1;

/// What this slice keeps about a person.
pub fn belongings() -> Belongings {
    Belongings {
        tables: &[("publisher_profiles", "account_id")],
        export: Some(profile::own_files),
        busy: None,
    }
}

pub fn routes() -> OpenApiRouter<App> {
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
        .routes(routes!(reviews::list_reviews))
        .routes(routes!(reviews::get_review))
        .routes(routes!(reviews::get_review_package))
        .routes(routes!(decide::try_review))
        .routes(routes!(decide::approve_review))
        .routes(routes!(decide::return_review))
}

/// What this slice keeps in memory: how often each account sends packages, since checking one runs it.
struct Uploads(DefaultKeyedRateLimiter<String>);

pub fn start(app: App) -> App {
    let most = NonZeroU32::new(app.config.publisher_uploads_per_minute).unwrap_or(NonZeroU32::MIN);
    app.with(Uploads(RateLimiter::keyed(Quota::per_minute(most))))
}
