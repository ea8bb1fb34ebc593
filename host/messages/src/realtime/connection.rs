//! One socket: reads frames, writes frames, and detects a dead client.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures::SinkExt as _;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Realtime;
use super::hub::Handle;
use super::protocol::{self, Code, Kind, Sent};
use super::sockets::{Allowance, Network};

/// Frames that are written at once.
const BATCH: usize = 32;
/// How long a client may take to receive a frame, or the closing one.
const WRITE_PATIENCE: Duration = Duration::from_secs(15);
const CLOSE_PATIENCE: Duration = Duration::from_secs(1);
/// Frames of any kind that a client may send per second.
const FRAMES_PER_SECOND: u32 = 100;

/// The longest interval between two checks of an active socket.
const IDLE_LOOK: Duration = Duration::from_secs(10);

/// Why a socket is closed.
pub(super) struct Closing {
    number: u16,
    reason: &'static str,
    /// Whether the client first gets an error frame.
    with_error: bool,
}

impl From<Code> for Closing {
    fn from(code: Code) -> Self {
        Self { number: code.number(), reason: code.meaning(), with_error: true }
    }
}

const BINARY: Closing =
    Closing { number: close_code::UNSUPPORTED, reason: "Binary frames are not supported", with_error: false };
/// Pusher's response to a socket that takes a slot and subscribes to nothing.
const UNCLAIMED: Closing = Closing {
    number: Code::Unauthorized as u16,
    reason: "Connection not authorized within timeout",
    with_error: true,
};
const TOO_LARGE: Closing =
    Closing { number: close_code::SIZE, reason: "The frame is too large", with_error: false };

/// A channel that the socket is subscribed to.
pub(super) struct Subscription {
    pub kind: Kind,
    /// The socket's member id in a presence channel.
    pub member: Option<String>,
}

pub(super) struct Connection {
    pub realtime: Realtime,
    pub handle: Handle,
    pub subscriptions: HashMap<String, Subscription>,
    /// The account of the socket, once it is proven.
    pub account: Option<String>,
    /// The shared rate limit of all sockets of the account.
    pub allowance: Option<Arc<Allowance>>,
    /// Whether it has shown a permit.
    pub is_proven: bool,
    /// Since when it is subscribed to nothing.
    pub idle_since: Instant,
    pub events: DefaultDirectRateLimiter,
    frames: DefaultDirectRateLimiter,
    last_received: Instant,
    asked: bool,
}

/// Refuses a client with the protocol's means: an error frame, then the close code.
pub(super) async fn refuse(mut socket: WebSocket, code: Code) {
    close(&mut socket, Some(code.into())).await;
}

/// Serves a socket until it is closed.
pub(super) async fn attend(realtime: Realtime, socket: WebSocket, network: Option<Network>) {
    let (handle, frames) = Handle::new();
    let limits = &realtime.0.limits;
    if !realtime.0.hub.enter(&handle, network, limits) {
        return refuse(socket, Code::OverCapacity).await;
    }
    let events = RateLimiter::direct(per_second(limits.client_events));
    let mut connection = Connection {
        handle,
        subscriptions: HashMap::new(),
        account: None,
        allowance: None,
        is_proven: false,
        idle_since: Instant::now(),
        events,
        frames: RateLimiter::direct(per_second(FRAMES_PER_SECOND)),
        last_received: Instant::now(),
        asked: false,
        realtime,
    };
    connection.greet();
    connection.serve(socket, frames).await;
    connection.leave_all();
}

pub(super) fn per_second(times: u32) -> Quota {
    Quota::per_second(times.try_into().unwrap_or(std::num::NonZeroU32::MIN))
}

impl Connection {
    fn greet(&self) {
        let timeout = self.realtime.0.limits.activity_timeout.as_secs().max(1);
        let data = json!({ "socket_id": &*self.handle.id, "activity_timeout": timeout });
        self.handle.send(protocol::frame("pusher:connection_established", None, &data.to_string()));
    }

    async fn serve(&mut self, mut socket: WebSocket, mut frames: mpsc::Receiver<Utf8Bytes>) {
        let handle = self.handle.clone();
        let mut batch = Vec::with_capacity(BATCH);
        let silence = tokio::time::sleep_until(self.deadline());
        let idleness = tokio::time::sleep_until(self.idle_deadline());
        tokio::pin!(silence, idleness);
        let closing = loop {
            tokio::select! {
                code = handle.ended() => break Some(code.into()),
                _ = frames.recv_many(&mut batch, BATCH) => {
                    let written = write(&mut socket, &mut batch);
                    let written = tokio::select! {
                        written = written => written,
                        code = handle.ended() => break Some(code.into()),
                    };
                    if written.is_err() {
                        break None;
                    }
                }
                message = socket.recv() => {
                    self.last_received = Instant::now();
                    if std::mem::take(&mut self.asked) {
                        silence.as_mut().reset(self.deadline());
                    }
                    let idle_since = self.idle_since;
                    match self.receive(message) {
                        Ok(()) => {}
                        Err(closing) => break closing,
                    }
                    if self.idle_since != idle_since {
                        idleness.as_mut().reset(self.idle_deadline());
                    }
                }
                () = &mut silence => {
                    if let Some(code) = self.on_silence() {
                        break Some(code.into());
                    }
                    silence.as_mut().reset(self.deadline());
                }
                () = &mut idleness => {
                    if self.is_unclaimed() {
                        break Some(UNCLAIMED);
                    }
                    idleness.as_mut().reset(self.idle_deadline().max(Instant::now() + IDLE_LOOK));
                }
            }
        };
        close(&mut socket, closing).await;
    }

