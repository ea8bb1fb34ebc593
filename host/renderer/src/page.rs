//! One page: a context of its own, the requests of the page, and the wait until it has loaded.

use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use serde_json::{Value, json};
use sitewright_crawler::render::{Asked, Rendering, Unrendered};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Duration, Instant, sleep_until, timeout, timeout_at};

use crate::answers::Answers;
use crate::connection::{Commands, Connection, Event, Fault};
use crate::state::Loading;
use crate::{Limits, read};

/// The world of our scripts, which those of the page do not reach.
const WORLD: &str = "sitewright";
/// Where the browser sends what it does not stop. Nothing listens on this port.
const NOWHERE: &str = "http://127.0.0.1:1";
/// How often the memory of the page is measured.
const LOOK: Duration = Duration::from_secs(1);

const GUARD: &str = include_str!("scripts/guard.js");
const MEASURE: &str = include_str!("scripts/measure.js");

/// The page in the browser.
pub struct Tab<'a> {
    pub commands: &'a Commands,
    pub session: String,
    pub target: String,
    pub limits: &'a Limits,
}

impl Tab<'_> {
    pub async fn call(&self, method: &str, params: Value) -> Result<Value, Fault> {
        self.commands.call(Some(&self.session), method, params).await
    }
}

/// Renders a page. Whatever stays in the browser ends with the connection.
pub async fn render(
    connection: &Connection,
    mut events: mpsc::Receiver<Event>,
    limits: &Limits,
    asked: Asked<'_>,
) -> Result<Rendering, Unrendered> {
    if !(asked.allows)(asked.url) {
        return Err(Unrendered::Robots);
    }
    let tab = open(&connection.commands, limits).await?;
    let loading = Loading::new();
    let answers = Answers {
        commands: &connection.commands,
        loading: &loading,
        limits,
        asked,
        main_frame: &tab.target,
        places: Semaphore::new(limits.at_once),
    };
    let flow = async {
        prepare(&tab, asked).await?;
        load(&tab, &loading, asked).await?;
        let rendering = read::read(&tab, &loading, asked).await?;
        Ok(rendering)
    };
    let ended = async {
        let mut changed = loading.changed.subscribe();
        loop {
            if let Some(reason) = loading.get().end.clone() {
                return reason;
            }
            // The sender lives as long as this.
            let _ = changed.changed().await;
        }
    };
    tokio::select! {
        biased;
        reason = ended => Err(reason),
        reason = watch(&mut events, &answers, &tab) => Err(reason),
        rendering = flow => rendering,
    }
}

/// Opens an empty page in a context of its own.
pub async fn open<'a>(commands: &'a Commands, limits: &'a Limits) -> Result<Tab<'a>, Unrendered> {
    let context =
        json!({ "disposeOnDetach": true, "proxyServer": NOWHERE, "proxyBypassList": "<-loopback>" });
    let context =
        text(&commands.call(None, "Target.createBrowserContext", context).await?, "browserContextId")?;
    let denied = json!({ "behavior": "deny", "browserContextId": context });
    commands.call(None, "Browser.setDownloadBehavior", denied).await?;
    let target = json!({ "url": "about:blank", "browserContextId": context });
    let target = text(&commands.call(None, "Target.createTarget", target).await?, "targetId")?;
    let attach = json!({ "targetId": target, "flatten": true });
    let session = text(&commands.call(None, "Target.attachToTarget", attach).await?, "sessionId")?;
    Ok(Tab { commands, session, target, limits })
}

fn text(result: &Value, name: &str) -> Result<String, Unrendered> {
    let text = result[name].as_str().map(str::to_owned);
    text.ok_or_else(|| Unrendered::Refused(format!("no {name}")))
}

