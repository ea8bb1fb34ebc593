//! Texts as compressed by `texts!`: a byte encodes a letter or a pair of other bytes.
//!
//! A run reads a few of a tool's texts, some of them often: each list is decompressed on first use and kept as long
//! as the component lives. Guests whose speed is measured contain their texts uncompressed, see `plain`.

use std::sync::atomic::{AtomicPtr, Ordering};
use std::{mem, ptr};

/// The byte after every text.
const END: u8 = 0;
/// The maximum length that a byte encodes; this many bytes are copied at once.
const LONGEST: usize = 16;

type List = &'static [&'static str];

/// The texts of one language.
pub struct Packed {
    /// Hashes of the keys, in order.
    pub keys: &'static [u32],
    /// The offset of each key's texts in `codes`; the last is the end.
    pub starts: &'static [u16],
    pub codes: &'static [u8],
    /// The letters that the lowest bytes encode.
    pub literals: &'static [u8],
    /// The pairs that the higher bytes encode.
    pub pairs: &'static [[u8; 2]],
    pub unpacked: &'static [Once<List>],
    pub meanings: &'static Once<Vec<Meaning>>,
}

/// The expansion of a byte, and its length.
#[derive(Clone, Copy)]
pub struct Meaning {
    text: [u8; LONGEST],
    length: usize,
}

/// For texts that are not packed.
static NO_MEANINGS: Once<Vec<Meaning>> = Once::empty();

impl Packed {
    pub(crate) const fn none() -> Self {
        Self {
            keys: &[],
            starts: &[],
            codes: &[],
            literals: &[],
            pairs: &[],
            unpacked: &[],
            meanings: &NO_MEANINGS,
        }
    }

    /// Texts that are already decompressed, sorted by the hashes of their keys.
    pub(crate) fn of(entries: &[(u32, List)]) -> Self {
        let keys = entries.iter().map(|(hash, _)| *hash).collect::<Vec<_>>().leak();
        let unpacked = entries.iter().map(|(_, texts)| Once::holding(*texts)).collect::<Vec<_>>().leak();
        Self { keys, unpacked, ..Self::none() }
    }

    /// The texts under the key with this hash.
    pub(crate) fn find(&self, hash: u32) -> Option<List> {
        let place = self.keys.binary_search(&hash).ok()?;
        Some(self.unpacked[place].get(|| self.unpack(place)))
    }

    fn unpack(&self, place: usize) -> List {
        let codes = &self.codes[usize::from(self.starts[place])..usize::from(self.starts[place + 1])];
        let meanings = self.meanings.get(|| self.meanings());
        let mut ends = Vec::with_capacity(codes.iter().filter(|code| **code == END).count());
        let mut out = vec![0; codes.len() * 2 + LONGEST];
        let mut length = 0;
        for code in codes {
            if *code == END {
                ends.push(length);
                continue;
            }
            if out.len() < length + LONGEST {
                out.resize(length * 2 + LONGEST, 0);
            }
            let meaning = &meanings[usize::from(*code)];
            out[length..length + LONGEST].copy_from_slice(&meaning.text);
            length += meaning.length;
        }
        out.truncate(length);
        // SAFETY: `texts!` encodes only valid UTF-8; a test decompresses every text.
        let text: &'static str = Box::leak(unsafe { String::from_utf8_unchecked(out) }.into_boxed_str());
        let mut start = 0;
        ends.iter().map(|end| &text[mem::replace(&mut start, *end)..*end]).collect::<Vec<_>>().leak()
    }

    fn meanings(&self) -> Vec<Meaning> {
        let mut meanings = Vec::with_capacity(self.literals.len() + self.pairs.len());
        for literal in self.literals {
            let mut text = [0; LONGEST];
            text[0] = *literal;
            meanings.push(Meaning { text, length: 1 });
        }
        for pair in self.pairs {
            let [left, right] = pair.map(|code| meanings[usize::from(code)]);
            let mut both = [0; 2 * LONGEST];
            both[..LONGEST].copy_from_slice(&left.text);
            both[left.length..left.length + LONGEST].copy_from_slice(&right.text);
            let mut text = [0; LONGEST];
            text.copy_from_slice(&both[..LONGEST]);
            meanings.push(Meaning { text, length: left.length + right.length });
        }
        meanings
    }
}

/// A value that is created on first use. The standard library's type needs more code than all else here; this one may
/// create a value twice if two threads use it at the same time.
pub struct Once<T: Sync + 'static>(AtomicPtr<T>);

impl<T: Sync> Once<T> {
    pub const fn empty() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    fn holding(value: T) -> Self {
        Self(AtomicPtr::new(Box::leak(Box::new(value))))
    }

    fn get(&self, make: impl FnOnce() -> T) -> &'static T {
        // SAFETY: the address is null or that of a value that was leaked below.
        if let Some(value) = unsafe { self.0.load(Ordering::Acquire).as_ref() } {
            return value;
        }
        let value = Box::leak(Box::new(make()));
        self.0.store(value, Ordering::Release);
        value
    }
}
