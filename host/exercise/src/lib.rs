//! Runs the bundled tools over generated inputs.
//!
//! The tests compare each component with the same tool compiled natively, byte by byte, and check that every tool
//! stays within its CPU limit on the largest inputs. The benchmark measures how long those inputs take.

mod dice;
mod extreme;
mod model;
mod random;
mod tools;

pub use dice::Dice;
pub use extreme::{PATTERNS, extreme};
pub use model::{Model, Script};
pub use random::random;
pub use tools::{RunResult, Tool, load};
