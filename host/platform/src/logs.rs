//! Logging to standard error, as text or JSON. Requests are identified by id; their content is never logged.
//!
//! Text from plugins, models, websites and user agents reaches the log through errors. So every value is cut and
//! escaped where it is written: no value can start a line or a field.

mod fields;

use std::io::{IsTerminal as _, stderr};

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;

use self::fields::{Fields, Lines};
use crate::config::{Config, LogFormat};

/// Starts logging for this process.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log).with_context(|| {
        format!(
            "SITEWRIGHT_LOG must be a level or a filter, such as info,sitewright=debug; `{}` is neither",
            config.log
        )
    })?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    let started = match config.log_format {
        LogFormat::Text => builder.with_ansi(stderr().is_terminal()).fmt_fields(Fields::Text).try_init(),
        LogFormat::Json => builder.fmt_fields(Fields::Json).event_format(Lines).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging cannot be started: {error}"))?;
    // A panic message may contain external input, so it is logged like everything else. `RUST_BACKTRACE` restores
    // Rust's own output with a backtrace.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string);
            tracing::error!(place, why = panic.payload_as_str(), "a thread panicked");
        }));
    }
    Ok(())
}
