//! The response to the start of a run: at once, or when it has ended, as long as the client wants to wait.

use super::work::Live;
use super::{Run, RunStatus, Runs};
use crate::platform::prelude::*;

/// A run that was started now or by an earlier request.
pub(super) enum Started {
    Live(Arc<Live>),
    Ended(Box<Run>),
}

/// Longest wait of a client, in seconds.
const LONGEST_WAIT: u64 = 60;

pub(super) async fn answer(
    runs: &Runs,
    started: Started,
    headers: &HeaderMap,
    locale: Locale,
) -> Result<Response> {
    let wait = preferred_wait(headers);
    let run = match started {
        Started::Ended(run) => return respond(&run, wait, locale),
        Started::Live(live) => match wait {
            Some(wait) => match tokio::time::timeout(wait, live.channel.end()).await {
                Ok(ended) => return respond(&ended, Some(wait), locale),
                Err(_) => runs.row(&live),
            },
            None => runs.row(&live),
        },
    };
    respond(&run, wait, locale)
}

fn respond(run: &Run, wait: Option<Duration>, locale: Locale) -> Result<Response> {
    let over = run.status != RunStatus::Queued && run.status != RunStatus::Running;
    let status = if over { StatusCode::CREATED } else { StatusCode::ACCEPTED };
    let location = format!("/api/runs/{}", run.id);
    let mut response = (status, [(header::LOCATION, location)], Json(run.view(locale)?)).into_response();
    if let Some(wait) = wait
        && let Ok(applied) = format!("wait={}", wait.as_secs()).parse()
    {
        response.headers_mut().insert("preference-applied", applied);
    }
    Ok(response)
}

/// Parses `Prefer: wait=10`; other preferences are ignored.
fn preferred_wait(headers: &HeaderMap) -> Option<Duration> {
    let preferences = headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    let seconds =
        preferences.filter_map(|preference| preference.split_once('=')).find_map(|(name, value)| {
            name.trim().eq_ignore_ascii_case("wait").then(|| value.trim().parse::<u64>().ok()).flatten()
        });
    seconds.filter(|seconds| *seconds > 0).map(|seconds| Duration::from_secs(seconds.min(LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_wait_is_read_and_bounded() {
        let wait = |value: &str| {
            let headers = HeaderMap::from_iter([(
                header::HeaderName::from_static("prefer"),
                value.parse().expect("a header"),
            )]);
            preferred_wait(&headers).map(|wait| wait.as_secs())
        };
        assert_eq!(wait("wait=10"), Some(10));
        assert_eq!(wait("respond-async, Wait = 5"), Some(5));
        assert_eq!(wait("wait=1000"), Some(60));
        assert_eq!(wait("wait=0"), None);
        assert_eq!(wait("wait"), None);
        assert_eq!(wait("return=minimal"), None);
    }
}
