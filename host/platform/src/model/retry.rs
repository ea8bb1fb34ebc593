//! When to retry.

use std::time::Duration;

use rand::RngExt;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(8);

/// Exponential backoff with jitter, so that thousands of rejected runs do not retry at the same time.
pub(super) struct Backoff {
    left: u32,
    pause: Duration,
}

impl Backoff {
    pub fn new(retries: u32) -> Self {
        Self { left: retries, pause: FIRST }
    }

    /// The pause before the next attempt, at least as long as the provider asked for; `None` if the attempts are used
    /// up.
    pub fn next(&mut self, asked: Option<Duration>) -> Option<Duration> {
        self.left = self.left.checked_sub(1)?;
        let jittered = self.pause.mul_f64(rand::rng().random_range(0.5..1.0));
        self.pause = (self.pause * 2).min(LONGEST);
        Some(match asked {
            Some(asked) => asked + jittered / 2,
            None => jittered,
        })
    }
}

/// Reads `Retry-After` (seconds) or the finer `retry-after-ms` that some providers send.
pub(super) fn retry_after(headers: &reqwest::header::HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds = match number("retry-after-ms") {
        Some(ms) => ms / 1000.0,
        None => number("retry-after")?,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        let mut backoff = Backoff::new(2);
        let first = backoff.next(None).expect("a first retry");
        assert!(first >= FIRST / 2 && first < FIRST);
        let second = backoff.next(Some(Duration::from_secs(3))).expect("a second retry");
        assert!(second >= Duration::from_secs(3));
        assert_eq!(backoff.next(None), None);
    }

    #[test]
    fn both_spellings_of_the_header_are_read() {
        let mut headers = reqwest::header::HeaderMap::new();
        assert_eq!(retry_after(&headers), None);
        headers.insert("retry-after", "2".parse().expect("a header"));
        assert_eq!(retry_after(&headers), Some(Duration::from_secs(2)));
        headers.insert("retry-after-ms", "250".parse().expect("a header"));
        assert_eq!(retry_after(&headers), Some(Duration::from_millis(250)));
        headers.insert("retry-after-ms", "-1".parse().expect("a header"));
        assert_eq!(retry_after(&headers), None);
    }
}
