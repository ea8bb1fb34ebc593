//! Sockets, channels and signed requests, with Pusher's protocol.

mod calls;
mod channels;
mod limits;
mod permits;
mod processes;
mod sockets;

use crate::prelude::*;
use crate::util::SECRET;

/// Settings with known keys, so that a test can sign.
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
