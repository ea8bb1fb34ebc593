//! Helpers of the tests.

pub mod client;
pub mod model_server;
pub mod packages;
pub mod peer;
pub mod postgres;
pub mod redis;
pub mod site;
pub mod smtp;
pub mod socket;
pub mod store;
pub mod test_app;
pub mod tools;

pub use client::{Answer, Client, has};
pub use redis::RedisServer;
pub use socket::{Frame, KEY, QUERY, SECRET, Socket, permit, sign};
pub use store::Store;
pub use test_app::TestApp;

/// The server.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sitewright");
