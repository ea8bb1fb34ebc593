//! The path of this executable, for work in a child process.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static FILE: OnceLock<PathBuf> = OnceLock::new();

/// The running executable, even if its file was replaced since the start.
pub fn file() -> &'static Path {
    FILE.get_or_init(|| "/proc/self/exe".into())
}

/// Sets the executable for a process that is a different program, such as a test.
#[doc(hidden)]
pub fn be(file: impl Into<PathBuf>) {
    let _ = FILE.set(file.into());
}
