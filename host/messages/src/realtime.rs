//! Realtime: publishes events to open pages with Pusher's protocol, so that any of its clients works.
//!
//! | channel | subscribers | events |
//! |---|---|---|
//! | `private-user.{id}` | the user | `words.changed`, `pages.changed`, `run.changed`, `document.changed`, `favourite.changed`, `job.changed`, `shop.changed`, `project.changed`, `brand.page-read`, `development.changed`, `notification.created`, `notification.read` |
//! | `presence-project.{id}` | users of the project | `client-*` from each other |
//!
//! Programs with the secret may use their own channels, including `cache-*`. Watchlists and webhooks are not
//! supported.
//!
//! Invariants:
//! - An event is published after the commit of its cause, never before. A client that missed it reads the API: events
//!   only save polling.
//! - Publishing never waits. A socket that does not read is closed; an event that the bus cannot carry is logged.

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

use axum::extract::ws::Utf8Bytes;

use crate::platform::bus::Topic;
use crate::platform::http;
use crate::platform::prelude::*;

use hub::{Handle, Hub, Move};
use keys::Keys;
use others::Message;
use protocol::{Code, Member};

pub const SLICE: Slice = Slice { routes, open, ..Slice::new("realtime") };

/// How long the stopping server waits for its sockets to close.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

fn routes() -> OpenApiRouter<App> {
    endpoints![get_realtime, authorize::authorize_channel]
}

/// Routes of sockets and of programs, which authenticate by signatures.
pub fn signed_routes(app: &App) -> Router<App> {
    door::beside_pages(app)
}

/// Adds the empty hub, and listens to the other processes.
fn open(app: App) -> anyhow::Result<App> {
    let process = app.process.id().to_owned();
    let (bus, subscriber) = app.bus.topic("realtime");
    let (hub, keys, limits) = (Hub::new(process), Keys::of(&app), Limits::of(&app.config));
    let inner = Inner { hub, bus, keys, limits };
    let realtime = Realtime(Arc::new(inner));
    others::follow(&app, realtime.clone(), subscriber);
    Ok(app.with(realtime))
}

/// Opens the separate port, and closes all sockets when the server stops.
pub async fn open_port(app: &App) -> anyhow::Result<()> {
    door::open_port(app).await?;
    let (realtime, stop) = (app.part::<Realtime>().clone(), app.stop.clone());
    app.tasks.spawn(async move {
        stop.cancelled().await;
        realtime.0.bus.publish(&Message::Bye);
        realtime.0.hub.end_all(Code::Reconnect);
        let emptied = async {
            while !realtime.0.hub.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // The end of the process closes the remaining sockets.
        let _ = tokio::time::timeout(STOP_PATIENCE, emptied).await;
    });
    Ok(())
}

/// Sends an event to all open pages of a user once the transaction has committed.
pub fn publish(app: &App, conn: &mut Conn, user: &str, event: &'static str, data: &impl Serialize) {
    let (app, user, data) = (app.clone(), user.to_owned(), serde_json::to_value(data));
    conn.after_commit(move || match data {
        Ok(data) => publish_now(&app, &user, event, &data),
        Err(error) => tracing::error!(event, %error, "an event could not be serialized"),
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
    realtime.0.bus.publish(&Message::Reconnect { user: user.to_owned() });
}

/// Whether an account owns a project. The projects slice provides the function, because this slice does not depend on
/// it.
pub struct OwnsProject(pub OwnsProjectFn);
type OwnsProjectFn = for<'a> fn(&'a App, &'a str, &'a str) -> BoxFuture<'a, Result<bool>>;

/// The hub of this process with its connection to the others. Cheap to clone.
#[derive(Clone)]
pub struct Realtime(Arc<Inner>);

struct Inner {
    hub: Hub,
    bus: Topic<Message>,
    keys: Keys,
    limits: Limits,
}

/// Limits per socket, per account and in total.
struct Limits {
    connections: usize,
    connections_per_account: usize,
    /// For sockets without a permit.
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

/// The channel of one user.
fn channel_of(user: &str) -> String {
    format!("private-user.{user}")
}

impl Realtime {
    /// Whether the user may have subscribers, so that needless reads are avoided.
    pub fn may_have_subscribers(&self, user: &str) -> bool {
        self.0.bus.has_others() || self.0.hub.has_subscribers(&channel_of(user))
    }

    /// Publishes an event to all open pages of a user.
    pub fn publish(&self, user: &str, event: &str, data: &impl Serialize) {
        if !self.may_have_subscribers(user) {
            return;
        }
        match serde_json::to_string(data) {
            Ok(data) => {
                let channel = channel_of(user);
                self.send(&channel, protocol::frame(event, Some(&channel), &data), None, false);
            }
            Err(error) => tracing::error!(event, %error, "an event could not be serialized"),
        }
    }

    /// Sends a frame to all subscribers of a channel, here and in other processes. With `kept` it is also sent to
    /// later subscribers.
    fn send(&self, channel: &str, frame: Utf8Bytes, except: Option<&str>, kept: bool) {
        self.0.hub.send(channel, &frame, except, kept);
        if self.0.bus.has_others() {
            let (channel, frame) = (channel.to_owned(), frame.as_str().to_owned());
            self.0.bus.publish(&Message::Frame { channel, frame, except: except.map(str::to_owned), kept });
        }
        metrics::counter!("sitewright_realtime_events_total").increment(1);
    }

    fn join(&self, handle: &Handle, channel: &str, member: &Member) -> Move {
        let moved = self.0.hub.join(handle, channel, member);
        if moved == Move::First {
            let (channel, user) = (channel.to_owned(), member.id.clone());
            self.0.bus.publish(&Message::Joined { channel, user, info: member.info.clone() });
        }
        moved
    }

    fn leave(&self, handle: &Handle, channel: &str, member: Option<&str>) {
        let was_last = self.0.hub.leave(handle, channel, member);
        if let (true, Some(user)) = (was_last, member) {
            self.0.bus.publish(&Message::Left { channel: channel.to_owned(), user: user.to_owned() });
        }
    }
}

/// How a page receives events.
#[derive(Debug, Serialize, ToSchema)]
struct RealtimeView {
    /// Whether there is a socket; without one the page polls.
    enabled: bool,
    /// Public key of the application.
    key: String,
    /// The host of the socket; it is also served at the address of the page.
    host: String,
    port: u16,
    tls: bool,
    /// The user's channel.
    channel: String,
}

/// How to receive events
#[utoipa::path(get, path = "/api/realtime", tag = "realtime", responses((status = 200, body = RealtimeView)))]
async fn get_realtime(app: App, user: User, headers: HeaderMap) -> Json<RealtimeView> {
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
