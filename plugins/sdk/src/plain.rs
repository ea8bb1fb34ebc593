//! Texts as they are, for guests whose speed counts for more than their size: nothing is unpacked.

/// The texts of one language.
pub struct Plain {
    /// Hashes of the keys, in order.
    pub keys: &'static [u32],
    pub lists: &'static [&'static [&'static str]],
}

impl Plain {
    /// The texts under the key with this hash.
    pub(crate) fn find(&self, hash: u32) -> Option<&'static [&'static str]> {
        let place = self.keys.binary_search(&hash).ok()?;
        Some(self.lists[place])
    }
}
