//! The brand kit: storage, validation, use in runs, and the proposal from a website.

mod examples;
mod kit;
mod ordinary;
mod proposal;
