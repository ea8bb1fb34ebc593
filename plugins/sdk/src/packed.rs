//! Texts as `texts!` packs them: a byte stands for a letter or for a pair of other bytes.
//!
//! A run reads a few of a tool's texts, some of them often: each list is unpacked when it is first asked for
//! and stays, as long as the component does.

use std::sync::OnceLock;

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
    pub unpacked: &'static [OnceLock<List>],
    pub meanings: &'static OnceLock<Meanings>,
}

/// What each byte stands for, and how long that is.
pub struct Meanings(Vec<([u8; LONGEST], usize)>);

impl Packed {
    /// The texts under the key with this hash.
    pub(crate) fn find(&self, hash: u32) -> Option<List> {
        let place = self.keys.binary_search(&hash).ok()?;
        Some(self.unpacked[place].get_or_init(|| self.unpack(place)))
    }

    fn unpack(&self, place: usize) -> List {
        let codes = &self.codes[usize::from(self.starts[place])..usize::from(self.starts[place + 1])];
        let Meanings(meanings) = self.meanings.get_or_init(|| self.meanings());
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
            let (meaning, more) = &meanings[usize::from(*code)];
            out[length..length + LONGEST].copy_from_slice(meaning);
            length += more;
        }
        out.truncate(length);
        let text: &'static str = Box::leak(String::from_utf8(out).unwrap_or_default().into_boxed_str());
        let mut start = 0;
        let texts = ends.iter().map(|end| &text[std::mem::replace(&mut start, *end)..*end]);
        texts.collect::<Vec<_>>().leak()
    }

    fn meanings(&self) -> Meanings {
        let mut meanings = Vec::with_capacity(self.literals.len() + self.pairs.len());
        for literal in self.literals {
            let mut meaning = [0; LONGEST];
            meaning[0] = *literal;
            meanings.push((meaning, 1));
        }
        for pair in self.pairs {
            let [(left, start), (right, more)] = pair.map(|code| meanings[usize::from(code)]);
            let mut both = [0; 2 * LONGEST];
            both[..LONGEST].copy_from_slice(&left);
            both[start..start + LONGEST].copy_from_slice(&right);
            let mut meaning = [0; LONGEST];
            meaning.copy_from_slice(&both[..LONGEST]);
            meanings.push((meaning, start + more));
        }
        Meanings(meanings)
    }
}
