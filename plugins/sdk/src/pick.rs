//! Choices that look varied and are deterministic for the same input.

use crate::units::{bare, lower, words};

/// FNV-1a over 64 bits: small, and good enough to spread topics over a handful of openings.
pub fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A number below `count` for this seed and purpose.
pub fn below(seed: u64, purpose: &str, count: usize) -> usize {
    let mixed = (seed ^ hash(purpose)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 33) % count.max(1) as u64) as usize
}

/// Whether two texts have at least four fifths of their words in common, in any order: such variants are no choice.
#[inline(never)]
pub fn is_close(one: &str, other: &str) -> bool {
    let set = |text: &str| {
        let mut found: Vec<String> = Vec::new();
        for word in words(text).map(|word| lower(bare(word))) {
            if !found.contains(&word) {
                found.push(word);
            }
        }
        found
    };
    let (one, other) = (set(one), set(other));
    let common = one.iter().filter(|word| other.contains(word)).count();
    common * 5 >= (one.len() + other.len() - common) * 4
}

#[cfg(test)]
mod tests {
    use super::{below, hash, is_close};

    #[test]
    fn an_order_of_the_same_words_is_no_choice() {
        assert!(is_close("Rolls at 7. Order today.", "Order today: rolls at 7!"));
        assert!(!is_close("Rolls at 7. Order today.", "Rolls at 7."));
    }

    #[test]
    fn every_index_is_chosen() {
        let mut seen = [0; 5];
        for topic in 0..500 {
            seen[below(hash(&format!("topic {topic}")), "opening", 5)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 60), "{seen:?}");
    }
}
