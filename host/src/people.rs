//! Accounts: sign-in, sessions, profiles.

pub mod accounts;
