//! The HTTP API for programs with the secret, as Pusher's server libraries use it: publish events, query channels,
//! close the sockets of a user.

mod signature;

use axum::routing::{get, post};

use super::Realtime;
use super::hub::Count;
use super::protocol::{self, EVENT_CHARS, Kind};
use crate::platform::prelude::*;

use signature::Signed;

/// Channels of one event, and events of one request.
const MOST_CHANNELS: usize = 100;
const MOST_EVENTS: usize = 10;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/apps/{app}/events", post(trigger_event))
        .route("/apps/{app}/batch_events", post(trigger_batch))
        .route("/apps/{app}/channels", get(list_channels))
        .route("/apps/{app}/channels/{channel}", get(get_channel))
        .route("/apps/{app}/channels/{channel}/users", get(list_users))
        .route("/apps/{app}/users/{user}/terminate_connections", post(end_connections))
}

/// An event to publish.
#[derive(Debug, Deserialize)]
struct Event {
    name: String,
    #[serde(default)]
    channels: Vec<String>,
    channel: Option<String>,
    /// Usually JSON in a string.
    data: String,
    /// The socket that caused it and does not receive it.
    socket_id: Option<String>,
    /// The channel attributes to return.
    info: Option<String>,
}

impl Event {
    fn channels(&self) -> impl Iterator<Item = &String> {
        self.channels.iter().chain(&self.channel)
    }
}

/// An ignored body: Pusher's libraries send `{}` where others send nothing.
#[derive(Debug, Deserialize)]
struct Nothing {}

#[derive(Debug, Deserialize)]
struct Batch {
    batch: Vec<Event>,
}

async fn trigger_event(app: App, Signed(event): Signed<Event>) -> Result<Json<Value>> {
    let mut infos = trigger(&app, std::slice::from_ref(&event))?;
    let Some(info) = infos.pop().flatten() else { return Ok(Json(json!({}))) };
    let channels: BTreeMap<&String, Value> =
        event.channels().map(|name| (name, info.answer(name, count(&app, name)).into())).collect();
    Ok(Json(json!({ "channels": channels })))
}

async fn trigger_batch(app: App, Signed(events): Signed<Batch>) -> Result<Json<Value>> {
    refuse_if(events.batch.len() > MOST_EVENTS, || too_many("batch", MOST_EVENTS))?;
    let infos = trigger(&app, &events.batch)?;
    if infos.iter().all(Option::is_none) {
        return Ok(Json(json!({})));
    }
    let answer = |(event, info): (&Event, Option<Info>)| {
        let asked = info.zip(event.channels().next());
        asked.map(|(info, name)| info.answer(name, count(&app, name))).unwrap_or_default()
    };
    let batch: Vec<Map<String, Value>> = events.batch.iter().zip(infos).map(answer).collect();
    Ok(Json(json!({ "batch": batch })))
}

fn count(app: &App, channel: &str) -> Count {
    app.part::<Realtime>().0.hub.count(channel)
}

/// All or nothing: all events are validated before any is published. Returns the requested channel attributes of
/// each.
fn trigger(app: &App, events: &[Event]) -> Result<Vec<Option<Info>>> {
    let realtime = app.part::<Realtime>();
    for event in events {
        check(event, realtime.0.limits.message_bytes)?;
    }
    let infos = events.iter().map(|event| event.info.as_deref().map(Info::of).transpose());
    let infos = infos.collect::<Result<Vec<_>>>()?;
    for event in events {
        for channel in event.channels() {
            let frame = protocol::frame(&event.name, Some(channel), &event.data);
            let kept = protocol::is_cached(channel);
            realtime.send(channel, frame, event.socket_id.as_deref(), kept);
        }
    }
    Ok(infos)
}

fn too_many(field: &str, most: usize) -> Problem {
    Problem::invalid_field(field, Text::key("validation.too-many").with("max", most))
}

