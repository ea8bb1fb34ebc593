//! The events of a run as a stream (SSE) that a client can resume.

use std::convert::Infallible;

use axum::http::HeaderName;
use axum::response::Sse;
use axum::response::sse::{Event as SseEvent, KeepAlive};
use futures::{Stream, StreamExt, stream};

use super::across::Mirror;
use super::events::{Channel, Event, Next};
use super::work::Live;
use super::{Ended, Run, RunStatus, RunView, Runs, elsewhere, store};
use crate::platform::auth::RunsRead;
use crate::platform::http::Held;
use crate::platform::prelude::*;
use crate::platform::rate;

/// Proxies close connections that are silent for half a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// `Retry-After` for streams, in seconds.
const RETRY_S: u64 = 5;

/// Follow a run
///
/// Events: `status {status, position?}`, `progress {done, total, label}`, `delta {label, text}`, `replace {label}`
/// and, always last, `finished {run}`. Resumable with Last-Event-ID.
#[utoipa::path(get, path = "/api/runs/{id}/events", tag = "runs", security(("key" = ["runs:read"])), params(("id" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, description = "The events", content_type = "text/event-stream"), (status = 429, description = "Too many streams are open; `Retry-After` says when to retry")))]
pub(super) async fn follow_run(
    app: App,
    caller: Scoped<RunsRead>,
    locale: Locale,
    Path(id): Path<String>,
    parts: Parts,
) -> Result<Response> {
    super::expect_reach(&app, &caller, &id).await?;
    let held = hold(&app, &caller.id, visit(&parts)?.address)?;
    let place = Place { app: app.clone(), account: caller.id.clone(), run: id };
    match place.find().await? {
        Found::Source(source) => Ok(follow(Watcher::new(place, source, &parts.headers, locale), &app, held)),
        Found::Run(run) => Ok(follow_row(place, *run, locale, held)),
    }
}

/// Counts the stream for its account and its address while it is open; 429 if one of them has too many.
fn hold(app: &App, account: &str, address: Option<IpAddr>) -> Result<[Option<Held>; 2]> {
    let too_many =
        || Problem::new(StatusCode::TOO_MANY_REQUESTS, "runs.too-many-streams").retry_after(RETRY_S);
    let of_account = app.streams.take(account, app.config.streams_per_account).ok_or_else(too_many)?;
    let of_address = match address {
        Some(address) => {
            let place = rate::place(address).to_string();
            Some(app.streams.take(&place, app.config.streams_per_address).ok_or_else(too_many)?)
        }
        None => None,
    };
    Ok([Some(of_account), of_address])
}

/// Streams all events from a source.
fn follow(watcher: Watcher, app: &App, held: impl Send + 'static) -> Response {
    let events = stream::unfold(watcher, |mut watcher| async move {
        let events = watcher.next().await?;
        Some((stream::iter(events), watcher))
    });
    respond(events.flatten().take_until(app.stop.clone().cancelled_owned()), held)
}

/// Streams the state of a run without a source here, and its end if that will come.
fn follow_row(place: Place, run: Run, locale: Locale, held: impl Send + 'static) -> Response {
    let is_followed = elsewhere::is_there(&place.app, &run);
    let first = stream::iter([if run.status.is_over() {
        finished(&Arc::new(run), locale)
    } else {
        status(run.status, None)
    }]);
    if !is_followed {
        // It has ended, or it is being taken over or written right now; the client reconnects for the rest.
        return respond(first, held);
    }
    let stop = place.app.stop.clone();
    let end = stream::once(async move {
        let ended = elsewhere::end(&place.app, &place.account, &place.run).await;
        let ended = ended.ok().filter(|run| run.status.is_over());
        ended.map(|run| finished(&Arc::new(run), locale))
    });
    let end = end.filter_map(std::future::ready).take_until(stop.cancelled_owned());
    respond(first.chain(end), held)
}

/// The account and run of a stream.
struct Place {
    app: App,
    account: String,
    run: String,
}

/// The source of a run's events.
enum Source {
    Here(Arc<Live>),
    /// In another process.
    There(Arc<Mirror>),
}

enum Found {
    Source(Source),
    /// It has ended, or its events cannot be received.
    Run(Box<Run>),
}

impl Place {
    async fn find(&self) -> Result<Found> {
        let runs = self.app.part::<Runs>();
        if let Some(live) = runs.find(&self.account, &self.run) {
            return Ok(Found::Source(Source::Here(live)));
        }
        let run = store::find(&self.app.db, &self.account, &self.run).await?;
        if runs.across().has_others() && elsewhere::is_there(&self.app, &run) {
            return Ok(Found::Source(Source::There(runs.across().follow(runs, &run))));
        }
        Ok(Found::Run(Box::new(run)))
    }
}

