//! Calls of programs that hold the secret, as Pusher's server libraries make them: publish events, ask about channels, end
//! the sockets of somebody.

mod signature;

use std::collections::BTreeMap;

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    Realtime,
    hub::Count,
    protocol::{self, EVENT_CHARS, Kind},
};
use crate::{
    app::App,
    error::{FieldErrors, Problem, Result, Text},
};

use signature::Signed;

/// Channels that one event may go to, and events of one call.
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

/// What is to be told, to whom.
#[derive(Debug, Deserialize)]
struct Event {
    name: String,
    #[serde(default)]
    channels: Vec<String>,
    channel: Option<String>,
    /// Usually JSON in a text.
    data: String,
    /// The socket that caused it and need not be told.
    socket_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Batch {
    batch: Vec<Event>,
}

async fn trigger_event(State(app): State<App>, Signed(event): Signed<Event>) -> Result<Json<Value>> {
    trigger(&app, &[event])
}

async fn trigger_batch(State(app): State<App>, Signed(events): Signed<Batch>) -> Result<Json<Value>> {
    if events.batch.len() > MOST_EVENTS {
        return Err(too_many("batch", MOST_EVENTS));
    }
    trigger(&app, &events.batch)
}

/// All or nothing: what is wrong with one event is found before any is told.
fn trigger(app: &App, events: &[Event]) -> Result<Json<Value>> {
    let realtime = app.part::<Realtime>();
    for event in events {
        check(event, realtime.0.limits.message_bytes)?;
    }
    for event in events {
        for channel in event.channels.iter().chain(&event.channel) {
            let frame = protocol::frame(&event.name, Some(channel), &event.data);
            realtime.tell(channel, frame, event.socket_id.as_deref());
        }
    }
    Ok(Json(json!({})))
}

fn too_many(field: &str, most: usize) -> Problem {
    Problem::invalid_field(field, Text::key("validation.too-many").with("max", most))
}

fn check(event: &Event, most: usize) -> Result<()> {
    if event.data.len() > most {
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too-large").with("max_bytes", most));
    }
    if event.channels.len() > MOST_CHANNELS {
        return Err(too_many("channels", MOST_CHANNELS));
    }
    let mut errors = FieldErrors::new();
    let mut refuse = |field: &str, key| errors.insert(field.to_owned(), vec![Text::key(key)]);
    if event.name.is_empty() || event.name.len() > EVENT_CHARS || event.name.starts_with("pusher") {
        refuse("name", "validation.wrong-format");
    }
    if event.channels.is_empty() && event.channel.is_none() {
        refuse("channels", "validation.required");
    }
    if event.channels.iter().chain(&event.channel).any(|channel| protocol::kind_of(channel).is_none()) {
        refuse("channels", "validation.wrong-format");
    }
    if event.socket_id.as_deref().is_some_and(|id| !super::authorize::is_socket_id(id)) {
        refuse("socket_id", "validation.wrong-format");
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// Which channels are asked about, and what.
#[derive(Debug, Deserialize)]
struct Question {
    #[serde(default)]
    filter_by_prefix: String,
    #[serde(default)]
    info: String,
}

impl Question {
    /// The asked attributes of a channel. Members are counted in all processes, subscriptions in this one.
    fn answer(&self, channel: &str, count: Count) -> Map<String, Value> {
        let mut answer = Map::new();
        let is_presence = protocol::kind_of(channel) == Some(Kind::Presence);
        for name in self.info.split(',') {
            match name {
                "user_count" if is_presence => answer.insert(name.to_owned(), count.users.into()),
                "subscription_count" => answer.insert(name.to_owned(), count.sockets.into()),
                _ => None,
            };
        }
        answer
    }
}

async fn list_channels(
    State(app): State<App>,
    Query(question): Query<Question>,
    _: Signed<()>,
) -> Json<Value> {
    let channels = app.part::<Realtime>().0.hub.channels(&question.filter_by_prefix);
    let channels: BTreeMap<String, Value> = channels
        .into_iter()
        .map(|(name, count)| {
            let answer = question.answer(&name, count).into();
            (name, answer)
        })
        .collect();
    Json(json!({ "channels": channels }))
}

async fn get_channel(
    State(app): State<App>,
    Path((_, channel)): Path<(String, String)>,
    Query(question): Query<Question>,
    _: Signed<()>,
) -> Json<Value> {
    let count = app.part::<Realtime>().0.hub.count(&channel);
    let mut answer = question.answer(&channel, count);
    answer.insert("occupied".to_owned(), (count.sockets + count.users > 0).into());
    Json(answer.into())
}

async fn list_users(
    State(app): State<App>,
    Path((_, channel)): Path<(String, String)>,
    _: Signed<()>,
) -> Result<Json<Value>> {
    if protocol::kind_of(&channel) != Some(Kind::Presence) {
        return Err(Problem::invalid_field("channel", Text::key("validation.wrong-format")));
    }
    let users = app.part::<Realtime>().0.hub.users(&channel);
    let users: Vec<Value> = users.into_iter().map(|id| json!({ "id": id })).collect();
    Ok(Json(json!({ "users": users })))
}

async fn end_connections(
    State(app): State<App>,
    Path((_, user)): Path<(String, String)>,
    _: Signed<()>,
) -> Json<Value> {
    super::reconnect(&app, &user);
    Json(json!({}))
}
