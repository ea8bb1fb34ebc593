//! Common imports of commands.

pub use std::fs;
pub use std::path::{Path, PathBuf};
pub use std::process::ExitCode;

pub use anyhow::{Context as _, anyhow, bail};
pub use clap::Args;
pub use serde::Serialize;
pub use serde_json::Value;

pub use super::failure::Fail as _;
pub use crate::platform::config::Config;
pub use crate::platform::error::Text;
pub use crate::platform::locale::Locale;
