//! How often somebody tried: wrong passwords and new accounts, counted by address.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::StatusCode;

use crate::{
    auth::hash_of,
    config::Config,
    error::{Problem, Result},
};

/// More keys than this are an attack from many addresses; the oldest windows are dropped then.
const MOST: usize = 50_000;
/// Seconds of a wait that is still told in seconds.
const LONG: u64 = 120;
pub(super) const HOUR: Duration = Duration::from_secs(3600);
pub(super) const MINUTE: Duration = Duration::from_secs(60);

/// Counters of the current window, by what is counted.
#[derive(Default)]
pub(super) struct Attempts(Mutex<HashMap<Key, Window>>);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// One address trying one account, by the hash of its name.
    Account(Option<IpAddr>, String),
    Address(IpAddr),
    Registration(IpAddr),
    /// Anything else: what is done, and by or to whom.
    Other(&'static str, String),
}

struct Window {
    since: Instant,
    length: Duration,
    count: u32,
}

/// An attempt to sign in. It counts as failed from the start, so that many at once cannot slip through.
pub(super) struct Attempt<'a> {
    attempts: &'a Attempts,
    keys: Vec<Key>,
}

impl Attempt<'_> {
    /// The password was right: it does not count.
    pub(super) fn succeeded(self) {
        let mut windows = self.attempts.windows();
        for key in &self.keys {
            match key {
                Key::Account(..) => {
                    windows.remove(key);
                }
                _ => {
                    if let Some(window) = windows.get_mut(key) {
                        window.count = window.count.saturating_sub(1);
                    }
                }
            }
        }
    }
}

impl Attempts {
    /// Counts an attempt to sign in; 429 where there were too many.
    pub(super) fn login(&self, config: &Config, address: Option<IpAddr>, email: &str) -> Result<Attempt<'_>> {
        let address = address.map(place_of);
        let account = Key::Account(address, hash_of(email));
        self.count(account.clone(), config.login_failures, config.login_window)?;
        let mut keys = vec![account];
        if let Some(address) = address {
            self.count(Key::Address(address), config.login_failures_per_address, config.login_window)?;
            keys.push(Key::Address(address));
        }
        Ok(Attempt { attempts: self, keys })
    }

    /// Counts a new account; 429 where there were too many.
    pub(super) fn registration(&self, config: &Config, address: IpAddr) -> Result<()> {
        self.count(Key::Registration(place_of(address)), config.registrations_per_address, HOUR)
    }

    /// Counts something that somebody did; 429 where it was too often.
    pub(super) fn limit(&self, what: &'static str, who: &str, most: u32, length: Duration) -> Result<()> {
        self.count(Key::Other(what, who.to_owned()), most, length)
    }

    /// The same for something that anybody may do, by the address that they do it from.
    pub(super) fn limit_from(
        &self,
        what: &'static str,
        address: IpAddr,
        most: u32,
        length: Duration,
    ) -> Result<()> {
        self.limit(what, &place_of(address).to_string(), most, length)
    }

    /// Begins anew, because it was right.
    pub(super) fn forget(&self, what: &'static str, who: &str) {
        self.windows().remove(&Key::Other(what, who.to_owned()));
    }

    fn count(&self, key: Key, most: u32, length: Duration) -> Result<()> {
        let mut windows = self.windows();
        if windows.len() >= MOST {
            windows.retain(|_, window| window.since.elapsed() < window.length);
            if windows.len() >= MOST {
                windows.clear();
            }
        }
        let window = windows.entry(key).or_insert_with(|| Window { since: Instant::now(), length, count: 0 });
        let gone = window.since.elapsed();
        if gone >= window.length {
            *window = Window { since: Instant::now(), length, count: 0 };
        }
        if window.count >= most {
            let left = length.saturating_sub(gone).as_secs() + 1;
            return Err(too_many(left));
        }
        window.count += 1;
        Ok(())
    }

    fn windows(&self) -> MutexGuard<'_, HashMap<Key, Window>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When to come back; a long wait is told in minutes.
fn too_many(seconds: u64) -> Problem {
    let problem = |code| Problem::new(StatusCode::TOO_MANY_REQUESTS, code).retry_after(seconds);
    match seconds {
        ..=LONG => problem("auth.too-many-attempts"),
        _ => problem("auth.too-many-attempts-for-long").with("minutes", seconds.div_ceil(60)),
    }
}

/// What is counted as one address: of IPv6 the network of a household, since whoever has one has all of its addresses.
fn place_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_one_address_of_a_household_has_them_all() {
        for (address, place) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            assert_eq!(place_of(address.parse().expect("an address")).to_string(), place);
        }
    }
}
