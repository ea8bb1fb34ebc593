//! The tests of the host, through its front door: real HTTP, a real database file, one binary.

mod accounts;
mod model;
mod util;
