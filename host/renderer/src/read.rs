//! Reads a page that has loaded.

use serde_json::{Value, json};
use sitewright_crawler::render::{Asked, Measured, Rendering, Unrendered};
use tokio::time::{Duration, sleep};
use url::Url;

use crate::page::Tab;
use crate::state::Loading;

/// How long a page may take to follow a change of its size.
const LAYOUT: Duration = Duration::from_millis(200);

const DOCUMENT: &str = include_str!("scripts/document.js");
const FIGURES: &str = include_str!("scripts/phone.js");

/// A screen.
pub struct Screen {
    width: u32,
    height: u32,
    density: f64,
    is_mobile: bool,
}

pub const PHONE: Screen = Screen { width: 360, height: 800, density: 2.0, is_mobile: true };
const DESKTOP: Screen = Screen { width: 1366, height: 900, density: 1.0, is_mobile: false };

impl Screen {
    pub fn params(&self) -> Value {
        let Self { width, height, density, is_mobile } = self;
        json!({ "width": width, "height": height, "deviceScaleFactor": density, "mobile": is_mobile })
    }
}

/// Reads the page on the phone and on a desktop.
pub async fn read(tab: &Tab<'_>, loading: &Loading, asked: Asked<'_>) -> Result<Rendering, Unrendered> {
    let has_loaded = loading.get().has_loaded;
    let url = call(tab, loading, "() => location.href", &[]).await?;
    let figures = call(tab, loading, FIGURES, &[]).await?;
    let measured: Measured = serde_json::from_str(&figures).map_err(refused)?;
    let most = json!({ "value": tab.limits.document });
    let phone = call(tab, loading, DOCUMENT, std::slice::from_ref(&most)).await?;
    tab.call("Emulation.setCPUThrottlingRate", json!({ "rate": 1 })).await?;
    tab.call("Emulation.setDeviceMetricsOverride", DESKTOP.params()).await?;
    sleep(LAYOUT).await;
    let desktop = call(tab, loading, DOCUMENT, &[most]).await?;
    let state = loading.get();
    let url = state.moved_to.clone().unwrap_or(url);
    Ok(Rendering {
        url: plain(&url).unwrap_or_else(|| asked.url.to_string()),
        desktop,
        phone,
        exceptions: state.exceptions,
        exception: state.exception.clone(),
        requests: state.requests,
        foreign_requests: state.foreign_requests,
        bytes: state.bytes,
        measured: if has_loaded { measured } else { unfinished(measured) },
    })
}

/// Times of a page that was still loading are unknown, except that of its first paint.
fn unfinished(measured: Measured) -> Measured {
    Measured {
        lcp: None,
        cls: None,
        tbt: None,
        blocking: None,
        lcp_url: String::new(),
        lcp_lazy: false,
        ..measured
    }
}

/// An address of the web without its fragment.
fn plain(url: &str) -> Option<String> {
    let mut url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.set_fragment(None);
    Some(url.into())
}

/// Calls a function in our world of the page; its result is a text.
async fn call(
    tab: &Tab<'_>,
    loading: &Loading,
    function: &str,
    arguments: &[Value],
) -> Result<String, Unrendered> {
    // There is none before the document has arrived.
    let world = loading.get().world.ok_or(Unrendered::TimedOut)?;
    let call = json!({
        "functionDeclaration": function,
        "executionContextId": world,
        "arguments": arguments,
        "returnByValue": true,
    });
    let mut answer = tab.call("Runtime.callFunctionOn", call).await?;
    match answer["result"]["value"].take() {
        Value::String(text) => Ok(text),
        _ => Err(refused(&answer["exceptionDetails"]["exception"]["description"])),
    }
}

fn refused(reason: impl std::fmt::Display) -> Unrendered {
    Unrendered::Refused(reason.to_string())
}