    /// The time limit of a socket without permit and subscriptions.
    fn idle_deadline(&self) -> Instant {
        self.idle_since + self.realtime.0.limits.sign_in_timeout
    }

    fn is_unclaimed(&self) -> bool {
        !self.is_proven && self.subscriptions.is_empty() && Instant::now() >= self.idle_deadline()
    }

    /// The time limit of silence.
    fn deadline(&self) -> Instant {
        let limits = &self.realtime.0.limits;
        let asked = if self.asked { limits.pong_timeout } else { Duration::ZERO };
        self.last_received + limits.activity_timeout + asked
    }

    fn on_silence(&mut self) -> Option<Code> {
        if Instant::now() < self.deadline() {
            return None;
        }
        if self.asked {
            return Some(Code::NoPong);
        }
        self.asked = true;
        self.handle.send(protocol::frame("pusher:ping", None, "{}"));
        None
    }

    /// Handles a message. An error closes the socket.
    fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Option<Closing>> {
        match message {
            Some(Ok(Message::Text(text))) => self.on_frame(&text).map_err(|code| Some(code.into())),
            Some(Ok(Message::Binary(_))) => Err(Some(BINARY)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Close(_))) | None => Err(None),
            Some(Err(error)) if error.to_string().contains("too long") => Err(Some(TOO_LARGE)),
            Some(Err(_)) => Err(None),
        }
    }

    fn on_frame(&mut self, text: &str) -> Result<(), Code> {
        if self.frames.check().is_err() {
            return Err(Code::OverCapacity);
        }
        let Ok(sent) = serde_json::from_str::<Sent>(text) else {
            self.complain(Code::Reconnect, "Invalid message format");
            return Ok(());
        };
        match sent.event.as_str() {
            "pusher:ping" => self.handle.send(protocol::frame("pusher:pong", None, "{}")),
            "pusher:pong" => {}
            "pusher:subscribe" => return self.subscribe(&sent),
            "pusher:unsubscribe" => self.unsubscribe(&sent),
            "pusher:signin" => return self.sign_in(&sent),
            event if event.starts_with("client-") => self.pass_on(&sent),
            _ => self.complain(Code::Reconnect, "Unknown event"),
        }
        Ok(())
    }

    /// Reports an error of a frame; the socket stays open.
    pub fn complain(&self, code: Code, message: &str) {
        self.handle.send(protocol::error(code, message));
    }

    fn leave_all(mut self) {
        if let Some(allowance) = &self.allowance {
            allowance.remove(self.subscriptions.len());
        }
        for (channel, subscription) in std::mem::take(&mut self.subscriptions) {
            self.realtime.leave(&self.handle, &channel, subscription.member.as_deref());
        }
        self.realtime.0.hub.exit(&self.handle, self.account.as_deref());
    }
}

async fn write(socket: &mut WebSocket, batch: &mut Vec<Utf8Bytes>) -> Result<(), ()> {
    let writing = async {
        for frame in batch.drain(..) {
            socket.feed(Message::Text(frame)).await.map_err(drop)?;
        }
        socket.flush().await.map_err(drop)
    };
    tokio::time::timeout(WRITE_PATIENCE, writing).await.map_err(drop)?
}

/// Closes the socket; a client that does not read is abandoned after a moment.
async fn close(socket: &mut WebSocket, closing: Option<Closing>) {
    let closed = async {
        if let Some(Closing { number, reason, with_error }) = closing {
            if with_error {
                let data = json!({ "code": number, "message": reason });
                let frame = protocol::frame("pusher:error", None, &data.to_string());
                socket.send(Message::Text(frame)).await?;
            }
            let frame = CloseFrame { code: number, reason: reason.into() };
            socket.send(Message::Close(Some(frame))).await?;
        }
        // The client answers with its own close frame; the connection must not be closed earlier, or the code could
        // get lost.
        while let Some(Ok(_)) = socket.recv().await {}
        Ok::<_, axum::Error>(())
    };
    // Whether it arrived does not matter any more.
    let _ = tokio::time::timeout(CLOSE_PATIENCE, closed).await;
}
