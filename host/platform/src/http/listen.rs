//! Serving: connections are accepted within their limits, requests read within their timeouts.

use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use axum::body::HttpBody;
use axum::extract::{ConnectInfo, Request};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tower::Service as _;

use super::connections::{Busy, Stream};
use super::unread;
use crate::app::App;
use crate::libraries::*;
use crate::tasks::Tasks;

/// Pause before the next accept when no descriptors are left.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until the application stops, then waits for open requests.
pub async fn serve(app: &App, listener: TcpListener, router: Router) {
    let attended = Tasks::default();
    let mut sweep = tokio::time::interval(app.connections.pace());
    sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            _ = sweep.tick() => app.connections.sweep(false),
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    // Responses are small and interactive: they are sent at once.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "TCP_NODELAY could not be set for a connection");
                    }
                    match app.connections.admit(stream, address.ip()) {
                        Some(stream) => {
                            attended.spawn(attend(app.clone(), stream, address, router.clone()));
                        }
                        None => metrics::counter!("sitewright_connections_refused_total").increment(1),
                    }
                }
                Err(error) => refused(app, &error).await,
            },
        }
    }
    drop(listener);
    attended.close();
    loop {
        tokio::select! {
            () = attended.wait() => return,
            _ = sweep.tick() => app.connections.sweep(true),
        }
    }
}

/// A client that disconnected needs no pause; without descriptors other connections are closed to make room.
async fn refused(app: &App, error: &io::Error) {
    if matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    ) {
        return;
    }
    let cut = app.connections.relieve();
    tracing::warn!(%error, cut, "a connection could not be accepted; idle connections were closed");
    tokio::time::sleep(PAUSE).await;
}

/// Serves the requests of one connection.
async fn attend(app: App, stream: Stream, address: SocketAddr, router: Router) {
    let connection = stream.connection().clone();
    let (stop, connections, patience) = (app.stop.clone(), app.connections.clone(), app.config.body_timeout);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let busy = Busy::new(&connection, &connections);
        // A client that asks before it sends its body does not send it after a refusal.
        let asks = request.headers().contains_key(header::EXPECT);
        let (parts, body) = request.into_parts();
        let (body, unread) = unread::watched(body);
        let mut request = Request::from_parts(parts, Body::new(body));
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(connection.clone());
        let (answer, connection) = (router.clone().call(request), connection.clone());
        async move {
            let response = answer.await?;
            let is_late = response.status() == StatusCode::REQUEST_TIMEOUT;
            if response.status().is_client_error() && !is_late && !asks {
                unread.discard(patience).await;
            }
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                connection.becomes_socket();
            }
            Ok::<_, std::convert::Infallible>(response.map(|body| Attended { body, _busy: busy }))
        }
    });
    // `Connections` enforces the timeouts: a request head may take less time than the wait for the next request.
    let served =
        http1::Builder::new().header_read_timeout(None).serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served.with_upgrades());
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = stop.cancelled() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection was aborted");
    }
}

/// The body of a response; the connection is busy until it is sent.
struct Attended {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Attended {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
