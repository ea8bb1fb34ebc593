//! What most commands use.

pub use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

pub use anyhow::{Context as _, anyhow, bail};
pub use clap::Args;
pub use serde::Serialize;
pub use serde_json::Value;

pub use super::told::Tell as _;
pub use crate::platform::{config::Config, error::Text, locale::Locale};
