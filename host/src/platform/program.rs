//! The file of this program, for work that it hands to a process of its own.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

static FILE: OnceLock<PathBuf> = OnceLock::new();

/// The program that runs now, even where its file was replaced since it was started.
pub fn file() -> &'static Path {
    FILE.get_or_init(|| "/proc/self/exe".into())
}

/// Names the program for a process that is another one, as a test is.
#[doc(hidden)]
pub fn be(file: impl Into<PathBuf>) {
    let _ = FILE.set(file.into());
}
