//! The tests of the host, through its front door: real HTTP, a real database file, one binary.

mod accounts;
mod bad_input;
mod bundle;
mod cli;
mod documents;
mod health;
mod locales;
mod model;
mod openapi;
mod rooms;
mod util;
mod words;
