//! The brand kit: kept, checked, told to runs, and proposed from a website.

mod kit;
mod proposal;
