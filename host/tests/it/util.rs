//! Helpers of the tests.

pub mod agent;
pub mod client;
pub mod model_server;
pub mod packages;
pub mod peer;
pub mod pictures;
pub mod postgres;
pub mod redis;
#[allow(
    dead_code,
    unused_imports,
    reason = "they behave as the systems do, and have more than the tests use"
)]
pub mod shops;
pub mod site;
pub mod smtp;
pub mod socket;
pub mod store;
pub mod test_app;
pub mod tools;

use std::process::Output;

pub use client::{Answer, Client, Has, contains_all, has, mentions};
pub use redis::RedisServer;
pub use socket::{Frame, KEY, QUERY, SECRET, Socket, permit, sign};
pub use store::Store;
pub use test_app::{TestApp, share_compiled_plugins};

use crate::prelude::*;

/// The program on a data folder, as a command that is not started yet.
pub fn program(data: &Path) -> Command {
    share_compiled_plugins(data);
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("SITEWRIGHT_DATA", data);
    command
}

/// Exit code, output and messages of a command.
pub fn output(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// Serves a stand-in on a loopback port until the test ends; its address.
pub async fn serve(routes: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

/// Waits until a look finds something, for a minute at most.
pub async fn eventually<T>(otherwise: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..6000 {
        if let Some(found) = look().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{otherwise}");
}

/// Waits until something is the case.
pub async fn becomes(what: &str, mut is: impl AsyncFnMut() -> bool) {
    eventually(&format!("it never happens: {what}"), async || is().await.then_some(())).await;
}

/// The server.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sitewright");
