//! The attacks of a hostile account. Each attack runs until it is dropped; the attacker expects refusals.

use anyhow::{Context, Result};
use bytes::Bytes;
use futures::future::{join_all, pending};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, header};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::client::Client;
use crate::server::Server;

/// Linux accepts connections from the whole of 127.0.0.0/8.
const SOURCE: &str = "127.0.0.2:0";
/// The number of connections that send requests in sequence.
const CALLERS: usize = 8;
const HALF_OPEN: usize = 1_100;
const STREAMS: usize = 2_000;
const EXPORTS: usize = 24;
/// The largest document that the server accepts, in bytes.
const DOCUMENT: usize = 1_000_000;
/// Each level doubles the work of a validator without bounds.
const SCHEMA_LEVELS: usize = 45;
const UPLOAD_ROWS: usize = 200_000;
const PACKAGE_BYTES: usize = 32 << 20;
/// Text that is slow to measure and compare: clusters of many code points, and words written from right to left.
const SLOW_TEXT: &str = "\u{202e}\u{200b}\u{5d0} 👩‍👩‍👧‍👦 e\u{301}\u{301}\u{301}. ";
/// The tools with the largest inputs.
const LARGE_TOOLS: [&str; 3] = ["linkedin-ads", "product-description", "paraphrase"];

#[derive(Clone, Copy, Debug)]
pub enum Attack {
    Schemas,
    Exports,
    MaximumInputs,
    SignIns,
    HalfOpen,
    Streams,
    Tables,
    Packages,
}

impl Attack {
    pub const ALL: [Attack; 8] = [
        Attack::Schemas,
        Attack::Exports,
        Attack::MaximumInputs,
        Attack::SignIns,
        Attack::HalfOpen,
        Attack::Streams,
        Attack::Tables,
        Attack::Packages,
    ];
}

/// The hostile account, and the data that it prepares before an attack.
pub struct Scene {
    address: String,
    token: String,
    document: String,
    run: String,
    large: Vec<(String, Bytes)>,
}

impl Scene {
    pub async fn prepare(server: &Server, token: String) -> Result<Self> {
        let mut client = Client::connect(&server.address, Some(&token)).await?;
        let mut large = Vec::new();
        for tool in LARGE_TOOLS {
            let described = client.get(&format!("/api/tools/{tool}")).await?.json()?;
            let body = serde_json::to_vec(&json!({ "input": largest(&described) }))?;
            large.push((format!("/api/tools/{tool}/runs"), body.into()));
        }
        let example = client.get("/api/tools/facebook-post").await?.json()?["example"].clone();
        let body = serde_json::to_vec(&json!({ "input": example }))?.into();
        let run = client.run("/api/tools/facebook-post/runs", &body).await?.json()?;
        let run_id = run["id"].as_str().context("a run without an id")?.to_owned();
        let document = run["document_id"]
            .as_str()
            .with_context(|| format!("the run left no document: {run}"))?
            .to_owned();
        let text = json!({ "text": "<".repeat(DOCUMENT) });
        let body = serde_json::to_vec(&text)?.into();
        client.send(Method::PATCH, &format!("/api/documents/{document}"), body, None).await?;
        Ok(Self { address: server.address.clone(), token, document, run: run_id, large })
    }

    /// Runs the attack until it is dropped.
    pub async fn attack(&self, attack: Attack) -> Result<()> {
        match attack {
            Attack::Schemas => {
                self.run_all(&[("/api/tools/schemas/runs".to_owned(), hostile_schema()?)]).await
            }
            Attack::Exports => self.export().await,
            Attack::MaximumInputs => self.run_all(&self.large).await,
            Attack::SignIns => self.sign_in().await,
            Attack::HalfOpen => self.open_half().await,
            Attack::Streams => self.follow().await,
            Attack::Tables => self.upload("/api/tools/facebook-post/bulk", "text/csv", table()).await,
            Attack::Packages => {
                let package = Bytes::from(vec![b'P'; PACKAGE_BYTES]);
                self.upload("/api/publisher/packages", "application/octet-stream", package).await
            }
        }
    }

    async fn run_all(&self, orders: &[(String, Bytes)]) -> Result<()> {
        self.callers(CALLERS, async |client, turn| {
            let (path, body) = &orders[turn % orders.len()];
            client.send(Method::POST, path, body.clone(), Some("wait=10")).await.map(drop)
        })
        .await
    }

    async fn export(&self) -> Result<()> {
        let path = format!("/api/documents/{}/export/docx", self.document);
        self.callers(EXPORTS, async |client, _| client.get(&path).await.map(drop)).await
    }

    async fn sign_in(&self) -> Result<()> {
        self.callers(CALLERS, async |client, turn| {
            let body = json!({ "email": format!("guest{turn}@example.com"), "password": "not the password" });
            client.send(Method::POST, "/login", serde_json::to_vec(&body)?.into(), None).await.map(drop)
        })
        .await
    }

