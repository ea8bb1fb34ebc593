//! Tests of the crawler against servers on loopback.

mod crawls;
mod hostile;
mod polite;
mod random;
mod requests;
mod resumed;
mod server;
mod tls;