fn check(event: &Event, most: usize) -> Result<()> {
    if event.data.len() > most {
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too-large").with("max_bytes", most));
    }
    refuse_if(event.channels.len() > MOST_CHANNELS, || too_many("channels", MOST_CHANNELS))?;
    let mut errors = FieldErrors::new();
    let mut refuse = |field: &str, key| errors.insert(field.to_owned(), vec![Text::key(key)]);
    if event.name.is_empty() || event.name.len() > EVENT_CHARS || event.name.starts_with("pusher") {
        refuse("name", "validation.wrong-format");
    }
    if event.channels.is_empty() && event.channel.is_none() {
        refuse("channels", "validation.required");
    }
    if event.channels().any(|channel| protocol::kind_of(channel).is_none()) {
        refuse("channels", "validation.wrong-format");
    }
    if event.socket_id.as_deref().is_some_and(|id| !super::authorize::is_socket_id(id)) {
        refuse("socket_id", "validation.wrong-format");
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// A query of channels.
#[derive(Debug, Deserialize)]
struct Question {
    #[serde(default)]
    filter_by_prefix: String,
    #[serde(default)]
    info: String,
}

/// The requested attributes of a channel.
#[derive(Debug, Clone, Copy)]
struct Info {
    user_count: bool,
    subscription_count: bool,
}

impl Info {
    /// Names separated by commas.
    fn of(names: &str) -> Result<Self> {
        let mut info = Self { user_count: false, subscription_count: false };
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name {
                "user_count" => info.user_count = true,
                "subscription_count" => info.subscription_count = true,
                _ => return Err(no_such_info(name)),
            }
        }
        Ok(info)
    }

    /// Refuses the member count of a channel without presence, as Pusher does.
    fn expect_members(self, channel: &str) -> Result<Self> {
        let is_presence = channel.starts_with("presence-");
        if self.user_count && !is_presence { Err(no_such_info("user_count")) } else { Ok(self) }
    }

    /// The requested attributes that the channel has. Members are counted in all processes, subscriptions in this
    /// one.
    fn answer(self, channel: &str, count: Count) -> Map<String, Value> {
        let mut answer = Map::new();
        if self.user_count && protocol::kind_of(channel) == Some(Kind::Presence) {
            answer.insert("user_count".to_owned(), count.users.into());
        }
        if self.subscription_count {
            answer.insert("subscription_count".to_owned(), count.sockets.into());
        }
        answer
    }
}

fn no_such_info(name: &str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "realtime.no-such-info").with("info", name)
}

async fn list_channels(app: App, Query(question): Query<Question>, _: Signed<()>) -> Result<Json<Value>> {
    let info = Info::of(&question.info)?.expect_members(&question.filter_by_prefix)?;
    let channels = app.part::<Realtime>().0.hub.channels(&question.filter_by_prefix);
    let channels: BTreeMap<String, Value> = channels
        .into_iter()
        .map(|(name, count)| {
            let answer = info.answer(&name, count).into();
            (name, answer)
        })
        .collect();
    Ok(Json(json!({ "channels": channels })))
}

async fn get_channel(
    app: App,
    Path((_, channel)): Path<(String, String)>,
    Query(question): Query<Question>,
    _: Signed<()>,
) -> Result<Json<Value>> {
    let info = Info::of(&question.info)?.expect_members(&channel)?;
    let count = count(&app, &channel);
    let mut answer = info.answer(&channel, count);
    answer.insert("occupied".to_owned(), (count.sockets + count.users > 0).into());
    Ok(Json(answer.into()))
}

async fn list_users(
    app: App,
    Path((_, channel)): Path<(String, String)>,
    _: Signed<()>,
) -> Result<Json<Value>> {
    refuse_if(protocol::kind_of(&channel) != Some(Kind::Presence), || no_such_info("users"))?;
    let users = app.part::<Realtime>().0.hub.users(&channel);
    let users: Vec<Value> = users.into_iter().map(|id| json!({ "id": id })).collect();
    Ok(Json(json!({ "users": users })))
}

async fn end_connections(
    app: App,
    Path((_, user)): Path<(String, String)>,
    _: Signed<Option<Nothing>>,
) -> Json<Value> {
    super::reconnect_now(&app, &user);
    Json(json!({}))
}
