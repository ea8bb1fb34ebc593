//! `sitewright migrate`

use std::fs;

use anyhow::Context as _;

use crate::{config::Config, db::Db};

pub(super) async fn run(config: Config) -> anyhow::Result<()> {
    fs::create_dir_all(&config.data).with_context(|| {
        format!("cannot make the data folder {} (SITEWRIGHT_DATA)", config.data.display())
    })?;
    let file = config.database();
    Db::open(&file).await?.close().await;
    println!("{} is up to date.", file.display());
    Ok(())
}
