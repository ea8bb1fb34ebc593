//! The sockets of this process and their subscriptions.
//!
//! Everything is under one lock that is never held across an await, so that each socket receives events in order. A
//! frame is encoded once for all sockets; a socket that does not read fast enough is closed.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::Limits;
use super::cache::Cache;
use super::presence::Members;
use super::protocol::{self, Code, Member};
use super::sockets::{Allowance, Network, Sockets};

/// Frames buffered for a socket; with more it is considered stuck.
const OUTBOX: usize = 128;
/// Members of one presence channel.
const MOST_MEMBERS: usize = 100;

/// A socket as the hub sees it.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    /// `123.456`: random, since it is part of signed texts.
    pub id: Arc<str>,
    pub number: u64,
    outbox: mpsc::Sender<Utf8Bytes>,
    end: Arc<End>,
}

#[derive(Debug, Default)]
struct End {
    code: OnceLock<Code>,
    token: CancellationToken,
}

impl Handle {
    /// A handle and the receiver of its frames.
    pub fn new() -> (Self, mpsc::Receiver<Utf8Bytes>) {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let (outbox, frames) = mpsc::channel(OUTBOX);
        let id = format!("{}.{}", rand::random::<u32>(), rand::random::<u32>()).into();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        (Self { id, number, outbox, end: Arc::default() }, frames)
    }

    pub fn send(&self, frame: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.outbox.try_send(frame) {
            metrics::counter!("sitewright_realtime_slow_total").increment(1);
            self.end(Code::OverCapacity);
        }
    }

    /// Asks the socket to close; the first reason counts.
    pub fn end(&self, code: Code) {
        // Another reason was first.
        let _ = self.end.code.set(code);
        self.end.token.cancel();
    }

    /// Waits until the socket is to be closed.
    pub async fn ended(&self) -> Code {
        self.end.token.cancelled().await;
        self.end.code.get().copied().unwrap_or(Code::Reconnect)
    }
}

#[derive(Debug, Default)]
struct Channel {
    sockets: HashMap<u64, Handle>,
    members: Members,
}

impl Channel {
    fn send(&self, frame: &Utf8Bytes, except: Option<&str>) {
        for socket in self.sockets.values().filter(|socket| except != Some(&*socket.id)) {
            socket.send(frame.clone());
        }
    }

    fn is_empty(&self) -> bool {
        self.sockets.is_empty() && self.members.count() == 0
    }
}

#[derive(Debug, Default)]
struct State {
    sockets: Sockets,
    channels: HashMap<String, Channel>,
    cache: Cache,
}

impl State {
    /// Sends a new subscriber of a cache channel the last event, or that there is none.
    fn send_kept(&mut self, handle: &Handle, name: &str) {
        if protocol::is_cached(name) {
            let kept = self.cache.get(name, Instant::now());
            handle.send(kept.unwrap_or_else(|| protocol::frame("pusher:cache_miss", Some(name), "{}")));
        }
    }
}

/// The subscribers of a channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    pub sockets: usize,
    pub users: usize,
}

/// The notification that follows when a member joins or leaves.
#[derive(Debug, PartialEq)]
pub(super) enum Move {
    /// None: the member has another socket.
    None,
    First,
    Full,
}

#[derive(Debug)]
pub(super) struct Hub {
    state: Mutex<State>,
    /// The name of this process.
    process: String,
}

