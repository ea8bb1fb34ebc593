//! Common imports of commands.

pub use std::fs;
pub use std::path::Path;
pub use std::process::ExitCode;

pub use anyhow::{Context as _, anyhow, bail};
pub use clap::Args;
pub use sitewright_engine::Plugin;
pub use sitewright_package::Package;

pub use super::failure::Fail as _;
pub use crate::catalogue::tools::{Grants, Schema, Workshop};
pub use crate::platform::config::Config;
pub use crate::platform::error::Text;
pub use crate::platform::libraries::*;
pub use crate::platform::locale::Locale;
