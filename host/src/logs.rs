//! Logging: to standard error, as text for people or JSON for machines. Requests are known by id, never by what was in them.

use std::io::{IsTerminal as _, stderr};

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// Starts logging for this process.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log).with_context(|| {
        format!(
            "SITEWRIGHT_LOG must be a level or a filter, such as info,sitewright=debug; `{}` is neither",
            config.log
        )
    })?;
    // It would log what a model answers; the model's door logs the causes without the texts.
    let filter = filter.add_directive("async_openai=off".parse()?);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    let started = match config.log_format {
        LogFormat::Text => builder.with_ansi(stderr().is_terminal()).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging cannot be started: {error}"))
}
