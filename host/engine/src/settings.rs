//! What the host decides about its engine.

use std::path::PathBuf;

use crate::compile::Compiler;
use crate::limits::Limits;

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A folder of the engine's own, for compiled components.
    pub cache_dir: PathBuf,
    pub limits: Limits,
    /// Threads that guests run on.
    pub guest_threads: usize,
    /// How much those threads stand back behind those that answer requests: 0 to 19.
    pub guest_niceness: i32,
    /// Live instances at most; none takes as many as this machine's kernel allows.
    pub max_instances: Option<u32>,
    /// The process that compiles what others made; none compiles it here, which is for those who trust all they install.
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
