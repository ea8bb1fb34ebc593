//! The engine's settings.

use std::path::PathBuf;

use crate::compile::Compiler;
use crate::limits::Limits;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A folder for compiled components that only the engine uses.
    pub cache_dir: PathBuf,
    pub limits: Limits,
    /// The number of guest threads.
    pub guest_threads: usize,
    /// The niceness of the guest threads relative to those that serve requests: 0 to 19.
    pub guest_niceness: i32,
    /// Maximum number of live instances; `None` uses as many as this machine's kernel allows.
    pub max_instances: Option<u32>,
    /// The process that compiles untrusted components. `None` compiles in this process, which is safe only if all
    /// installed components are trusted.
    pub compiler: Option<Compiler>,
}

impl Settings {
    /// The defaults, with compiled components in `cache_dir`.
    pub fn new(cache_dir: impl Into<PathBuf>) -> Settings {
        Settings {
            cache_dir: cache_dir.into(),
            limits: Limits::default(),
            guest_threads: 2,
            guest_niceness: 5,
            max_instances: None,
            compiler: None,
        }
    }
}
