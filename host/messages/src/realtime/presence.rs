//! The members of presence channels, in all processes.
//!
//! Each process knows all members: it publishes who joins and leaves with its own sockets, and everything at the
//! start or on request. So subscribers are answered from memory, and the death of a process removes only its own
//! members.

use std::collections::HashMap;

use serde_json::value::RawValue;

/// The members of one channel.
#[derive(Debug, Default)]
pub(super) struct Members(HashMap<String, Seats>);

/// One user, who may have several sockets in several processes.
#[derive(Debug)]
struct Seats {
    info: Box<RawValue>,
    /// Sockets by process.
    taken: HashMap<String, usize>,
}

impl Members {
    /// Adds a socket of a user; true if it is the first.
    pub fn join(&mut self, process: &str, user: &str, info: &RawValue) -> bool {
        let is_new = !self.0.contains_key(user);
        let seats = self
            .0
            .entry(user.to_owned())
            .or_insert_with(|| Seats { info: info.to_owned(), taken: HashMap::new() });
        *seats.taken.entry(process.to_owned()).or_default() += 1;
        is_new
    }

    /// Removes a socket of a user; true if it was the last.
    pub fn leave(&mut self, process: &str, user: &str) -> bool {
        let Some(seats) = self.0.get_mut(user) else { return false };
        if let Some(sockets) = seats.taken.get_mut(process) {
            *sockets -= 1;
            if *sockets == 0 {
                seats.taken.remove(process);
            }
        }
        let is_gone = seats.taken.is_empty();
        if is_gone {
            self.0.remove(user);
        }
        is_gone
    }

    /// Sockets of a user in one process.
    pub fn sockets(&self, process: &str, user: &str) -> usize {
        self.0.get(user).and_then(|seats| seats.taken.get(process)).copied().unwrap_or_default()
    }

    /// The users with sockets of one process.
    pub fn of_process(&self, process: &str) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0
            .iter()
            .filter(move |(_, seats)| seats.taken.contains_key(process))
            .map(|(user, seats)| (user.as_str(), &*seats.info))
    }

    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn contains(&self, user: &str) -> bool {
        self.0.contains_key(user)
    }

    /// The member list for a new subscriber.
    pub fn to_json(&self) -> String {
        let ids: Vec<&str> = self.users().collect();
        let hash: HashMap<&str, &RawValue> =
            self.0.iter().map(|(user, seats)| (user.as_str(), &*seats.info)).collect();
        let presence = serde_json::json!({ "presence": { "count": ids.len(), "ids": ids, "hash": hash } });
        presence.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_with_two_sockets_joins_once_and_leaves_once() {
        let mut members = Members::default();
        assert!(members.join("p1", "anna", RawValue::NULL));
        assert!(!members.join("p1", "anna", RawValue::NULL));
        assert!(!members.join("p2", "anna", RawValue::NULL));
        assert!(!members.leave("p1", "anna"));
        assert!(!members.leave("p1", "anna"));
        assert!(members.leave("p2", "anna"));
        assert!(!members.leave("p2", "anna"), "already left");
    }

    #[test]
    fn a_user_that_leaves_one_process_stays_in_another() {
        let mut members = Members::default();
        members.join("p1", "anna", RawValue::NULL);
        members.join("p2", "anna", RawValue::NULL);
        members.join("p2", "ewa", RawValue::NULL);
        assert_eq!(members.of_process("p2").count(), 2);
        assert!(!members.leave("p2", "anna"));
        assert!(members.leave("p2", "ewa"));
        assert_eq!(members.users().collect::<Vec<_>>(), ["anna"]);
    }
}
