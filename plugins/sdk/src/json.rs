//! Reads and writes JSON.
//!
//! A tool reads one flat object and writes in the order of the screen. The usual library would be half of a
//! component's code for that and does not keep the order by default; so both halves are implemented here.

mod lenient;
mod read;
mod write;

pub use read::{Value, parse};
pub use write::Writer;
#[cfg(feature = "rules")]
pub(crate) use write::quote;