impl Hub {
    pub fn new(process: String) -> Self {
        Self { state: Mutex::default(), process }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a socket, unless there is no room.
    pub fn enter(&self, handle: &Handle, network: Option<Network>, limits: &Limits) -> bool {
        self.state().sockets.enter(handle, network, limits)
    }

    /// Removes a socket that has left its channels.
    pub fn exit(&self, handle: &Handle, account: Option<&str>) {
        self.state().sockets.exit(handle, account);
    }

    /// Assigns a socket to an account, and returns the account's rate limit; `None` if the account has too many
    /// sockets.
    pub fn belongs(&self, handle: &Handle, account: &str, limits: &Limits) -> Option<Arc<Allowance>> {
        self.state().sockets.belongs(handle, account, limits)
    }

    /// Marks that a socket has shown a permit.
    pub fn prove(&self, handle: &Handle) {
        self.state().sockets.prove(handle.number);
    }

    /// Subscribes a socket, and confirms it before any event of the channel.
    pub fn listen(&self, handle: &Handle, name: &str) {
        let mut state = self.state();
        let channel = state.channels.entry(name.to_owned()).or_default();
        channel.sockets.insert(handle.number, handle.clone());
        handle.send(protocol::frame("pusher_internal:subscription_succeeded", Some(name), "{}"));
        state.send_kept(handle, name);
    }

    /// The same for a presence channel: the socket gets the members, and they are notified.
    pub fn join(&self, handle: &Handle, name: &str, member: &Member) -> Move {
        let mut state = self.state();
        let channel = state.channels.entry(name.to_owned()).or_default();
        if channel.members.count() >= MOST_MEMBERS && !channel.members.contains(&member.id) {
            return Move::Full;
        }
        if channel.members.join(&self.process, &member.id, &member.info) {
            channel.send(&added(name, &member.id, &member.info), None);
        }
        let first = channel.members.sockets(&self.process, &member.id) == 1;
        channel.sockets.insert(handle.number, handle.clone());
        let members = channel.members.to_json();
        handle.send(protocol::frame("pusher_internal:subscription_succeeded", Some(name), &members));
        state.send_kept(handle, name);
        if first { Move::First } else { Move::None }
    }

    /// Unsubscribes a socket; true if it was the last one of `member` in this process.
    pub fn leave(&self, handle: &Handle, name: &str, member: Option<&str>) -> bool {
        let mut state = self.state();
        let Some(channel) = state.channels.get_mut(name) else { return false };
        channel.sockets.remove(&handle.number);
        let mut last = false;
        if let Some(user) = member {
            last = channel.members.sockets(&self.process, user) == 1;
            if channel.members.leave(&self.process, user) {
                channel.send(&removed(name, user), None);
            }
        }
        if channel.is_empty() {
            state.channels.remove(name);
        }
        last
    }

    /// A member joined in another process.
    pub fn joined_elsewhere(&self, process: &str, name: &str, user: &str, info: &RawValue) {
        let mut state = self.state();
        let channel = state.channels.entry(name.to_owned()).or_default();
        // A repeated message, such as by a process that repeats everything, counts once.
        if channel.members.sockets(process, user) == 0 && channel.members.join(process, user, info) {
            channel.send(&added(name, user, info), None);
        }
    }

    /// A member left in another process.
    pub fn left_elsewhere(&self, process: &str, name: &str, user: &str) {
        let mut state = self.state();
        let Some(channel) = state.channels.get_mut(name) else { return };
        if channel.members.sockets(process, user) > 0 && channel.members.leave(process, user) {
            channel.send(&removed(name, user), None);
        }
        if channel.is_empty() {
            state.channels.remove(name);
        }
    }

    /// Removes all members of a process that has ended, except those in `but`, who are still present.
    pub fn forget_process(&self, process: &str, but: &HashSet<(String, String)>) {
        let mut state = self.state();
        state.channels.retain(|name, channel| {
            let stays = |user: &str| but.contains(&(name.clone(), user.to_owned()));
            let gone: Vec<String> = channel
                .members
                .of_process(process)
                .map(|(user, _)| user.to_owned())
                .filter(|user| !stays(user))
                .collect();
            for user in gone {
                if channel.members.leave(process, &user) {
                    channel.send(&removed(name, &user), None);
                }
            }
            !channel.is_empty()
        });
    }

    /// The members with a socket of this process, by channel.
    pub fn own_members(&self) -> Vec<(String, String, Box<RawValue>)> {
        let state = self.state();
        let of_channel = |(name, channel): (&String, &Channel)| {
            let of_member =
                |(user, info): (&str, &RawValue)| (name.clone(), user.to_owned(), info.to_owned());
            channel.members.of_process(&self.process).map(of_member).collect::<Vec<_>>()
        };
        state.channels.iter().flat_map(of_channel).collect()
    }

    /// Sends a frame to all subscribers here. With `kept` it is also sent to later ones.
    pub fn send(&self, name: &str, frame: &Utf8Bytes, except: Option<&str>, kept: bool) {
        let mut state = self.state();
        if kept {
            state.cache.put(name, frame, Instant::now());
        }
        if let Some(channel) = state.channels.get(name) {
            channel.send(frame, except);
        }
    }

    /// Whether the channel has subscribers here.
    pub fn has_subscribers(&self, name: &str) -> bool {
        self.state().channels.get(name).is_some_and(|channel| !channel.sockets.is_empty())
    }

    /// Closes the sockets of an account.
    pub fn end_account(&self, account: &str, code: Code) {
        self.state().sockets.of_account(account).for_each(|socket| socket.end(code));
    }

    /// Closes all sockets.
    pub fn end_all(&self, code: Code) {
        self.state().sockets.iter().for_each(|socket| socket.end(code));
    }

    pub fn is_empty(&self) -> bool {
        self.state().sockets.is_empty()
    }

    /// The channels with subscribers here, with their counts.
    pub fn channels(&self, prefix: &str) -> Vec<(String, Count)> {
        let state = self.state();
        let occupied = state.channels.iter().filter(|(name, _)| name.starts_with(prefix));
        occupied.map(|(name, channel)| (name.clone(), count(channel))).collect()
    }

    pub fn count(&self, name: &str) -> Count {
        self.state().channels.get(name).map_or(Count { sockets: 0, users: 0 }, count)
    }

    pub fn users(&self, name: &str) -> Vec<String> {
        let state = self.state();
        let users = state.channels.get(name).map(|channel| channel.members.users().map(str::to_owned));
        users.map(Iterator::collect).unwrap_or_default()
    }
}

fn count(channel: &Channel) -> Count {
    Count { sockets: channel.sockets.len(), users: channel.members.count() }
}

fn added(channel: &str, user: &str, info: &RawValue) -> Utf8Bytes {
    let data = json!({ "user_id": user, "user_info": info });
    protocol::frame("pusher_internal:member_added", Some(channel), &data.to_string())
}

fn removed(channel: &str, user: &str) -> Utf8Bytes {
    let data = json!({ "user_id": user });
    protocol::frame("pusher_internal:member_removed", Some(channel), &data.to_string())
}
