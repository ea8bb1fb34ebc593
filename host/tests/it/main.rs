//! The tests of the host, through its front door: real HTTP, a real database file, one binary.

mod accounts;
mod admin;
mod bad_answers;
mod bad_input;
mod brand;
mod bulk;
mod bundle;
mod cli;
mod crash;
mod documents;
mod health;
mod locales;
mod mail;
mod model;
mod notifications;
mod openapi;
mod plans;
mod processes;
mod projects;
mod realtime;
mod rights;
mod rooms;
mod runs;
mod tools;
mod util;
mod words;
