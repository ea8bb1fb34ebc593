//! A stand-in for a language model that answers with one word and then keeps the connection open.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use bytes::Bytes;
use futures::stream::{self, StreamExt};
use http_body_util::StreamBody;
use hyper::body::{Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

const FIRST_WORD: &str = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"slow\",\
    \"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Once\"},\"finish_reason\":null}]}\n\n";

pub struct SlowModel {
    pub url: String,
    waiting: Arc<AtomicUsize>,
}

impl SlowModel {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/v1", listener.local_addr()?);
        let waiting = Arc::new(AtomicUsize::new(0));
        tokio::spawn(accept(listener, waiting.clone()));
        Ok(Self { url, waiting })
    }

    /// The number of calls that hold a connection now.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

async fn accept(listener: TcpListener, waiting: Arc<AtomicUsize>) {
    while let Ok((stream, _)) = listener.accept().await {
        let waiting = waiting.clone();
        tokio::spawn(async move {
            let answer = service_fn(move |request| hold(request, waiting.clone()));
            // Every call here ends with a dropped connection.
            let _ =
                http1::Builder::new().max_buf_size(8192).serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

async fn hold(
    _request: Request<Incoming>,
    waiting: Arc<AtomicUsize>,
) -> Result<
    Response<StreamBody<impl futures::Stream<Item = Result<Frame<Bytes>, Infallible>>>>,
    hyper::http::Error,
> {
    waiting.fetch_add(1, Ordering::Relaxed);
    let first = stream::once(async { Ok(Frame::data(Bytes::from_static(FIRST_WORD.as_bytes()))) });
    let body = StreamBody::new(first.chain(stream::pending()));
    Response::builder().header("content-type", "text/event-stream").body(body)
}
