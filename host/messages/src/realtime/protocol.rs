//! Pusher's protocol: codes, names and frames.

use std::ops::RangeInclusive;

use axum::extract::ws::Utf8Bytes;

use crate::platform::prelude::*;

/// The supported protocol versions. Since 5 clients answer pings. 6 sends no `pusher:error` before a socket is closed
/// with a code, which 5 needs and 7 accepts; so every client gets one.
pub(super) const PROTOCOLS: RangeInclusive<u32> = 5..=7;
/// Characters of a channel name.
const CHANNEL_CHARS: usize = 164;
/// Characters of an event name.
pub(super) const EVENT_CHARS: usize = 200;

/// Why a socket is refused or closed, by Pusher's ranges: clients reconnect after 4000–4099 only with a change, after
/// 4100–4199 with a pause, after 4200–4299 at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    TlsOnly = 4000,
    UnknownApp = 4001,
    Disabled = 4003,
    OverQuota = 4004,
    NoSuchPath = 4005,
    InvalidVersion = 4006,
    UnsupportedProtocol = 4007,
    NoProtocol = 4008,
    Unauthorized = 4009,
    OverCapacity = 4100,
    Reconnect = 4200,
    NoPong = 4201,
    ClientEvent = 4301,
}

impl Code {
    pub fn number(self) -> u16 {
        self as u16
    }

    /// In English, like the protocol: for client developers.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::TlsOnly => "Application only accepts TLS connections, reconnect using wss://",
            Self::UnknownApp => "Application does not exist",
            Self::Disabled => "Application disabled",
            Self::OverQuota => "Account is over its connection quota",
            Self::NoSuchPath => "Path not found",
            Self::InvalidVersion => "Invalid version string format",
            Self::UnsupportedProtocol => "Unsupported protocol version",
            Self::NoProtocol => "No protocol version supplied",
            Self::Unauthorized => "Connection is unauthorized",
            Self::OverCapacity => "Over capacity",
            Self::Reconnect => "Generic reconnect immediately",
            Self::NoPong => "Pong reply not received in time",
            Self::ClientEvent => "Client event rejected",
        }
    }
}

/// The access rule of a channel, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Public,
    Private,
    /// Private, with a member list.
    Presence,
    /// Server events for one signed-in user.
    OfUser,
}

/// The channel of all sockets signed in as this user.
pub(super) fn channel_of_user(user: &str) -> String {
    format!("#server-to-user-{user}")
}

/// The kind of a channel; `None` if the name is invalid.
pub(super) fn kind_of(channel: &str) -> Option<Kind> {
    let is_name = |name: &str| {
        (1..=CHANNEL_CHARS).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-=@,.;".contains(&byte))
    };
    if let Some(user) = channel.strip_prefix("#server-to-user-") {
        return is_name(user).then_some(Kind::OfUser);
    }
    is_name(channel).then(|| match channel {
        name if name.starts_with("presence-") => Kind::Presence,
        name if name.starts_with("private-") => Kind::Private,
        _ => Kind::Public,
    })
}

/// Whether the last event of a channel is kept for later subscribers.
pub(super) fn is_cached(channel: &str) -> bool {
    let kinds = ["", "private-", "private-encrypted-", "presence-"];
    kinds.iter().any(|kind| channel.strip_prefix(kind).is_some_and(|rest| rest.starts_with("cache-")))
}

/// A frame from a client.
#[derive(Debug, Deserialize)]
pub(super) struct Sent<'a> {
    pub event: String,
    pub channel: Option<String>,
    #[serde(borrow)]
    pub data: Option<&'a RawValue>,
}

