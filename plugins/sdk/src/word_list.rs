//! Constant lists of words. They are concatenated in one text: an address and a length for each would be as long as
//! the words.

use crate::scan;

/// A list made by [`words!`](crate::words!).
#[derive(Clone, Copy)]
pub struct Words {
    text: &'static str,
    /// The offset of each word; the last is the end.
    starts: &'static [u16],
}

impl Words {
    #[doc(hidden)]
    pub const fn new(text: &'static [u8], starts: &'static [u16]) -> Self {
        match str::from_utf8(text) {
            Ok(text) => Self { text, starts },
            Err(_) => panic!("words are texts"),
        }
    }

    pub const fn len(self) -> usize {
        self.starts.len() - 1
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Iterates over the words.
    pub fn iter<'a>(self) -> impl Iterator<Item = &'a str> + Clone {
        self.starts.windows(2).map(move |ends| self.between(ends[0], ends[1]))
    }

    /// Whether `word` is in the list.
    #[inline(never)]
    pub fn contains(self, word: &str) -> bool {
        self.starts.windows(2).any(|ends| self.is(ends[0], ends[1], word))
    }

    /// Like [`Self::contains`], for a sorted list.
    #[inline(never)]
    pub fn contains_sorted(self, word: &str) -> bool {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.between(self.starts[middle], self.starts[middle + 1]).cmp(word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }

    /// The first word of the list that `text` begins with.
    #[inline(never)]
    pub fn opening(self, text: &str) -> Option<&'static str> {
        // Most words differ in the first byte, and comparing that is faster than a call.
        let first = text.as_bytes().first()?;
        let bytes = self.text.as_bytes();
        let may_open = |ends: &&[u16]| bytes.get(usize::from(ends[0])) == Some(first);
        let mut likely = self.starts.windows(2).filter(may_open).map(|ends| self.between(ends[0], ends[1]));
        likely.find(|word| text.as_bytes().starts_with(word.as_bytes()))
    }

    /// The first word of the list that `text` ends with.
    #[inline(never)]
    pub fn ending(self, text: &str) -> Option<&'static str> {
        let last = text.as_bytes().last();
        let may_end = |word: &&str| word.is_empty() || word.as_bytes().last() == last;
        self.iter().filter(may_end).find(|word| text.as_bytes().ends_with(word.as_bytes()))
    }

    /// Whether `text` contains a word of the list.
    #[inline(never)]
    pub fn any_in(self, text: &str) -> bool {
        let pairs = Pairs::of(text);
        self.iter().any(|word| pairs.may_have(word) && scan::contains(text, word))
    }

    #[inline(always)]
    fn is(self, start: u16, end: u16, word: &str) -> bool {
        usize::from(end - start) == word.len() && self.between(start, end) == word
    }

    #[inline(always)]
    fn between(self, start: u16, end: u16) -> &'static str {
        // SAFETY: `words!` computes both from the texts that it concatenates.
        unsafe { self.text.get_unchecked(usize::from(start)..usize::from(end)) }
    }
}

/// The pairs of neighbouring bytes of a text, by a hash: most words of a list have one that the text has not, and a
/// search for each takes longer.
struct Pairs([u64; 16]);

impl Pairs {
    fn of(text: &str) -> Self {
        let mut pairs = Self([0; 16]);
        for pair in text.as_bytes().windows(2) {
            let (place, bit) = Self::place(pair);
            pairs.0[place] |= bit;
        }
        pairs
    }

    fn may_have(&self, word: &str) -> bool {
        word.as_bytes().windows(2).all(|pair| {
            let (place, bit) = Self::place(pair);
            self.0[place] & bit != 0
        })
    }

    fn place(pair: &[u8]) -> (usize, u64) {
        let hash = usize::from(pair[0]) * 37 + usize::from(pair[1]);
        (hash / 64 % 16, 1 << (hash % 64))
    }
}

/// `words!["one", "two"]`: a list that takes little more memory than its words.
#[macro_export]
macro_rules! words {
    ($($word:expr),* $(,)?) => {{
        const LIST: &[&str] = &[$($word),*];
        const TEXT: &[u8] = &$crate::word_list::joined::<{ $crate::word_list::length(LIST) }>(LIST);
        const STARTS: &[u16] = &$crate::word_list::starts::<{ LIST.len() + 1 }>(LIST);
        $crate::Words::new(TEXT, STARTS)
    }};
}

#[doc(hidden)]
pub const fn length(list: &[&str]) -> usize {
    let (mut length, mut place) = (0, 0);
    while place < list.len() {
        length += list[place].len();
        place += 1;
    }
    assert!(length <= u16::MAX as usize, "a list of words is too long");
    length
}

#[doc(hidden)]
pub const fn joined<const N: usize>(list: &[&str]) -> [u8; N] {
    let mut joined = [0; N];
    let (mut end, mut place) = (0, 0);
    while place < list.len() {
        let word = list[place].as_bytes();
        let mut byte = 0;
        while byte < word.len() {
            joined[end] = word[byte];
            end += 1;
            byte += 1;
        }
        place += 1;
    }
    joined
}

#[doc(hidden)]
pub const fn starts<const N: usize>(list: &[&str]) -> [u16; N] {
    let mut starts = [0; N];
    let mut place = 0;
    while place < list.len() {
        starts[place + 1] = starts[place] + list[place].len() as u16;
        place += 1;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::Words;

    const LIST: Words = words!["a", "być", "w", "że"];

    #[test]
    fn a_list_contains_only_its_words() {
        assert_eq!(LIST.iter().collect::<Vec<_>>(), ["a", "być", "w", "że"]);
        for word in LIST.iter() {
            assert!(LIST.contains(word) && LIST.contains_sorted(word));
        }
        for word in ["", "aby", "by", "ć", "żeby", "ż"] {
            assert!(!LIST.contains(word) && !LIST.contains_sorted(word), "{word}");
        }
        assert!(words![].is_empty() && !words![].contains(""));
    }

    #[test]
    fn words_are_found_in_texts() {
        assert_eq!((LIST.opening("bycza"), LIST.opening("byćmoże")), (None, Some("być")));
        assert_eq!((LIST.ending("chcieć"), LIST.ending("także")), (None, Some("że")));
        assert!(LIST.any_in("nowe") && !LIST.any_in("kot"));
    }
}
