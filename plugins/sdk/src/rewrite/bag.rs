//! A multiset of texts.

use crate::pick::hash;

/// Keys in order with their counts. Sorting routines of the standard library would be larger than this.
#[derive(Default)]
pub struct Bag(Vec<(u64, u32)>);

impl Bag {
    /// Adds `key`; returns false if it was already known.
    pub fn add(&mut self, key: &str) -> bool {
        let key = hash(key);
        match self.find(key) {
            Ok(place) => {
                self.0[place].1 += 1;
                false
            }
            Err(place) => {
                self.0.insert(place, (key, 1));
                true
            }
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.find(hash(key)).is_ok()
    }

    /// Removes one `key`; returns false if there is none left.
    pub fn take(&mut self, key: &str) -> bool {
        let Ok(place) = self.find(hash(key)) else { return false };
        let count = &mut self.0[place].1;
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }

    fn find(&self, key: u64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(known, _)| *known)
    }
}