    async fn upload(&self, path: &str, kind: &str, body: Bytes) -> Result<()> {
        self.callers(4, async |client, _| client.upload(path, kind, body.clone()).await.map(drop)).await
    }

    /// Sends requests on many connections; reopens a connection that the server closes.
    async fn callers(
        &self,
        count: usize,
        call: impl AsyncFn(&mut Client, usize) -> Result<()>,
    ) -> Result<()> {
        let call = &call;
        join_all((0..count).map(|caller| async move {
            for turn in (caller..).step_by(count) {
                let Ok(mut client) = self.client().await else {
                    tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                    continue;
                };
                while call(&mut client, turn).await.is_ok() {
                    tokio::task::yield_now().await;
                }
            }
        }))
        .await;
        Ok(())
    }

    async fn open_half(&self) -> Result<()> {
        let mut open = Vec::new();
        for _ in 0..HALF_OPEN {
            let Ok(mut stream) = from_elsewhere(&self.address).await else { break };
            if stream.write_all(b"GET /api/tools HTTP/1.1\r\nhost: loc").await.is_ok() {
                open.push(stream);
            }
        }
        pending().await
    }

    async fn follow(&self) -> Result<()> {
        let request = format!(
            "GET /api/runs/{}/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\naccept: text/event-stream\r\n\r\n",
            self.run, self.token
        );
        let mut open = Vec::new();
        for _ in 0..STREAMS {
            let Ok(mut stream) = from_elsewhere(&self.address).await else { break };
            if stream.write_all(request.as_bytes()).await.is_ok() {
                open.push(stream);
            }
        }
        pending().await
    }

    async fn client(&self) -> Result<Client> {
        Client::over(from_elsewhere(&self.address).await?, Some(&self.token)).await
    }
}

async fn from_elsewhere(address: &str) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SOURCE.parse()?)?;
    Ok(socket.connect(address.parse()?).await?)
}

/// An input whose texts all have the maximum length of their field.
fn largest(described: &Value) -> Value {
    let fields = described["input"]["properties"].as_object().cloned().unwrap_or_default();
    let input = fields.iter().filter_map(|(name, field)| Some((name.clone(), largest_value(field)?)));
    Value::Object(input.collect::<Map<_, _>>())
}

fn largest_value(field: &Value) -> Option<Value> {
    if let Some(choices) = field["oneOf"].as_array() {
        return choices.last().map(|choice| choice["const"].clone());
    }
    match field["type"].as_str()? {
        "string" if field["format"].is_null() => {
            Some(slow(field["maxLength"].as_u64().unwrap_or(2_000), "").into())
        }
        "integer" => Some(field["maximum"].as_u64().unwrap_or(5).into()),
        "array" => {
            let length = field["items"]["maxLength"].as_u64().unwrap_or(50);
            let count = field["maxItems"].as_u64().unwrap_or(10).min(50);
            Some((0..count).map(|item| slow(length, &item.to_string())).collect())
        }
        _ => None,
    }
}

fn slow(length: u64, ending: &str) -> String {
    let room = usize::try_from(length).unwrap_or_default().saturating_sub(ending.len());
    let mut text: String = SLOW_TEXT.chars().cycle().take(room).collect();
    text.push_str(ending);
    text.trim().to_owned()
}

/// Two references at each level to the next one.
fn hostile_schema() -> Result<Bytes> {
    let reference = |level: usize| json!({ "$ref": format!("#/$defs/d{level}") });
    let mut definitions: Map<_, _> = (0..SCHEMA_LEVELS)
        .map(|level| (format!("d{level}"), json!({ "anyOf": [reference(level + 1), reference(level + 1)] })))
        .collect();
    definitions.insert(format!("d{SCHEMA_LEVELS}"), json!({ "type": "string" }));
    let schema = json!({ "$ref": "#/$defs/d0", "$defs": definitions }).to_string().replace('"', "'");
    Ok(serde_json::to_vec(&json!({ "input": { "schema": schema } }))?.into())
}

fn table() -> Bytes {
    let mut table = String::from("topic,goal\n");
    for row in 0..UPLOAD_ROWS {
        table.push_str(&format!("\"topic {row}\",sell\n"));
    }
    table.into()
}

/// A stand-in for a language model that answers each request with `{}`.
pub async fn json_model() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/v1", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)));
        }
    });
    Ok(url)
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let asked = request.into_body().collect().await?.to_bytes();
    let wants_json = String::from_utf8_lossy(&asked).contains("response_format");
    let content = if wants_json {
        "{}"
    } else {
        "Fresh sourdough rolls every morning from seven. Come by before work."
    };
    let chunk = json!({ "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "json",
        "choices": [{ "index": 0, "delta": { "role": "assistant", "content": content }, "finish_reason": "stop" }] });
    let body = format!("data: {chunk}\n\ndata: [DONE]\n\n");
    let mut response = Response::new(Full::new(Bytes::from(body)));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/event-stream"));
    Ok(response)
}
