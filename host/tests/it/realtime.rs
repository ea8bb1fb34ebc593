//! Sockets, channels and signed calls, spoken as Pusher's clients speak them.

mod calls;
mod channels;
mod limits;
mod permits;
mod processes;
mod sockets;

use sitewright::platform::config::Config;

use crate::util::{KEY, SECRET, TestApp};

/// Settings with which a test can sign what it wants.
fn known_keys(config: &mut Config) {
    config.realtime_key = Some(KEY.to_owned());
    config.realtime_secret = Some(SECRET.to_owned());
}

async fn server(change: impl FnOnce(&mut Config)) -> TestApp {
    TestApp::with(|config| {
        known_keys(config);
        change(config);
    })
    .await
}
