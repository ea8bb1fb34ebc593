//! The bus over Redis publish/subscribe: one channel for all processes and one per process.

use anyhow::Context as _;
use futures::StreamExt as _;
use redis::Client;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use super::{Bus, Outgoing};
use crate::libraries::*;
use crate::tasks::Tasks;

/// The Redis channel for all processes. Servers that share a Redis but not their data use different databases or
/// prefixes.
const CHANNEL: &str = "sitewright";
/// Messages that are buffered for Redis; the rest is dropped.
pub(super) const WAITING: usize = 4096;
/// Pause before a reconnect.
const PAUSE: Duration = Duration::from_secs(1);
/// A command that takes longer means that the connection is lost.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Sends and receives in the background until the server stops.
pub(super) fn connect(
    url: &str,
    bus: &Bus,
    waiting: mpsc::Receiver<Outgoing>,
    stop: &CancellationToken,
    tasks: &Tasks,
) -> anyhow::Result<()> {
    let client = Client::open(url).context("SITEWRIGHT_REDIS_URL is not the address of a Redis")?;
    tasks.spawn(listen(client.clone(), bus.clone(), stop.clone()));
    tasks.spawn(publish(client, waiting, stop.clone()));
    Ok(())
}

fn channel_of(process: &str) -> String {
    format!("{CHANNEL}:{process}")
}

/// Publishes queued messages in order, until the server stops.
async fn publish(client: Client, mut waiting: mpsc::Receiver<Outgoing>, stop: CancellationToken) {
    let config = ConnectionManagerConfig::new()
        .set_response_timeout(Some(TIMEOUT))
        .set_connection_timeout(Some(TIMEOUT));
    let Ok(mut connection) = ConnectionManager::new_lazy_with_config(client, config) else { return };
    loop {
        let message = tokio::select! {
            biased;
            message = waiting.recv() => message,
            // Messages in the queue are still sent.
            () = stop.cancelled(), if waiting.is_empty() => None,
        };
        let Some(Outgoing { to, text }) = message else { return };
        let channel = to.map_or_else(|| CHANNEL.to_owned(), |process| channel_of(&process));
        let published: Result<(), _> =
            redis::cmd("PUBLISH").arg(channel).arg(text).query_async(&mut connection).await;
        if let Err(error) = published {
            tracing::warn!(%error, "Redis did not accept a message; it did not reach other processes");
        }
    }
}

/// Receives messages until the server stops; reconnects when the connection breaks.
async fn listen(client: Client, bus: Bus, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let receiving = receive(&client, &bus);
        match stop.run_until_cancelled(receiving).await {
            None => return,
            Some(Ok(())) => tracing::warn!("the connection to Redis was closed"),
            Some(Err(error)) => {
                tracing::warn!(%error, "Redis is not reachable; no messages from other processes")
            }
        }
        stop.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

async fn receive(client: &Client, bus: &Bus) -> anyhow::Result<()> {
    let mut connection = tokio::time::timeout(TIMEOUT, client.get_async_pubsub()).await??;
    connection.subscribe(CHANNEL).await?;
    connection.subscribe(channel_of(&bus.0.process)).await?;
    tracing::info!("Redis carries events between processes");
    bus.connected().await;
    let mut messages = connection.on_message();
    while let Some(message) = messages.next().await {
        bus.receive(&message.get_payload::<String>()?).await;
    }
    Ok(())
}
