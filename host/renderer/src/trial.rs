//! A trial of the connection to a browser, for the administrator who sets its address.

use std::time::Duration;

use serde_json::json;
use sitewright_crawler::render::Unrendered;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::connection::Connection;
use crate::{Browser, CLEANING, page};

/// How long the browser may take to open an empty page.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a browser cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum Trouble {
    /// Nothing answers at the address.
    Silent,
    /// What answers there is no browser with DevTools.
    Stranger,
    /// It did not answer in time.
    Slow,
    /// It refused to open a page, with its reason.
    Refused(String),
}

impl Browser {
    /// Opens an empty page in a context of its own, as for each page that is rendered, and closes it. Returns the name and the
    /// version of the browser, such as `HeadlessChrome/142.0.7444.59`. Does not wait for pages that are rendered meanwhile.
    pub async fn test(&self) -> Result<String, Trouble> {
        let connecting = TcpStream::connect(self.endpoint.server());
        timeout(CLEANING, connecting).await.ok().and_then(Result::ok).ok_or(Trouble::Silent)?;
        let connecting = timeout(CLEANING, Connection::open(&self.endpoint)).await;
        let connection = connecting.map_err(|_| Trouble::Stranger)?.map_err(|_| Trouble::Stranger)?;
        let opened = timeout(PATIENCE, self.open_page(&connection)).await;
        connection.close(CLEANING).await;
        match opened {
            Err(_) => Err(Trouble::Slow),
            Ok(Err(Unrendered::Refused(reason))) => Err(Trouble::Refused(reason)),
            Ok(Err(_)) => Err(Trouble::Stranger),
            Ok(Ok(name)) => Ok(name),
        }
    }

    async fn open_page(&self, connection: &Connection) -> Result<String, Unrendered> {
        let version = connection.commands.call(None, "Browser.getVersion", json!({})).await?;
        page::open(&connection.commands, &self.limits).await?;
        Ok(version["product"].as_str().unwrap_or_default().to_owned())
    }
}
