//! The server that runs on the data folder of the settings. Write access to the folder implies full access, so a
//! command gets a temporary administrator's key.

use std::fs::{File, TryLockError};

use super::server::Server;
use crate::cli::prelude::*;
use crate::cli::serve::LOCK;
use crate::platform::app::App;
use crate::work::keys;

/// A server on this machine, with a key that is deleted at the end.
pub(super) struct Beside {
    pub server: Server,
    app: App,
    key: String,
}

impl Beside {
    /// `account`: the key's owner; the first administrator by default.
    pub async fn open(config: &Config, account: Option<&str>, language: Locale) -> anyhow::Result<Self> {
        let Some(address) = address(&config.data)? else {
            let data = config.data.display().to_string();
            bail!(Text::key("cli.no-server").with("data", data).fail(language));
        };
        let app = crate::open_quietly(config.clone()).await?;
        let lent = keys::lend(&app, account).await.map_err(|problem| anyhow!("{problem}"));
        match lent.and_then(|lent| lent.with_context(|| Text::key("cli.no-administrator").fail(language))) {
            Ok(lent) => {
                Ok(Self { server: Server::new(&address, &lent.secret, language)?, app, key: lent.id })
            }
            Err(error) => {
                app.close().await;
                Err(error)
            }
        }
    }

    pub async fn close(self) {
        if let Err(problem) = keys::take_back(&self.app, &self.key).await {
            eprintln!("sitewright: {problem}");
        }
        self.app.close().await;
    }
}

/// The address of the server that locks the folder; `None` if none does.
pub(super) fn address(data: &Path) -> anyhow::Result<Option<String>> {
    let path = data.join(LOCK);
    let Ok(file) = File::open(&path) else { return Ok(None) };
    match file.try_lock_shared() {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            Ok(Some(text.trim().to_owned()).filter(|address| !address.is_empty()))
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}