impl Sent<'_> {
    /// The data, as JSON or as a string with JSON: clients send both.
    pub fn data<T: DeserializeOwned>(&self) -> Option<T> {
        let raw = self.data?.get();
        match raw.starts_with('"') {
            true => serde_json::from_str(&serde_json::from_str::<String>(raw).ok()?).ok(),
            false => serde_json::from_str(raw).ok(),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Subscribe {
    pub channel: String,
    pub auth: Option<String>,
    pub channel_data: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Unsubscribe {
    pub channel: String,
}

#[derive(Deserialize)]
pub(super) struct SignIn {
    pub auth: String,
    pub user_data: String,
}

/// A member of a presence channel, as in `channel_data`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Member {
    #[serde(rename = "user_id", deserialize_with = "text_or_number")]
    pub id: String,
    #[serde(rename = "user_info", default = "nothing")]
    pub info: Box<RawValue>,
}

fn nothing() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// Ids are strings, but Pusher clients also send numbers.
fn text_or_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Ok(text),
        serde_json::Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("user_id must be a text or a number")),
    }
}

#[derive(Serialize)]
struct Frame<'a> {
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<&'a str>,
    data: Data<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Data<'a> {
    /// JSON inside a string, as the protocol requires for server events.
    Text(&'a str),
    /// Data of client events, unchanged.
    AsSent(&'a RawValue),
}

fn encode(frame: &Frame<'_>) -> Utf8Bytes {
    // Names and already valid JSON: this cannot fail, and an empty frame would be ignored.
    serde_json::to_string(frame).unwrap_or_default().into()
}

/// A frame with JSON data.
pub(super) fn frame(event: &str, channel: Option<&str>, data: &str) -> Utf8Bytes {
    encode(&Frame { event, channel, user_id: None, data: Data::Text(data) })
}

/// A client event for the other subscribers.
pub(super) fn passed_on(event: &str, channel: &str, user_id: Option<&str>, data: &RawValue) -> Utf8Bytes {
    encode(&Frame { event, channel: Some(channel), user_id, data: Data::AsSent(data) })
}

pub(super) fn error(code: Code, message: &str) -> Utf8Bytes {
    let data = json!({ "code": code.number(), "message": message });
    encode(&Frame {
        event: "pusher:error",
        channel: None,
        user_id: None,
        data: Data::Text(&data.to_string()),
    })
}

/// Why a subscription was refused.
pub(super) fn subscription_error(channel: &str, kind: &str, status: u16, message: &str) -> Utf8Bytes {
    let data = json!({ "type": kind, "error": message, "status": status });
    frame("pusher:subscription_error", Some(channel), &data.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_channels_are_checked() {
        assert_eq!(kind_of("news"), Some(Kind::Public));
        assert_eq!(kind_of("private-user.0190-a"), Some(Kind::Private));
        assert_eq!(kind_of("presence-project.1"), Some(Kind::Presence));
        assert_eq!(kind_of("#server-to-user-1"), Some(Kind::OfUser));
        for name in ["", "a b", "a/b", "ą", "#a", &"x".repeat(165)] {
            assert_eq!(kind_of(name), None, "{name}");
        }
    }

    #[test]
    fn q6_cache_channels_are_known_by_their_names() {
        for name in ["cache-a", "private-cache-a", "private-encrypted-cache-a", "presence-cache-a"] {
            assert!(is_cached(name), "{name}");
        }
        for name in ["cache", "news", "private-a-cache-b", "presence-private-cache-a"] {
            assert!(!is_cached(name), "{name}");
        }
    }

    #[test]
    fn data_is_read_as_json_and_as_text() {
        for text in [
            r#"{"event":"pusher:subscribe","data":{"channel":"a"}}"#,
            r#"{"event":"pusher:subscribe","data":"{\"channel\":\"a\"}"}"#,
        ] {
            let sent: Sent = serde_json::from_str(text).expect("a frame");
            assert_eq!(sent.data::<Unsubscribe>().expect("data").channel, "a");
        }
    }

    #[test]
    fn server_events_are_json_in_a_string() {
        assert_eq!(frame("pusher:pong", None, "{}").as_str(), r#"{"event":"pusher:pong","data":"{}"}"#);
    }
}