impl Source {
    fn channel(&self) -> &Channel {
        match self {
            Self::Here(live) => &live.channel,
            Self::There(mirror) => &mirror.channel,
        }
    }
}

/// The response; `held` is dropped when the stream ends or its client disconnects.
fn respond(events: impl Stream<Item = SseEvent> + Send + 'static, held: impl Send + 'static) -> Response {
    let events = events.inspect(move |_| {
        let _ = &held;
    });
    let events = Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // nginx would buffer the events otherwise.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, events).into_response()
}

/// The number of the client's last event, if it belongs to this attempt.
fn seen(headers: &HeaderMap, attempt: i64) -> Option<u64> {
    let (of, number) = headers.get("last-event-id")?.to_str().ok()?.split_once('-')?;
    (of.parse() == Ok(attempt)).then(|| number.parse().ok()).flatten()
}

/// One client that watches a run.
struct Watcher {
    place: Place,
    source: Source,
    locale: Locale,
    seen: Option<u64>,
    over: bool,
}

impl Watcher {
    fn new(place: Place, source: Source, headers: &HeaderMap, locale: Locale) -> Self {
        let seen = seen(headers, source.channel().attempt);
        Self { place, source, locale, seen, over: false }
    }

    async fn next(&mut self) -> Option<Vec<SseEvent>> {
        if self.over {
            return None;
        }
        loop {
            match self.source.channel().next(self.seen).await {
                Next::Finished(run) => {
                    self.over = true;
                    return Some(vec![finished(&run, self.locale)]);
                }
                Next::Events { first, events, last } => {
                    self.seen = Some(last);
                    return Some(self.numbered(first, events, last));
                }
                Next::Moved => match self.look_again().await? {
                    Found::Source(source) => (self.source, self.seen) = (source, None),
                    Found::Run(run) => {
                        self.over = true;
                        return Some(vec![finished(&Arc::new(*run), self.locale)]);
                    }
                },
            }
        }
    }

    /// Finds the process of the run; it may be between two processes for a moment. `None` if there is none.
    async fn look_again(&self) -> Option<Found> {
        loop {
            match self.place.find().await.ok()? {
                Found::Run(run) if !run.status.is_over() => {
                    tokio::time::sleep(self.place.app.process.pause()).await
                }
                found => return Some(found),
            }
        }
    }

    /// Numbers the events. In a snapshot only the last event has a number: a client that disconnects in between needs
    /// all of it again.
    fn numbered(&self, first: Option<u64>, events: Vec<Event>, last: u64) -> Vec<SseEvent> {
        let count = events.len();
        let number = |place: usize| match first {
            Some(first) => Some(first + place as u64),
            None => (place + 1 == count).then_some(last),
        };
        let attempt = self.source.channel().attempt;
        let written = events.into_iter().enumerate().map(|(place, event)| {
            let event = self.write(event);
            number(place).map_or(event.clone(), |number| event.id(format!("{attempt}-{number}")))
        });
        written.collect()
    }

    /// The position in the queue, which only the run's own process knows.
    fn position(&self) -> Option<usize> {
        match &self.source {
            Source::Here(live) => self.place.app.part::<Runs>().position(live),
            Source::There(_) => None,
        }
    }

    fn write(&self, event: Event) -> SseEvent {
        match event {
            Event::Status(RunStatus::Queued) => status(RunStatus::Queued, self.position()),
            Event::Status(of) => status(of, None),
            Event::Progress(progress) => named("progress", &progress),
            Event::Delta { label, text } => named("delta", &json!({ "label": &*label, "text": text })),
            Event::Replace { label } => named("replace", &json!({ "label": &*label })),
        }
    }
}

fn status(status: RunStatus, position: Option<usize>) -> SseEvent {
    let mut data = json!({ "status": status.name() });
    if let Some(position) = position {
        data["position"] = position.into();
    }
    named("status", &data)
}

#[derive(Serialize)]
struct Finished<'a> {
    run: RunView<'a>,
}

fn finished(run: &Ended, locale: Locale) -> SseEvent {
    match run.view(locale) {
        Ok(view) => named("finished", &Finished { run: view }),
        Err(problem) => {
            tracing::error!(run = run.id, %problem, "a stored run cannot be shown");
            named("finished", &json!({ "run": null }))
        }
    }
}

fn named(name: &str, data: &impl Serialize) -> SseEvent {
    SseEvent::default().event(name).data(serde_json::to_string(data).unwrap_or_default())
}
