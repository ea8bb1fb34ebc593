//! Uncompressed texts, for guests whose speed counts more than their size.

/// The texts of one language.
pub struct Plain {
    /// Hashes of the keys, in order.
    pub keys: &'static [u32],
    pub lists: &'static [&'static [&'static str]],
}

impl Plain {
    pub(crate) const fn none() -> Self {
        Self { keys: &[], lists: &[] }
    }

    /// Uncompressed texts, sorted by the hashes of their keys.
    pub(crate) fn of(entries: &[(u32, &'static [&'static str])]) -> Self {
        let keys = entries.iter().map(|(hash, _)| *hash).collect::<Vec<_>>().leak();
        Self { keys, lists: entries.iter().map(|(_, texts)| *texts).collect::<Vec<_>>().leak() }
    }

    /// The texts under the key with this hash.
    pub(crate) fn find(&self, hash: u32) -> Option<&'static [&'static str]> {
        let place = self.keys.binary_search(&hash).ok()?;
        Some(self.lists[place])
    }
}
