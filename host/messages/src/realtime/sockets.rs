//! The sockets of this process: their accounts, and which of them is closed to make room.
//!
//! A socket is unproven until it signs in or shows a permit for a channel. Unproven sockets must not exclude others:
//! they get half of the slots and a limit per address, and at these limits the oldest of them is closed for a new
//! one.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::{DefaultDirectRateLimiter, RateLimiter};

use super::Limits;
use super::connection::per_second;
use super::hub::Handle;
use super::protocol::Code;
use crate::platform::rate;

/// How much more all sockets of an account may send than one of them.
const SOCKETS_WORTH: usize = 10;

/// The origin of an unproven client: its address, or for IPv6 the network of one customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Network(IpAddr);

impl Network {
    pub fn of(address: IpAddr) -> Self {
        Self(rate::place(address))
    }
}

/// The shared rate limit of all sockets of one account.
#[derive(Debug)]
pub(super) struct Allowance {
    /// Events to other clients.
    pub events: DefaultDirectRateLimiter,
    subscriptions: AtomicUsize,
    most_subscriptions: usize,
}

impl Allowance {
    fn of(limits: &Limits) -> Self {
        let events = limits.client_events.saturating_mul(SOCKETS_WORTH as u32);
        Self {
            events: RateLimiter::direct(per_second(events)),
            subscriptions: AtomicUsize::new(0),
            most_subscriptions: limits.channels.saturating_mul(SOCKETS_WORTH),
        }
    }

    pub fn has_room(&self) -> bool {
        self.subscriptions.load(Ordering::Relaxed) < self.most_subscriptions
    }

    pub fn add(&self, subscriptions: usize) {
        self.subscriptions.fetch_add(subscriptions, Ordering::Relaxed);
    }

    pub fn remove(&self, subscriptions: usize) {
        self.subscriptions.fetch_sub(subscriptions, Ordering::Relaxed);
    }
}

#[derive(Debug)]
struct Account {
    sockets: HashSet<u64>,
    allowance: Arc<Allowance>,
}

#[derive(Debug)]
struct Socket {
    handle: Handle,
    /// Its origin, while it is unproven and if that is known.
    network: Option<Network>,
}

#[derive(Debug, Default)]
pub(super) struct Sockets {
    all: HashMap<u64, Socket>,
    /// In order of age: socket numbers increase.
    unproven: BTreeSet<u64>,
    unproven_of: HashMap<Network, BTreeSet<u64>>,
    accounts: HashMap<String, Account>,
}

impl Sockets {
    /// Adds a socket; false if there is no room and none can be made.
    pub fn enter(&mut self, handle: &Handle, network: Option<Network>, limits: &Limits) -> bool {
        let of_network = network.and_then(|network| self.unproven_of.get(&network));
        let crowd = of_network.filter(|own| own.len() >= limits.connections_per_address);
        self.push_out(crowd.and_then(|own| own.first().copied()));
        let is_half_full = self.unproven.len() >= (limits.connections / 2).max(1);
        if is_half_full || self.all.len() >= limits.connections {
            self.push_out(self.unproven.first().copied());
        }
        if self.all.len() >= limits.connections {
            return false;
        }
        self.all.insert(handle.number, Socket { handle: handle.clone(), network });
        self.unproven.insert(handle.number);
        if let Some(network) = network {
            self.unproven_of.entry(network).or_default().insert(handle.number);
        }
        self.measure();
        true
    }

    fn push_out(&mut self, number: Option<u64>) {
        let Some(socket) = number.and_then(|number| self.forget(number)) else { return };
        metrics::counter!("sitewright_realtime_pushed_out_total").increment(1);
        socket.handle.end(Code::OverCapacity);
    }

    /// Marks that a socket has shown a permit.
    pub fn prove(&mut self, number: u64) {
        self.unproven.remove(&number);
        let network = self.all.get_mut(&number).and_then(|socket| socket.network.take());
        if let Some(network) = network {
            self.leave_network(number, network);
        }
    }

    fn leave_network(&mut self, number: u64, network: Network) {
        if let Some(own) = self.unproven_of.get_mut(&network) {
            own.remove(&number);
            if own.is_empty() {
                self.unproven_of.remove(&network);
            }
        }
    }

    fn forget(&mut self, number: u64) -> Option<Socket> {
        let socket = self.all.remove(&number)?;
        self.unproven.remove(&number);
        if let Some(network) = socket.network {
            self.leave_network(number, network);
        }
        Some(socket)
    }

    /// Removes a closed socket.
    pub fn exit(&mut self, handle: &Handle, account: Option<&str>) {
        self.forget(handle.number);
        if let Some(account) = account
            && let Some(own) = self.accounts.get_mut(account)
        {
            own.sockets.remove(&handle.number);
            if own.sockets.is_empty() {
                self.accounts.remove(account);
            }
        }
        self.measure();
    }

    /// Assigns a socket to an account and returns the account's rate limit; `None` if the account has too many
    /// sockets.
    pub fn belongs(&mut self, handle: &Handle, account: &str, limits: &Limits) -> Option<Arc<Allowance>> {
        let new = || Account { sockets: HashSet::new(), allowance: Arc::new(Allowance::of(limits)) };
        // It was closed to make room meanwhile, and has no account any more.
        if !self.all.contains_key(&handle.number) {
            return Some(new().allowance);
        }
        let own = self.accounts.entry(account.to_owned()).or_insert_with(new);
        if own.sockets.len() >= limits.connections_per_account && !own.sockets.contains(&handle.number) {
            return None;
        }
        own.sockets.insert(handle.number);
        let allowance = own.allowance.clone();
        self.prove(handle.number);
        Some(allowance)
    }

    pub fn of_account(&self, account: &str) -> impl Iterator<Item = &Handle> {
        let numbers = self.accounts.get(account).into_iter().flat_map(|account| &account.sockets);
        numbers.filter_map(|number| self.all.get(number)).map(|socket| &socket.handle)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Handle> {
        self.all.values().map(|socket| &socket.handle)
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn measure(&self) {
        metrics::gauge!("sitewright_realtime_connections").set(self.all.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v8_a_customer_with_ipv6_is_one_network() {
        let network = |text: &str| Network::of(text.parse().expect("an address"));
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
