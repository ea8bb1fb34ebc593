//! The bus over Redis: one channel of its publish and subscribe, which every process hears.

use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt as _;
use redis::{Client, aio::ConnectionManager, aio::ConnectionManagerConfig};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{Bus, Heard, Word};
use crate::app::App;

/// The channel in Redis. Servers that share a Redis but not their data have different databases or prefixes in its address.
const CHANNEL: &str = "sitewright:realtime";
/// Words that wait for Redis; when it is away for long the rest is dropped.
const WAITING: usize = 4096;
/// Before the line is tried again.
const PAUSE: Duration = Duration::from_secs(1);
/// A command that takes longer has no line any more.
const PATIENCE: Duration = Duration::from_secs(5);

pub(in crate::realtime) struct RedisBus {
    process: String,
    words: mpsc::Sender<String>,
}

#[derive(Serialize, Deserialize)]
struct Envelope<W> {
    from: String,
    word: W,
}

impl RedisBus {
    /// Connects in the background: without Redis the server works, and its processes hear nothing of one another.
    pub fn open(app: &App, url: &str, process: &str, heard: mpsc::Sender<Heard>) -> anyhow::Result<Self> {
        let client = Client::open(url).context("SITEWRIGHT_REDIS_URL is not the address of a Redis")?;
        let (words, waiting) = mpsc::channel(WAITING);
        app.tasks.spawn(listen(client.clone(), process.to_owned(), heard, app.stop.clone()));
        app.tasks.spawn(speak(client, waiting, app.stop.clone()));
        Ok(Self { process: process.to_owned(), words })
    }
}

impl Bus for RedisBus {
    fn has_others(&self) -> bool {
        true
    }

    fn tell(&self, word: &Word) {
        let envelope = Envelope { from: self.process.clone(), word };
        let sent = serde_json::to_string(&envelope).ok().map(|text| self.words.try_send(text));
        if !matches!(sent, Some(Ok(()))) {
            tracing::warn!("Redis does not keep up; other processes were not told");
        }
    }
}

/// Publishes what waits, in its order, until the server stops.
async fn speak(client: Client, mut waiting: mpsc::Receiver<String>, stop: CancellationToken) {
    let config = ConnectionManagerConfig::new()
        .set_response_timeout(Some(PATIENCE))
        .set_connection_timeout(Some(PATIENCE));
    let Ok(mut line) = ConnectionManager::new_lazy_with_config(client, config) else { return };
    loop {
        let text = tokio::select! {
            biased;
            text = waiting.recv() => text,
            // The last words are still said.
            () = stop.cancelled(), if waiting.is_empty() => None,
        };
        let Some(text) = text else { return };
        let told: Result<(), _> = redis::cmd("PUBLISH").arg(CHANNEL).arg(text).query_async(&mut line).await;
        if let Err(error) = told {
            tracing::warn!(%error, "Redis did not take an event; other processes were not told");
        }
    }
}

/// Hears the others until the server stops; a broken line is mended.
async fn listen(client: Client, process: String, heard: mpsc::Sender<Heard>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let hearing = hear(&client, &process, &heard);
        match stop.run_until_cancelled(hearing).await {
            None => return,
            Some(Ok(())) => tracing::warn!("the line to Redis ended"),
            Some(Err(error)) => {
                tracing::warn!(%error, "Redis cannot be reached; other processes are not heard")
            }
        }
        stop.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

async fn hear(client: &Client, process: &str, heard: &mpsc::Sender<Heard>) -> anyhow::Result<()> {
    let mut line = tokio::time::timeout(PATIENCE, client.get_async_pubsub()).await??;
    line.subscribe(CHANNEL).await?;
    tracing::info!("Redis carries events between processes");
    heard.send(Heard::Connected).await?;
    let mut messages = line.on_message();
    while let Some(message) = messages.next().await {
        let text: String = message.get_payload()?;
        match serde_json::from_str::<Envelope<Word>>(&text) {
            Ok(Envelope { from, word }) if from != process => heard.send(Heard::Word { from, word }).await?,
            Ok(_) => {}
            // A process of another version may know more words.
            Err(error) => tracing::debug!(%error, "a word from the bus was not understood"),
        }
    }
    Ok(())
}
