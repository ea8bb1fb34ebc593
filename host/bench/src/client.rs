//! One keep-alive HTTP/1.1 connection that measures latency. It is minimal, so that the load generator takes little
//! of the cores that it shares with the server.

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::http::request::Builder;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

pub struct Client {
    sender: SendRequest<Full<Bytes>>,
    token: Option<String>,
}

pub struct Answer {
    pub status: StatusCode,
    pub body: Bytes,
}

impl Answer {
    pub fn json(&self) -> Result<Value> {
        serde_json::from_slice(&self.body).context("the answer is not JSON")
    }
}

impl Client {
    pub async fn connect(address: &str, token: Option<&str>) -> Result<Self> {
        Self::over(TcpStream::connect(address).await?, token).await
    }

    pub async fn over(stream: TcpStream, token: Option<&str>) -> Result<Self> {
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { sender, token: token.map(str::to_owned) })
    }

    pub async fn get(&mut self, path: &str) -> Result<Answer> {
        self.send(Method::GET, path, Bytes::new(), None).await
    }

    /// Starts a run and waits on the connection until it has ended.
    pub async fn run(&mut self, path: &str, body: &Bytes) -> Result<Answer> {
        let answer = self.send(Method::POST, path, body.clone(), Some("wait=60")).await?;
        ensure!(
            answer.status == StatusCode::CREATED,
            "a run answered {}: {}",
            answer.status,
            String::from_utf8_lossy(&answer.body)
        );
        Ok(answer)
    }

    /// Uploads a plugin package.
    pub async fn install(&mut self, path: &str, package: Bytes) -> Result<Answer> {
        self.upload(path, "application/octet-stream", package).await
    }

    pub async fn upload(&mut self, path: &str, kind: &str, body: Bytes) -> Result<Answer> {
        let request = self.request(Method::POST, path).header("content-type", kind);
        self.exchange(request, body).await
    }

    /// Sends a form as a visitor behind a proxy.
    pub async fn form(&mut self, path: &str, from: &str, body: &'static str) -> Result<Answer> {
        let request = self.request(Method::POST, path).header("x-forwarded-for", from);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        self.exchange(request, Bytes::from_static(body.as_bytes())).await
    }

    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
        prefer: Option<&str>,
    ) -> Result<Answer> {
        let mut request = self.request(method, path).header("content-type", "application/json");
        if let Some(prefer) = prefer {
            request = request.header("prefer", prefer);
        }
        self.exchange(request, body).await
    }

    fn request(&self, method: Method, path: &str) -> Builder {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost")
            .header("accept", "application/json, text/html;q=0.5");
        match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    async fn exchange(&mut self, request: Builder, body: Bytes) -> Result<Answer> {
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body))?).await?;
        let status = answer.status();
        Ok(Answer { status, body: answer.into_body().collect().await?.to_bytes() })
    }
}
