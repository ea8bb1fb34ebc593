//! Counts what an account or an address holds open at the same time, such as event streams.

use crate::libraries::*;

/// Counts of open items by holder. Cheap to clone.
#[derive(Clone, Default)]
pub struct Holders(Arc<Mutex<HashMap<String, usize>>>);

impl Holders {
    /// Adds one for a holder; `None` at the limit.
    pub fn take(&self, holder: &str, most: usize) -> Option<Held> {
        let mut counts = self.counts();
        let count = counts.entry(holder.to_owned()).or_default();
        if *count >= most {
            if most == 0 {
                counts.remove(holder);
            }
            return None;
        }
        *count += 1;
        Some(Held { holders: self.clone(), holder: holder.to_owned() })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open item; it counts until this is dropped.
pub struct Held {
    holders: Holders,
    holder: String,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.holders.counts();
        if let Some(count) = counts.get_mut(&self.holder) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.holder);
            }
        }
    }
}
