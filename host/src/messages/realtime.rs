//! Realtime: tells open pages what happens, by Pusher's protocol, so that any of its clients is ours.
//!
//! | channel | who listens | what is said |
//! |---|---|---|
//! | `private-user.{id}` | the person | `words.changed`, `run.changed`, `document.changed`, `favourite.changed`, `job.changed`, `project.changed`, `development.changed`, `notification.created`, `notification.read` |
//! | `presence-project.{id}` | everybody who works in the project | `client-*` of one another |
//!
//! Programs that hold the secret may use channels of their own, `cache-*` among them. Watchlists and webhooks are not offered.
//!
//! What must hold:
//! - Something is said after the transaction that made it true, never before. Whoever missed it reads the API as ever: what
//!   is said here only saves the waiting.
//! - Nobody is waited for. A socket that does not read is closed; a bus that does not carry is complained about.

mod authorize;
mod cache;
mod connection;
mod door;
mod hub;
mod keys;
mod others;
mod presence;
mod protocol;
mod sockets;
mod subscriptions;
mod trigger;

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{State, ws::Utf8Bytes},
    http::{HeaderMap, header},
};
use futures::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{
    app::App, auth::User, bus::Topic, config::Config, db::Conn, error::Result, http, slice::Slice,
};

use hub::{Handle, Hub, Move};
use keys::Keys;
use others::Word;
use protocol::{Code, Member};

pub const SLICE: Slice = Slice { routes, open, ..Slice::new("realtime") };

/// How long the stopping server waits for its sockets to close.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_realtime)).routes(routes!(authorize::authorize_channel))
}

/// Routes of sockets and of calling programs, which prove themselves by signatures.
pub fn signed_routes(app: &App) -> Router<App> {
    door::beside_pages(app)
}

/// Adds the hub, which nobody has entered yet, and listens to the other processes.
fn open(app: App) -> anyhow::Result<App> {
    let process = app.process.id().to_owned();
    let (bus, ears) = app.bus.topic("realtime");
    let (hub, keys, limits) = (Hub::new(process), Keys::of(&app), Limits::of(&app.config));
    let inner = Inner { hub, bus, keys, limits };
    let realtime = Realtime(Arc::new(inner));
    others::follow(&app, realtime.clone(), ears);
    Ok(app.with(realtime))
}

/// Opens the port of its own, and sees to it that sockets are closed when the server stops.
pub async fn open_port(app: &App) -> anyhow::Result<()> {
    door::open_port(app).await?;
    let (realtime, stop) = (app.part::<Realtime>().clone(), app.stop.clone());
    app.tasks.spawn(async move {
        stop.cancelled().await;
        realtime.0.bus.tell(&Word::Bye);
        realtime.0.hub.end_all(Code::Reconnect);
        let emptied = async {
            while !realtime.0.hub.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // Who has not gone by then is cut off with the process.
        let _ = tokio::time::timeout(STOP_PATIENCE, emptied).await;
    });
    Ok(())
}

/// Sends an event to all open pages of a user once the transaction has committed.
pub fn publish(app: &App, conn: &mut Conn, user: &str, event: &'static str, data: &impl Serialize) {
    let (app, user, data) = (app.clone(), user.to_owned(), serde_json::to_value(data));
    conn.after_commit(move || match data {
        Ok(data) => publish_now(&app, &user, event, &data),
        Err(error) => tracing::error!(event, %error, "an event is no JSON"),
    });
}

/// Sends an event about something that is committed, or that no transaction stores.
pub fn publish_now(app: &App, user: &str, event: &str, data: &impl Serialize) {
    app.part::<Realtime>().publish(user, event, data);
}

/// Makes the sockets of a user sign in again once the transaction has committed: after a sign-out, or a change of rights.
pub fn reconnect(app: &App, conn: &mut Conn, user: &str) {
    let (app, user) = (app.clone(), user.to_owned());
    conn.after_commit(move || reconnect_now(&app, &user));
}

/// Makes the sockets of a user sign in again.
pub fn reconnect_now(app: &App, user: &str) {
    let realtime = app.part::<Realtime>();
    realtime.0.hub.end_account(user, Code::Reconnect);
    realtime.0.bus.tell(&Word::Reconnect { user: user.to_owned() });
}

/// Says whether an account works in a project: the slice of projects knows, and this one does not know that slice.
pub struct OwnsProject(pub OwnsProjectFn);
type OwnsProjectFn = for<'a> fn(&'a App, &'a str, &'a str) -> BoxFuture<'a, Result<bool>>;

/// The hub of this process and its line to the others. Cheap to clone.
#[derive(Clone)]
pub struct Realtime(Arc<Inner>);

