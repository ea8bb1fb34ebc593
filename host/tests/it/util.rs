//! What the tests stand on.

pub mod client;
pub mod model_server;
pub mod site;
pub mod test_app;
pub mod tools;

pub use client::{Answer, Client};
pub use test_app::TestApp;
