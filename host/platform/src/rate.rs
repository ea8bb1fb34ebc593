//! Rate limits: by address, account, key or mailbox.
//!
//! Each purpose has its own store, so that a flood of one kind cannot evict the counts of another. A store holds a
//! bounded number of windows and never drops a full one, because that would lift a limit. If Redis connects several
//! processes, they exchange their counts.

mod windows;

use std::mem;
use std::net::Ipv6Addr;

use crate::bus::{Bus, Received, Subscriber, Topic};
use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::tasks::Tasks;
use windows::{Key, Windows};

pub const MINUTE: Duration = Duration::from_secs(60);
pub const HOUR: Duration = Duration::from_secs(3600);

/// Waits up to this many seconds are shown in seconds; longer ones in minutes.
const LONG: u64 = 120;
/// How often counts are sent to other processes.
const SEND_EVERY: Duration = Duration::from_millis(100);
/// Counts that are buffered for other processes; beyond that each process counts only for itself.
const MOST_UNSENT: usize = 10_000;
/// A site has 65,536 networks of the size that a household gets (RFC 6177), so the site is limited as well.
const HOUSEHOLDS_OF_A_SITE: u32 = 16;

/// This many times in a window of this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub most: u32,
    pub window: Duration,
}

impl Limit {
    pub const fn new(most: u32, window: Duration) -> Self {
        Self { most, window }
    }
}

/// The counters of this process. Cheap to clone.
#[derive(Clone)]
pub struct Rates(Arc<Inner>);

struct Inner {
    stores: Mutex<HashMap<String, Windows>>,
    /// Windows per store.
    capacity: usize,
    unsent: Option<Mutex<HashMap<(String, Key), Count>>>,
}

/// The message with the counts of a key.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Count {
    most: u32,
    window_ms: u64,
    /// Counted since the last message; negative if counts were taken back.
    count: i64,
}

type Message = Vec<(String, Key, Count)>;

impl Rates {
    /// Opens counters with `capacity` windows per purpose, shared with the other processes on the bus.
    pub fn open(capacity: usize, bus: &Bus, stop: &CancellationToken, tasks: &Tasks) -> Self {
        let unsent = bus.has_others().then(Mutex::default);
        let rates = Self(Arc::new(Inner { stores: Mutex::default(), capacity: capacity.max(16), unsent }));
        if bus.has_others() {
            let (topic, subscriber) = bus.topic("rates");
            tasks.spawn(rates.clone().send(topic, stop.clone()));
            tasks.spawn(rates.clone().receive(subscriber, stop.clone()));
        }
        rates
    }

    /// Counts one use by `who`. Returns 429 if there were too many in the window.
    pub fn count(&self, what: &str, who: &str, limit: Limit) -> Result<()> {
        self.try_count(what, who, limit).map_err(too_many)
    }

    /// The same with the caller's error code.
    pub fn count_as(&self, what: &str, who: &str, limit: Limit, code: &'static str) -> Result<()> {
        self.try_count(what, who, limit)
            .map_err(|wait| Problem::new(StatusCode::TOO_MANY_REQUESTS, code).retry_after(wait.as_secs() + 1))
    }

    /// Counts one use from an address, if it is known, and from the larger network that contains it.
    pub fn count_from(&self, what: &str, address: Option<IpAddr>, limit: Limit) -> Result<()> {
        let Some(address) = address else { return Ok(()) };
        let (place, site) = (place_of(address), site_of(address));
        if let Some(site) = &site {
            let most = limit.most.saturating_mul(HOUSEHOLDS_OF_A_SITE);
            self.count(what, site, Limit { most, ..limit })?;
        }
        let counted = self.count(what, &place, limit);
        if let (Err(_), Some(site)) = (&counted, &site) {
            // A household over its limit must not use up the limit of its neighbours.
            self.take_back(what, site);
        }
        counted
    }

    /// Takes back one use from an address.
    pub fn take_back_from(&self, what: &str, address: IpAddr) {
        self.take_back(what, &place_of(address));
        if let Some(site) = site_of(address) {
            self.take_back(what, &site);
        }
    }

    /// Takes back one use.
    pub fn take_back(&self, what: &str, who: &str) {
        self.change(what, key_of(who), -1);
    }

    /// Resets the count of `who`.
    pub fn forget(&self, what: &str, who: &str) {
        self.change(what, key_of(who), i64::MIN / 2);
    }