struct Inner {
    hub: Hub,
    bus: Topic<Word>,
    keys: Keys,
    limits: Limits,
}

/// How much one socket, one account and all may have.
struct Limits {
    connections: usize,
    connections_per_account: usize,
    /// Of those that showed no permit.
    connections_per_address: usize,
    channels: usize,
    client_events: u32,
    message_bytes: usize,
    activity_timeout: Duration,
    pong_timeout: Duration,
    sign_in_timeout: Duration,
}

impl Limits {
    fn of(config: &Config) -> Self {
        Self {
            connections: config.realtime_connections,
            connections_per_account: config.realtime_connections_per_account,
            connections_per_address: config.realtime_connections_per_address,
            channels: config.realtime_channels,
            client_events: config.realtime_client_events,
            message_bytes: config.realtime_message_bytes,
            activity_timeout: config.realtime_activity_timeout,
            pong_timeout: config.realtime_pong_timeout,
            sign_in_timeout: config.realtime_sign_in_timeout,
        }
    }
}

/// The channel of everything that concerns one person.
fn channel_of(user: &str) -> String {
    format!("private-user.{user}")
}

impl Realtime {
    /// Whether it can matter to somebody what is said to this person, so that nothing is read in vain.
    pub fn may_hear(&self, user: &str) -> bool {
        self.0.bus.has_others() || self.0.hub.is_heard(&channel_of(user))
    }

    /// Tells all open pages of a person that something is true now.
    pub fn publish(&self, user: &str, event: &str, data: &impl Serialize) {
        if !self.may_hear(user) {
            return;
        }
        match serde_json::to_string(data) {
            Ok(data) => {
                let channel = channel_of(user);
                self.tell(&channel, protocol::frame(event, Some(&channel), &data), None, false);
            }
            Err(error) => tracing::error!(event, %error, "an event cannot be written"),
        }
    }

    /// Hands a frame to everybody in a channel, here and in other processes. `kept`: those who subscribe later are told
    /// it, too.
    fn tell(&self, channel: &str, frame: Utf8Bytes, except: Option<&str>, kept: bool) {
        self.0.hub.tell(channel, &frame, except, kept);
        if self.0.bus.has_others() {
            let (channel, frame) = (channel.to_owned(), frame.as_str().to_owned());
            self.0.bus.tell(&Word::Tell { channel, frame, except: except.map(str::to_owned), kept });
        }
        metrics::counter!("sitewright_realtime_events_total").increment(1);
    }

    fn join(&self, handle: &Handle, channel: &str, member: &Member) -> Move {
        let moved = self.0.hub.join(handle, channel, member);
        if moved == Move::First {
            let (channel, user) = (channel.to_owned(), member.id.clone());
            self.0.bus.tell(&Word::Joined { channel, user, info: member.info.clone() });
        }
        moved
    }

    fn leave(&self, handle: &Handle, channel: &str, member: Option<&str>) {
        let was_last = self.0.hub.leave(handle, channel, member);
        if let (true, Some(user)) = (was_last, member) {
            self.0.bus.tell(&Word::Left { channel: channel.to_owned(), user: user.to_owned() });
        }
    }
}

/// Where and how a page is told what happens.
#[derive(Debug, Serialize, ToSchema)]
struct RealtimeView {
    /// Whether there is a socket; without one the page asks from time to time.
    enabled: bool,
    /// Public key of the application.
    key: String,
    /// Where the socket is; it is also at the address of the page.
    host: String,
    port: u16,
    tls: bool,
    /// The channel of everything that concerns the person.
    channel: String,
}

/// How to be told what happens
#[utoipa::path(get, path = "/api/realtime", tag = "realtime", responses((status = 200, body = RealtimeView)))]
async fn get_realtime(State(app): State<App>, user: User, headers: HeaderMap) -> Json<RealtimeView> {
    let address = http::socket_address(&app, &headers).unwrap_or_else(|| address_of_page(&app, &headers));
    Json(RealtimeView {
        enabled: app.config.realtime,
        key: app.part::<Realtime>().0.keys.key.clone(),
        host: address.host,
        port: address.port,
        tls: address.tls,
        channel: channel_of(&user.id),
    })
}

fn address_of_page(app: &App, headers: &HeaderMap) -> http::SocketAddress {
    let public = app.config.public_url.as_deref().unwrap_or_default();
    let tls = app.config.has_secure_cookies() || public.starts_with("https:");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
    http::SocketAddress {
        tls,
        host: http::host_name(headers).unwrap_or_default().to_owned(),
        port: port.unwrap_or(if tls { 443 } else { 80 }),
    }
}
