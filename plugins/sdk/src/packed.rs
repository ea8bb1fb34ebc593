//! Texts as `texts!` packs them: a byte stands for a letter or for a pair of other bytes.
//!
//! A run reads a few of a tool's texts, some of them often: each list is unpacked when it is first asked for
//! and stays, as long as the component does. Guests whose speed is measured carry their texts as they are, see `plain`.

use std::mem;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The byte behind every text.
const END: u8 = 0;
/// No byte stands for more; so much is copied at once.
const LONGEST: usize = 16;

type List = &'static [&'static str];

/// The texts of one language.
pub struct Packed {
    /// Hashes of the keys, in order.
    pub keys: &'static [u32],
    /// Where each key's texts begin in `codes`; the last is the end.
    pub starts: &'static [u16],
    pub codes: &'static [u8],
    /// What the lowest bytes stand for.
    pub literals: &'static [u8],
    /// What the bytes above stand for.
    pub pairs: &'static [[u8; 2]],
    pub unpacked: &'static [Once<List>],
    pub meanings: &'static Once<Vec<Meaning>>,
}

/// What a byte stands for, and how long that is.
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

    /// Texts that are unpacked already, in the order of the hashes of their keys.
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
        // SAFETY: `texts!` packs texts and nothing else; a test unpacks every one of them.
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

/// A value that is made when it is first asked for. The standard library's own takes more code than all else
/// here; this one may make a value twice where two threads ask at once.
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
