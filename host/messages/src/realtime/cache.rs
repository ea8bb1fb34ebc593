//! The last event of each cache channel, for new subscribers.
//!
//! As with Pusher, only events of programs are kept, not those of clients. Each process keeps what it received since
//! it started; a new subscriber without a kept event gets `pusher:cache_miss`.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;

/// How long an event is kept, as long as with Pusher.
const KEPT: Duration = Duration::from_secs(30 * 60);
/// Limits of all channels together; the oldest events are dropped.
const MOST_CHANNELS: usize = 1_000;
const MOST_BYTES: usize = 16 * 1024 * 1024;

#[derive(Debug)]
struct Kept {
    frame: Utf8Bytes,
    since: Instant,
}

#[derive(Debug, Default)]
pub(super) struct Cache {
    channels: HashMap<String, Kept>,
    bytes: usize,
}

impl Cache {
    /// Replaces the kept event.
    pub fn put(&mut self, channel: &str, frame: &Utf8Bytes, now: Instant) {
        self.remove(channel);
        while self.channels.len() >= MOST_CHANNELS || self.bytes + frame.len() > MOST_BYTES {
            let oldest =
                self.channels.iter().min_by_key(|(_, kept)| kept.since).map(|(name, _)| name.clone());
            match oldest {
                Some(name) => self.remove(&name),
                None => break,
            }
        }
        self.bytes += frame.len();
        self.channels.insert(channel.to_owned(), Kept { frame: frame.clone(), since: now });
    }

    pub fn get(&mut self, channel: &str, now: Instant) -> Option<Utf8Bytes> {
        if self.channels.get(channel).is_some_and(|kept| now.duration_since(kept.since) >= KEPT) {
            self.remove(channel);
        }
        self.channels.get(channel).map(|kept| kept.frame.clone())
    }

    fn remove(&mut self, channel: &str) {
        if let Some(kept) = self.channels.remove(channel) {
            self.bytes -= kept.frame.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q6_kept_events_expire_and_the_oldest_are_dropped() {
        let mut cache = Cache::default();
        let mut now = Instant::now();
        cache.put("cache-a", &"first".into(), now);
        cache.put("cache-a", &"second".into(), now);
        assert_eq!(cache.get("cache-a", now), Some("second".into()));
        now += KEPT;
        assert_eq!(cache.get("cache-a", now), None);
        assert_eq!(cache.bytes, 0);

        for number in 0..=MOST_CHANNELS {
            now += Duration::from_millis(1);
            cache.put(&format!("cache-{number}"), &"x".into(), now);
        }
        assert_eq!((cache.channels.len(), cache.bytes), (MOST_CHANNELS, MOST_CHANNELS));
        assert_eq!(cache.get("cache-0", now), None);
        cache.put("cache-large", &"x".repeat(MOST_BYTES).into(), now);
        assert_eq!((cache.channels.len(), cache.bytes), (1, MOST_BYTES));
    }
}
