//! Summaries.
mod opening;
mod source;
mod words;