async fn prepare(tab: &Tab<'_>, asked: Asked<'_>) -> Result<(), Unrendered> {
    guard(tab.commands, &tab.session).await?;
    let phone = &tab.limits.phone;
    let agent = format!(
        "Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 Mobile Safari/537.36 ({})",
        asked.user_agent
    );
    for (method, params) in [
        ("Page.enable", json!({})),
        ("Inspector.enable", json!({})),
        ("Runtime.enable", json!({})),
        ("Network.enable", json!({})),
        ("Network.setBypassServiceWorker", json!({ "bypass": true })),
        ("Emulation.setDeviceMetricsOverride", read::PHONE.params()),
        ("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })),
        ("Emulation.setUserAgentOverride", json!({ "userAgent": agent })),
        ("Emulation.setCPUThrottlingRate", json!({ "rate": phone.processor })),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": MEASURE, "worldName": WORLD })),
    ] {
        tab.call(method, params).await?;
    }
    Ok(())
}

/// Stops the requests of a page, a frame or a worker, and prepares what belongs to it in the same way.
async fn guard(commands: &Commands, session: &str) -> Result<(), Fault> {
    let session = Some(session);
    commands.call(session, "Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })).await?;
    let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    commands.call(session, "Target.setAutoAttach", attach).await?;
    commands.call(session, "Page.addScriptToEvaluateOnNewDocument", json!({ "source": GUARD })).await?;
    Ok(())
}

/// Loads the page, and waits until it asks for nothing more, or until it takes too long.
async fn load(tab: &Tab<'_>, loading: &Loading, asked: Asked<'_>) -> Result<(), Unrendered> {
    let until = Instant::now() + tab.limits.loading;
    let mut changed = loading.changed.subscribe();
    let opened = tab.call("Page.navigate", json!({ "url": asked.url.as_str() }));
    let opened = timeout(tab.limits.loading, opened).await.map_err(|_| Unrendered::TimedOut)??;
    if opened["errorText"].as_str().is_some_and(|error| !error.is_empty()) {
        return Err(Unrendered::Changed);
    }
    let mut look = tokio::time::interval(LOOK);
    loop {
        let quiet = {
            let state = loading.get();
            (state.has_loaded && state.in_flight == 0).then(|| state.active + tab.limits.quiet)
        };
        let now = Instant::now();
        if now >= until || quiet.is_some_and(|quiet| now >= quiet) {
            return Ok(());
        }
        tokio::select! {
            _ = changed.changed() => {}
            () = sleep_until(quiet.map_or(until, |quiet| quiet.min(until))) => {}
            _ = look.tick() => expect_memory(tab, until).await?,
        }
    }
}

/// Ends a page whose scripts keep too much. One that does not answer is busy until the time is over.
async fn expect_memory(tab: &Tab<'_>, until: Instant) -> Result<(), Unrendered> {
    match timeout_at(until, tab.call("Runtime.getHeapUsage", json!({}))).await {
        Ok(Ok(usage)) if is_above(&usage, tab.limits.memory) => Err(Unrendered::Memory),
        Ok(Err(Fault::Lost)) => Err(Unrendered::Lost),
        _ => Ok(()),
    }
}

fn is_above(usage: &Value, most: u64) -> bool {
    // Large arrays are outside of the heap.
    let used = ["usedSize", "backingStorageSize"].map(|name| usage[name].as_f64().unwrap_or_default());
    used.iter().sum::<f64>() > most as f64
}

/// What an event leads to.
enum Then {
    Nothing,
    End(Unrendered),
    /// Closes a dialog.
    Dismiss,
    /// Prepares a frame or a worker, which waits for it.
    Guard(String),
}

/// Handles what happens in the browser, until the page cannot be rendered any more.
async fn watch(events: &mut mpsc::Receiver<Event>, answers: &Answers<'_>, tab: &Tab<'_>) -> Unrendered {
    let mut answering: FuturesUnordered<BoxFuture<'_, ()>> = FuturesUnordered::new();
    loop {
        tokio::select! {
            event = events.recv() => match event {
                None => return Unrendered::Lost,
                Some(event) if event.method == "Fetch.requestPaused" => {
                    answering.push(answers.answer(event).boxed());
                }
                Some(event) => match note(&event, answers.loading, tab) {
                    Then::Nothing => {}
                    Then::End(reason) => return reason,
                    Then::Dismiss => answering.push(dismiss(tab.commands, event.session).boxed()),
                    Then::Guard(session) => answering.push(attach(tab.commands, session).boxed()),
                },
            },
            Some(()) = answering.next(), if !answering.is_empty() => {}
        }
    }
}

fn note(event: &Event, loading: &Loading, tab: &Tab<'_>) -> Then {
    let is_page = event.session.as_deref() == Some(&*tab.session);
    let params = &event.params;
    match event.method.as_str() {
        "Page.loadEventFired" if is_page => loading.change(|state| {
            state.has_loaded = true;
            state.active = Instant::now();
        }),
        "Runtime.exceptionThrown" => loading.change(|state| {
            state.exceptions += 1;
            if state.exception.is_empty() {
                state.exception = message(&params["exceptionDetails"]);
            }
        }),
        "Runtime.executionContextCreated" if is_page => {
            let context = &params["context"];
            if context["name"] == WORLD && context["auxData"]["frameId"] == *tab.target {
                loading.change(|state| state.world = context["id"].as_i64());
            }
        }
        "Page.javascriptDialogOpening" => return Then::Dismiss,
        "Target.attachedToTarget" => {
            return params["sessionId"]
                .as_str()
                .map_or(Then::Nothing, |session| Then::Guard(session.to_owned()));
        }
        "Inspector.targetCrashed" if is_page => return Then::End(Unrendered::Crashed),
        _ => {}
    }
    Then::Nothing
}

/// The first line of an exception.
fn message(details: &Value) -> String {
    let text = details["exception"]["description"].as_str().or(details["text"].as_str());
    text.and_then(|text| text.lines().next()).unwrap_or_default().chars().take(300).collect()
}

/// A dialog stops the scripts of the page until it is closed.
async fn dismiss(commands: &Commands, session: Option<String>) {
    // It may be closed already.
    let _ =
        commands.call(session.as_deref(), "Page.handleJavaScriptDialog", json!({ "accept": false })).await;
}

/// Prepares a frame or a worker. One that does not know a command sends its requests to nowhere.
async fn attach(commands: &Commands, session: String) {
    let _ = guard(commands, &session).await;
    let _ = commands.call(Some(&session), "Runtime.runIfWaitingForDebugger", json!({})).await;
}
