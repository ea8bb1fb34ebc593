//! Pages for operators of a server.

pub mod admin;
pub mod health;
pub mod jobs;
pub mod matrix;
