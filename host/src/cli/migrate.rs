//! `sitewright migrate`

use crate::cli::prelude::*;
use crate::platform::db::Db;

pub(super) async fn run(config: Config) -> anyhow::Result<()> {
    fs::create_dir_all(&config.data).with_context(|| {
        format!("cannot create the data folder {} (SITEWRIGHT_DATA)", config.data.display())
    })?;
    let place = config.database()?;
    Db::open(&place).await?.close().await;
    println!("{place} is up to date.");
    Ok(())
}
