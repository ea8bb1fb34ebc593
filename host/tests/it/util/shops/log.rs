//! The log of a fake shop: its requests and the fields that they wrote.

use std::time::Instant;

use super::faults::matches;
use super::{Fault, Received, lock};
use crate::prelude::*;

/// One written field.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// Kind and id, such as `products/12`.
    pub object: String,
    /// Such as `translations.pl_PL.name`.
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// A request in the log.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Instant,
    pub method: Method,
    /// With the query.
    pub path: String,
    pub body: String,
    /// 0: no response, because the server still works, or has closed the connection.
    pub status: u16,
    pub fault: Option<Fault>,
    /// Fields that the request set, also to the value that they had.
    pub writes: Vec<Write>,
}

/// All requests in the order of their arrival; clones share it.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<Entry>>>);

impl Log {
    pub fn entries(&self) -> Vec<Entry> {
        lock(&self.0).clone()
    }

    pub fn clear(&self) {
        lock(&self.0).clear();
    }

    /// The number of requests such as `GET /products`: the method and a part of the path. `*` is any method.
    pub fn count(&self, what: &str) -> usize {
        lock(&self.0).iter().filter(|entry| matches(what, &entry.method, &entry.path)).count()
    }

    /// The written fields in order, also those that kept their value.
    pub fn writes(&self) -> Vec<Write> {
        lock(&self.0).iter().flat_map(|entry| entry.writes.clone()).collect()
    }

    /// How many writes changed fields whose path is `field` or ends with `.field`.
    pub fn writes_of(&self, field: &str) -> usize {
        let is = |write: &Write| write.field == field || write.field.ends_with(&format!(".{field}"));
        self.writes().iter().filter(|write| is(write) && write.before != write.after).count()
    }

    /// The fields, as `products/12 translations.pl_PL.name`, that more than one request wrote.
    pub fn written_twice(&self) -> Vec<String> {
        let mut counts = BTreeMap::<String, usize>::new();
        for write in self.writes() {
            *counts.entry(format!("{} {}", write.object, write.field)).or_default() += 1;
        }
        counts.into_iter().filter(|(_, count)| *count > 1).map(|(field, _)| field).collect()
    }

    pub(super) fn open(&self, request: &Received, fault: Option<Fault>) -> usize {
        let mut entries = lock(&self.0);
        let (method, path, body) = (request.method.clone(), request.target(), request.text());
        let at = Instant::now();
        entries.push(Entry { at, method, path, body, status: 0, fault, writes: Vec::new() });
        entries.len() - 1
    }

    pub(super) fn close(&self, entry: usize, status: u16, writes: &[Write]) {
        // A test may have cleared the log while the request ran.
        if let Some(entry) = lock(&self.0).get_mut(entry) {
            entry.status = status;
            entry.writes.extend_from_slice(writes);
        }
    }
}
