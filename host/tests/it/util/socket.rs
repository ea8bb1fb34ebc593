//! A client of Pusher's protocol for tests, with raw frames.

use futures::SinkExt as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::prelude::*;

/// How long a test waits for an expected frame.
const PATIENCE: Duration = Duration::from_secs(10);

pub const KEY: &str = "test-key";
pub const SECRET: &str = "test-secret";
pub const QUERY: &str = "protocol=7&client=test&version=1.0";

/// A frame of the server, with its data decoded from the string.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub event: String,
    pub channel: Option<String>,
    pub data: Value,
    pub user_id: Option<String>,
}

impl Frame {
    /// Checks the event.
    #[track_caller]
    pub fn is(self, event: &str) -> Self {
        assert_eq!(self.event, event, "{self:?}");
        self
    }

    /// Checks fields of the data.
    #[track_caller]
    pub fn has(self, expected: Value) -> Self {
        super::has(&self.data, expected);
        self
    }

    /// Checks that a subscription has succeeded.
    #[track_caller]
    pub fn subscribed(self) -> Self {
        self.is("pusher_internal:subscription_succeeded")
    }
}

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub id: String,
    pub activity_timeout: u64,
}

impl Socket {
    /// Connects and waits until the connection is established.
    pub async fn open(address: SocketAddr) -> Self {
        let mut socket = Self::raw(address, &format!("/app/{KEY}?{QUERY}"), &[]).await;
        let hello = socket.hear().await.is("pusher:connection_established");
        socket.id = hello.data["socket_id"].as_str().expect("an id").to_owned();
        socket.activity_timeout = hello.data["activity_timeout"].as_u64().expect("seconds");
        socket
    }

    /// Connects without listening.
    pub async fn raw(address: SocketAddr, path: &str, headers: &[(&'static str, &str)]) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).expect("a header"));
        }
        let (stream, _) = connect_async(request).await.expect("the server opens sockets");
        Self { stream, id: String::new(), activity_timeout: 0 }
    }

    pub async fn say(&mut self, frame: Value) {
        self.send(Message::text(frame.to_string())).await;
    }

    pub async fn send(&mut self, message: Message) {
        self.stream.send(message).await.expect("the server reads");
    }

    /// Sends, ignoring errors.
    pub async fn try_send(&mut self, message: Message) -> bool {
        self.stream.send(message).await.is_ok()
    }

    async fn message(&mut self) -> Option<Message> {
        let message =
            tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("something is said in time");
        message.and_then(Result::ok)
    }

    /// The next frame.
    pub async fn hear(&mut self) -> Frame {
        loop {
            match self.message().await {
                Some(Message::Text(text)) => return parse(&text),
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("no frame but {other:?}"),
            }
        }
    }

    /// The next frame of this event, skipping others.
    pub async fn until(&mut self, event: &str) -> Frame {
        loop {
            let frame = self.hear().await;
            if frame.event == event {
                return frame;
            }
        }
    }

    /// The code of the error frame, if any, and the close code.
    pub async fn closed(&mut self) -> (Option<u64>, u16) {
        let mut output = None;
        loop {
            match self.message().await {
                Some(Message::Text(text)) => {
                    let frame = parse(&text);
                    if frame.event == "pusher:error" {
                        output = frame.data["code"].as_u64();
                    }
                }
                Some(Message::Close(Some(frame))) => return (output, frame.code.into()),
                Some(Message::Close(None)) | None => return (output, 0),
                Some(_) => {}
            }
        }
    }

    pub async fn subscribe(&mut self, data: Value) -> Frame {
        self.say(json!({ "event": "pusher:subscribe", "data": data })).await;
        self.hear().await
    }

    /// Subscribes with a permit that the test signs itself.
    pub async fn listen(&mut self, channel: &str, member: Option<&str>) -> Frame {
        let data = member.map(|id| json!({ "user_id": id, "user_info": { "name": id } }).to_string());
        let auth = permit(&self.id, channel, data.as_deref());
        self.subscribe(json!({ "channel": channel, "auth": auth, "channel_data": data })).await
    }

    /// Checks that there are no unread frames: the response to a ping comes next.
    pub async fn is_silent(&mut self) {
        self.say(json!({ "event": "pusher:ping", "data": {} })).await;
        self.hear().await.is("pusher:pong");
    }

    pub async fn close(mut self) {
        self.stream.close(None).await.expect("closed");
        while let Some(Ok(_)) = self.stream.next().await {}
    }
}

fn parse(text: &str) -> Frame {
    let frame: Value = serde_json::from_str(text).expect("JSON");
    let text = |name: &str| frame[name].as_str().map(str::to_owned);
    let data = match &frame["data"] {
        Value::String(inner) => serde_json::from_str(inner).unwrap_or_else(|_| frame["data"].clone()),
        other => other.clone(),
    };
    Frame { event: text("event").expect("a name"), channel: text("channel"), data, user_id: text("user_id") }
}

pub fn sign(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key");
    mac.update(text.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

pub fn permit(socket: &str, channel: &str, data: Option<&str>) -> String {
    let data = data.map(|data| format!(":{data}")).unwrap_or_default();
    format!("{KEY}:{}", sign(&format!("{socket}:{channel}{data}")))
}
