//! What a handler left unread of a request. A browser shows a response only after it has sent its request, and takes a
//! connection that closes before that for a broken one. So a refused request is read to its end before the response.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use futures::StreamExt as _;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::sync::oneshot;

use crate::libraries::*;

/// Bytes that are discarded at most, twice the largest upload.
const MOST: u64 = 64 << 20;

/// The body of a request, which gives back what is left of it.
pub(super) struct Watched {
    body: Option<Incoming>,
    back: Option<oneshot::Sender<Incoming>>,
}

/// The rest of a body, if its handler did not read it to the end.
pub(super) struct Unread(oneshot::Receiver<Incoming>);

pub(super) fn watched(body: Incoming) -> (Watched, Unread) {
    let (back, rest) = oneshot::channel();
    (Watched { body: Some(body), back: Some(back) }, Unread(rest))
}

impl Unread {
    /// Reads on and discards, for at most this time.
    pub(super) async fn discard(mut self, patience: Duration) {
        let Ok(body) = self.0.try_recv() else { return };
        let mut left = MOST;
        let mut pieces = Body::new(body).into_data_stream();
        let read = async {
            while let Some(Ok(piece)) = pieces.next().await {
                let Some(less) = left.checked_sub(piece.len() as u64) else { return };
                left = less;
            }
        };
        // A client that is slower than that gets no response.
        let _ = tokio::time::timeout(patience, read).await;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let unread =
            self.body.take().filter(|body| !body.is_end_stream() && body.size_hint().lower() <= MOST);
        if let Some((body, back)) = unread.zip(self.back.take()) {
            // The connection may have closed.
            let _ = back.send(body);
        }
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let polled = Pin::new(body).poll_frame(cx);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}
