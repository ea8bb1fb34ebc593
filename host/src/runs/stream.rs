//! The events of a run as a stream (SSE) that can be taken up where it broke off.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event as SseEvent, KeepAlive},
    },
};
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::json;

use super::{
    Ended, RunStatus, RunView, Runs, elsewhere,
    events::{Event, Next},
    store,
    work::Live,
};
use crate::{app::App, auth::User, error::Result, locale::Locale};

/// Proxies close lines that are silent for half a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Follow a run
///
/// Events: `status {status, position?}`, `progress {done, total, label}`, `delta {label, text}`, `replace {label}` and, always
/// last, `finished {run}`. Taken up by Last-Event-ID.
#[utoipa::path(get, path = "/api/runs/{id}/events", tag = "runs", params(("id" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, description = "The events", content_type = "text/event-stream")))]
pub(super) async fn follow_run(
    State(app): State<App>,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let runs = app.part::<Runs>();
    let Some(live) = runs.find(&user.id, &id) else {
        let run = store::find(&app.db, &user.id, &id).await?;
        let is_followed = elsewhere::is_there(&app, &run);
        let first = stream::iter([if run.status.is_over() {
            finished(&Arc::new(run), locale)
        } else {
            status(run.status, None)
        }]);
        if !is_followed {
            // Either it is over, or it is being taken up or written at this moment; the client comes back for the rest.
            return Ok(respond(first));
        }
        let stop = app.stop.clone();
        let end = stream::once(async move {
            let ended = elsewhere::end(&app, &user.id, &id).await.ok().filter(|run| run.status.is_over());
            ended.map(|run| finished(&Arc::new(run), locale))
        });
        let end = end.filter_map(std::future::ready).take_until(stop.cancelled_owned());
        return Ok(respond(first.chain(end)));
    };
    let watcher =
        Watcher { seen: seen(&headers, live.channel.attempt), live, runs: runs.clone(), locale, over: false };
    let events = stream::unfold(watcher, |mut watcher| async move {
        let events = watcher.next().await?;
        Some((stream::iter(events), watcher))
    });
    Ok(respond(events.flatten().take_until(app.stop.clone().cancelled_owned())))
}

fn respond(events: impl Stream<Item = SseEvent> + Send + 'static) -> Response {
    let events = Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // nginx would hold the events back until its buffer is full.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, events).into_response()
}

/// The number of the last event that the client has, if it was one of this attempt.
fn seen(headers: &HeaderMap, attempt: i64) -> Option<u64> {
    let (of, number) = headers.get("last-event-id")?.to_str().ok()?.split_once('-')?;
    (of.parse() == Ok(attempt)).then(|| number.parse().ok()).flatten()
}

/// One client that follows a run.
struct Watcher {
    live: Arc<Live>,
    runs: Runs,
    locale: Locale,
    seen: Option<u64>,
    over: bool,
}

impl Watcher {
    async fn next(&mut self) -> Option<Vec<SseEvent>> {
        if self.over {
            return None;
        }
        match self.live.channel.next(self.seen).await {
            Next::Finished(run) => {
                self.over = true;
                Some(vec![finished(&run, self.locale)])
            }
            Next::Events { first, events, last } => {
                self.seen = Some(last);
                Some(self.numbered(first, events, last))
            }
        }
    }

    /// Of a picture only the last event has a number: who loses the line in between must get the whole again.
    fn numbered(&self, first: Option<u64>, events: Vec<Event>, last: u64) -> Vec<SseEvent> {
        let count = events.len();
        let number = |place: usize| match first {
            Some(first) => Some(first + place as u64),
            None => (place + 1 == count).then_some(last),
        };
        let attempt = self.live.channel.attempt;
        let written = events.into_iter().enumerate().map(|(place, event)| {
            let event = self.write(event);
            number(place).map_or(event.clone(), |number| event.id(format!("{attempt}-{number}")))
        });
        written.collect()
    }

    fn write(&self, event: Event) -> SseEvent {
        match event {
            Event::Status(RunStatus::Queued) => status(RunStatus::Queued, self.runs.position(&self.live)),
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
