//! JSON, in and out.
//!
//! A tool reads one flat object and writes in the order of the screen. The usual library would be half
//! of a component's code for that, and keeps no order without more; so both halves are here.

mod read;
mod write;

pub use read::{Value, parse};
pub use write::Writer;