    fn try_count(&self, what: &str, who: &str, limit: Limit) -> Result<(), Duration> {
        let key = key_of(who);
        self.store(what, |store| store.count(key, limit, Instant::now()))?;
        self.note(what, key, limit, 1);
        Ok(())
    }

    fn change(&self, what: &str, key: Key, by: i64) {
        let limit = self.store(what, |store| store.change(key, by, Instant::now()));
        if let Some(limit) = limit {
            self.note(what, key, limit, by);
        }
    }

    fn store<T>(&self, what: &str, act: impl FnOnce(&mut Windows) -> T) -> T {
        let mut stores = locked(&self.0.stores);
        if let Some(store) = stores.get_mut(what) {
            return act(store);
        }
        let fresh = Windows::new(self.0.capacity);
        act(stores.entry(what.to_owned()).or_insert(fresh))
    }

    /// Buffers a count for the other processes.
    fn note(&self, what: &str, key: Key, limit: Limit, by: i64) {
        let Some(unsent) = &self.0.unsent else { return };
        let mut unsent = locked(unsent);
        if unsent.len() < MOST_UNSENT {
            let window_ms = u64::try_from(limit.window.as_millis()).unwrap_or(u64::MAX);
            let counted = unsent.entry((what.to_owned(), key)).or_insert(Count {
                most: limit.most,
                window_ms,
                count: 0,
            });
            counted.count = counted.count.saturating_add(by);
        }
    }

    async fn send(self, topic: Topic<Message>, stop: CancellationToken) {
        let Some(unsent) = &self.0.unsent else { return };
        while stop.run_until_cancelled(tokio::time::sleep(SEND_EVERY)).await.is_some() {
            let counted = mem::take(&mut *locked(unsent));
            if !counted.is_empty() {
                topic.publish(&counted.into_iter().map(|((what, key), count)| (what, key, count)).collect());
            }
        }
    }

    async fn receive(self, mut subscriber: Subscriber<Message>, stop: CancellationToken) {
        while let Some(Some(received)) = stop.run_until_cancelled(subscriber.next()).await {
            let Received::Message { message, .. } = received else { continue };
            let now = Instant::now();
            for (what, key, sent) in message {
                let limit = Limit::new(sent.most, Duration::from_millis(sent.window_ms));
                self.store(&what, |store| store.add(key, limit, sent.count, now));
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keys have a fixed size and contain no names or addresses.
fn key_of(who: &str) -> Key {
    let digest = Sha256::digest(who);
    let mut key = Key::default();
    key.iter_mut().zip(digest).for_each(|(byte, of_digest)| *byte = of_digest);
    key
}

/// When to retry; a long wait is shown in minutes.
pub fn too_many(wait: Duration) -> Problem {
    let seconds = wait.as_secs() + 1;
    let problem = |code| Problem::new(StatusCode::TOO_MANY_REQUESTS, code).retry_after(seconds);
    match seconds {
        ..=LONG => problem("auth.too-many-attempts"),
        _ => problem("auth.too-many-attempts-for-long").with("minutes", seconds.div_ceil(60)),
    }
}

/// The unit of counting for addresses: for IPv6 the /64 network of a household, because its owner has all of its
/// addresses.
pub fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

fn place_of(address: IpAddr) -> String {
    place(address).to_string()
}

/// The /48 network of an IPv6 address: the size of a site, also available from tunnel brokers.
fn site_of(address: IpAddr) -> Option<String> {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Some(format!("{}/48", Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80))))
        }
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_household_counts_as_one_address() {
        for (text, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            assert_eq!(place_of(address(text)), expected);
        }
        assert_eq!(site_of(address("2001:db8:1:2::3")).as_deref(), Some("2001:db8:1::/48"));
        assert_eq!(site_of(address("203.0.113.7")), None);
    }

    #[tokio::test]
    async fn v5_a_large_ipv6_network_is_limited_as_a_whole() {
        let (stop, tasks) = (CancellationToken::new(), Tasks::default());
        let bus = Bus::open(None, "one", &stop, &tasks).expect("a bus");
        let rates = Rates::open(1_000, &bus, &stop, &tasks);
        let limit = Limit::new(5, MINUTE);
        let taken = (0..10_000_u32)
            .filter(|n| {
                let address = address(&format!("2001:db8:1:{:x}::1", n % 0x1_0000));
                rates.count_from("login", Some(address), limit).is_ok()
            })
            .count();
        assert_eq!(taken, 5 * HOUSEHOLDS_OF_A_SITE as usize);
        let next = Some(address("2001:db8:2::1"));
        assert!(rates.count_from("login", next, limit).is_ok(), "the next site is free");
    }
}
