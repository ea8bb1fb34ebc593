//! `sitewright openapi`

use std::io::{ErrorKind, Write as _, stdout};

pub(super) fn run() -> anyhow::Result<()> {
    let document = crate::openapi().to_pretty_json()?;
    match writeln!(stdout(), "{document}") {
        // The reader had enough, as in `sitewright openapi | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}
