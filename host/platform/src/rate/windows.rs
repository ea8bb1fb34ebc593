//! Counters of one purpose: a bounded number of windows; a full window stays until it ends.

use super::Limit;
use crate::libraries::*;

/// Part of a hash of the counted holder.
pub(super) type Key = [u8; 16];

/// While a store is full of full windows, new keys are refused for this long before the next attempt to make room.
const CROWDED: Duration = Duration::from_secs(1);

struct Window {
    since: Instant,
    limit: Limit,
    count: u32,
}

impl Window {
    fn left(&self, now: Instant) -> Duration {
        (self.since + self.limit.window).saturating_duration_since(now)
    }

    fn is_full(&self) -> bool {
        self.count >= self.limit.most
    }
}

pub(super) struct Windows {
    windows: HashMap<Key, Window>,
    capacity: usize,
    /// The next attempt to make room is not before this time.
    crowded_until: Option<Instant>,
}

impl Windows {
    pub fn new(capacity: usize) -> Self {
        Self { windows: HashMap::new(), capacity, crowded_until: None }
    }

    /// Counts one use; the error is the time until the next one is allowed.
    pub fn count(&mut self, key: Key, limit: Limit, now: Instant) -> Result<(), Duration> {
        let window = self.window(key, limit, now)?;
        if window.is_full() {
            return Err(window.left(now));
        }
        window.count += 1;
        Ok(())
    }

    /// Changes the count of an existing window. Returns its limit.
    pub fn change(&mut self, key: Key, by: i64, now: Instant) -> Option<Limit> {
        let window = self.windows.get_mut(&key).filter(|window| !window.left(now).is_zero())?;
        window.count = moved(window.count, by, window.limit.most);
        let limit = window.limit;
        if window.count == 0 {
            self.windows.remove(&key);
        }
        Some(limit)
    }

    /// Adds the count of another process.
    pub fn add(&mut self, key: Key, limit: Limit, by: i64, now: Instant) {
        if by <= 0 {
            self.change(key, by, now);
        } else if let Ok(window) = self.window(key, limit, now) {
            window.count = moved(window.count, by, limit.most);
        }
    }

    /// The current window of a key; a new one if the last has ended.
    fn window(&mut self, key: Key, limit: Limit, now: Instant) -> Result<&mut Window, Duration> {
        if !self.windows.contains_key(&key) {
            self.make_room(now)?;
        }
        let fresh = || Window { since: now, limit, count: 0 };
        let window = self.windows.entry(key).or_insert_with(fresh);
        if window.left(now).is_zero() {
            *window = fresh();
        }
        // The setting may have changed, or the limit may depend on the caller.
        window.limit = limit;
        Ok(window)
    }

    /// Drops windows that have ended, then the oldest that are not full: an eighth at a time, so that a flood of new
    /// keys does not sort the store for each. Fails if nothing may be dropped.
    fn make_room(&mut self, now: Instant) -> Result<(), Duration> {
        if self.windows.len() < self.capacity {
            return Ok(());
        }
        if let Some(wait) = self.crowded_until.map(|until| until.saturating_duration_since(now))
            && !wait.is_zero()
        {
            return Err(wait);
        }
        self.windows.retain(|_, window| !window.left(now).is_zero());
        let aim = self.capacity - self.capacity / 8;
        let mut open: Vec<(Instant, Key)> = self
            .windows
            .iter()
            .filter(|(_, window)| !window.is_full())
            .map(|(key, window)| (window.since, *key))
            .collect();
        open.sort_unstable();
        for (_, key) in open.iter().take(self.windows.len().saturating_sub(aim)) {
            self.windows.remove(key);
        }
        self.crowded_until = (self.windows.len() > aim).then(|| now + CROWDED);
        if self.windows.len() < self.capacity { Ok(()) } else { Err(CROWDED) }
    }
}

fn moved(count: u32, by: i64, most: u32) -> u32 {
    let moved = i64::from(count).saturating_add(by).clamp(0, i64::from(most));
    u32::try_from(moved).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit::new(3, Duration::from_secs(60));

    fn key(number: u32) -> Key {
        let mut key = Key::default();
        key[..4].copy_from_slice(&number.to_le_bytes());
        key
    }

    #[test]
    fn v5_a_full_window_outlasts_any_flood() {
        let (mut store, now) = (Windows::new(100), Instant::now());
        for _ in 0..3 {
            assert_eq!(store.count(key(0), LIMIT, now), Ok(()));
        }
        for number in 1..50_000 {
            assert_eq!(store.count(key(number), LIMIT, now), Ok(()), "new keys push out unused ones");
        }
        assert_eq!(store.count(key(0), LIMIT, now), Err(LIMIT.window));
        assert!(store.windows.len() <= 100);
        let later = now + LIMIT.window;
        assert_eq!(store.count(key(0), LIMIT, later), Ok(()), "it ends by itself");
    }

    #[test]
    fn v5_a_store_of_full_windows_refuses_new_keys_until_one_ends() {
        let (mut store, now) = (Windows::new(100), Instant::now());
        for number in 0..100 {
            for _ in 0..3 {
                assert_eq!(store.count(key(number), LIMIT, now), Ok(()));
            }
        }
        assert_eq!(store.count(key(100), LIMIT, now), Err(CROWDED));
        assert_eq!(store.count(key(5), LIMIT, now), Err(LIMIT.window), "known ones keep their limit");
        assert_eq!(store.count(key(100), LIMIT, now + LIMIT.window), Ok(()));
    }

    #[test]
    fn v5_counts_of_other_processes_are_added() {
        let (mut store, now) = (Windows::new(100), Instant::now());
        store.add(key(1), LIMIT, 2, now);
        assert_eq!(store.count(key(1), LIMIT, now), Ok(()));
        assert_eq!(store.count(key(1), LIMIT, now), Err(LIMIT.window));
        store.add(key(1), LIMIT, -1, now);
        assert_eq!(store.count(key(1), LIMIT, now), Ok(()), "one was taken back there");
    }
}
