//! A stand-in for a language model: it answers a limited number of requests at a time, each after a while; further
//! requests wait.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

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
use tokio::sync::Semaphore;

const FIRST_WORD: &str = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"slow\",\
    \"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Once\"},\"finish_reason\":null}]}\n\n";
const END: &str = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"slow\",\
    \"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

pub struct SlowModel {
    pub url: String,
    shared: Arc<Shared>,
}

struct Shared {
    places: Semaphore,
    takes: Duration,
    answered: AtomicUsize,
}

impl SlowModel {
    pub async fn start(at_once: usize, takes: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/v1", listener.local_addr()?);
        let shared =
            Arc::new(Shared { places: Semaphore::new(at_once), takes, answered: AtomicUsize::new(0) });
        tokio::spawn(accept(listener, shared.clone()));
        Ok(Self { url, shared })
    }

    /// The number of answers that ended.
    pub fn answered(&self) -> usize {
        self.shared.answered.load(Ordering::Relaxed)
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        let shared = shared.clone();
        tokio::spawn(async move {
            let answer = service_fn(move |request| answer(request, shared.clone()));
            // A server that ends drops its connections.
            let _ =
                http1::Builder::new().max_buf_size(8192).serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

async fn answer(
    _request: Request<Incoming>,
    shared: Arc<Shared>,
) -> Result<
    Response<StreamBody<impl futures::Stream<Item = Result<Frame<Bytes>, Infallible>>>>,
    hyper::http::Error,
> {
    let frame = |text: &'static str| Ok(Frame::data(Bytes::from_static(text.as_bytes())));
    let first = stream::once(async move { frame(FIRST_WORD) });
    let rest = stream::once(async move {
        // Held for the whole answer.
        let _place = shared.places.acquire().await;
        tokio::time::sleep(shared.takes).await;
        shared.answered.fetch_add(1, Ordering::Relaxed);
        frame(END)
    });
    Response::builder().header("content-type", "text/event-stream").body(StreamBody::new(first.chain(rest)))
}
