//! The limit of requests of a fake shop.

use std::time::Instant;

/// A leaky bucket and its record.
#[derive(Clone, Debug)]
pub struct Bucket {
    pub capacity: f64,
    /// How much leaves it in a second.
    pub drain: f64,
    /// The highest level, with the refused requests: above `capacity` if one was refused.
    pub highest: f64,
    /// The sum of what was accepted.
    pub taken: f64,
    pub refused: u64,
    level: f64,
    first: Option<Instant>,
    last: Instant,
}

impl Bucket {
    pub fn new(capacity: f64, drain: f64) -> Self {
        let last = Instant::now();
        Self { capacity, drain, highest: 0.0, taken: 0.0, refused: 0, level: 0.0, first: None, last }
    }

    /// A bucket that never refuses.
    pub fn unlimited() -> Self {
        Self::new(f64::INFINITY, f64::INFINITY)
    }

    /// Accepts this cost, or refuses it with the seconds after which it fits.
    pub fn take(&mut self, cost: f64) -> Result<(), f64> {
        let wanted = self.level() + cost;
        self.highest = self.highest.max(wanted);
        if wanted > self.capacity {
            self.refused += 1;
            return Err((wanted - self.capacity) / self.drain);
        }
        self.first.get_or_insert(self.last);
        self.level = wanted;
        self.taken += cost;
        Ok(())
    }

    /// Returns a part of an accepted cost.
    pub fn give_back(&mut self, cost: f64) {
        self.level = (self.level - cost).max(0.0);
        self.taken -= cost;
    }

    /// The level now.
    pub fn level(&mut self) -> f64 {
        let now = Instant::now();
        if self.drain.is_finite() {
            self.level = (self.level - self.drain * (now - self.last).as_secs_f64()).max(0.0);
        } else {
            self.level = 0.0;
        }
        self.last = now;
        self.level
    }

    /// What was accepted as a share of the rate, from the first to the last request. A short test begins with an empty
    /// bucket and may therefore use more than 1.
    pub fn used(&self) -> f64 {
        let time = self.first.map_or(0.0, |first| (self.last - first).as_secs_f64());
        if time == 0.0 { 0.0 } else { self.taken / (self.drain * time) }
    }
}
