//! Searches bytes sixteen at a time.
//!
//! The standard library's searches are fast for one byte and slow for a choice of them, and the compiled code of a
//! loop in a component is slower still, so the vector instructions are written explicitly.

const STRIDE: usize = 16;

/// The bytes to search for: some of them, all below one, all non-ASCII ones.
#[derive(Clone, Copy)]
pub struct Class<const N: usize> {
    any: [u8; N],
    below: u8,
    beyond_ascii: bool,
}

impl<const N: usize> Class<N> {
    pub const fn of(any: [u8; N]) -> Self {
        Self { any, below: 0, beyond_ascii: false }
    }

    pub const fn and_below(self, below: u8) -> Self {
        Self { below, ..self }
    }

    pub const fn and_beyond_ascii(self) -> Self {
        Self { beyond_ascii: true, ..self }
    }

    #[inline(always)]
    fn has(&self, byte: u8) -> bool {
        let mut found = (byte < self.below) | (self.beyond_ascii & !byte.is_ascii());
        for wanted in self.any {
            found |= byte == wanted;
        }
        found
    }

    /// A bit for each byte of the stride that belongs to the class, the first byte lowest.
    #[cfg(target_feature = "simd128")]
    #[inline(always)]
    fn hits(&self, stride: &[u8; STRIDE]) -> u16 {
        use core::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, v128_load, v128_or};
        // SAFETY: sixteen bytes are there, and they need not be aligned.
        let stride = unsafe { v128_load(stride.as_ptr().cast()) };
        let mut hits = u8x16_lt(stride, u8x16_splat(self.below));
        for wanted in self.any {
            hits = v128_or(hits, u8x16_eq(stride, u8x16_splat(wanted)));
        }
        // The highest bit of each byte is used, and exactly non-ASCII bytes have it set.
        u8x16_bitmask(if self.beyond_ascii { v128_or(hits, stride) } else { hits })
    }

    #[cfg(not(target_feature = "simd128"))]
    #[inline(always)]
    fn hits(&self, stride: &[u8; STRIDE]) -> u16 {
        stride.iter().rev().fold(0, |hits, byte| hits << 1 | u16::from(self.has(*byte)))
    }
}

/// The offset of the first byte of a class.
#[inline(always)]
pub fn find<const N: usize>(bytes: &[u8], class: Class<N>) -> Option<usize> {
    let mut place = 0;
    while let Some(stride) = bytes.get(place..).and_then(|rest| rest.first_chunk::<STRIDE>()) {
        let hits = class.hits(stride);
        if hits != 0 {
            return Some(place + hits.trailing_zeros() as usize);
        }
        place += STRIDE;
    }
    find_in_less(bytes, place, class)
}

/// The rest of [`find`], shorter than a stride. It is read together with bytes before it, which do not belong to the
/// class.
#[inline(always)]
fn find_in_less<const N: usize>(bytes: &[u8], place: usize, class: Class<N>) -> Option<usize> {
    if place == bytes.len() {
        return None;
    }
    if let Some(stride) = bytes.last_chunk::<STRIDE>() {
        let hits = class.hits(stride);
        return (hits != 0).then(|| bytes.len() - STRIDE + hits.trailing_zeros() as usize);
    }
    find_singly(bytes, &class.any, class.below, class.beyond_ascii)
}

/// The offset of the first byte of a class among a few bytes; one function for every class.
#[inline(never)]
fn find_singly(bytes: &[u8], any: &[u8], below: u8, beyond_ascii: bool) -> Option<usize> {
    bytes.iter().position(|byte| *byte < below || beyond_ascii && !byte.is_ascii() || any.contains(byte))
}

/// The offset of the last byte of a class.
#[inline(always)]
pub fn rfind<const N: usize>(bytes: &[u8], class: Class<N>) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(stride) = bytes.get(..end).and_then(|rest| rest.last_chunk::<STRIDE>()) {
        let hits = class.hits(stride);
        if hits != 0 {
            return Some(end - 1 - hits.leading_zeros() as usize);
        }
        end -= STRIDE;
    }
    bytes.get(..end)?.iter().rposition(|byte| class.has(*byte))
}

/// The lines of a text, like those of the standard library.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(end) = find(rest.as_bytes(), Class::of([b'\n'])) else {
            return Some(std::mem::take(&mut rest));
        };
        let line = &rest[..end];
        rest = &rest[end + 1..];
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// Whether `text` contains `part`.
pub fn contains(text: &str, part: &str) -> bool {
    find_part(text, part).is_some()
}

/// The first offset of `part`. It searches for the rarest character of `part`.
#[inline(never)]
pub fn find_part(text: &str, part: &str) -> Option<usize> {
    let (bytes, part) = (text.as_bytes(), part.as_bytes());
    if part.len() > bytes.len() {
        return None;
    }
    let is_rare = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_punctuation();
    let offset = part.iter().position(is_rare).unwrap_or(0);
    let Some(rare) = part.get(offset) else { return Some(0) };
    let mut start = offset;
    while let Some(place) = bytes.get(start..).and_then(|rest| find(rest, Class::of([*rare]))) {
        start += place;
        if bytes[start - offset..].starts_with(part) {
            return Some(start - offset);
        }
        start += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Class, contains, find, lines, rfind};

    #[test]
    fn the_first_one_is_found_at_every_offset() {
        for length in 0..50 {
            let mut bytes = vec![b'a'; length];
            assert_eq!(find(&bytes, Class::of([b'b'])), None);
            for place in (0..length).rev() {
                bytes[place] = b'b';
                assert_eq!(find(&bytes, Class::of([b'x', b'b'])), Some(place));
                assert_eq!(rfind(&bytes, Class::of([b'x', b'b'])), Some(length - 1));
            }
            for place in (0..length).rev() {
                bytes[place] = b'a';
                assert_eq!(rfind(&bytes, Class::of([b'b'])), place.checked_sub(1));
            }
        }
    }

    #[test]
    fn a_class_contains_only_its_bytes() {
        let class = Class::of([b'"', b'\\']).and_below(0x20);
        let found = |class: Class<2>| (0..=255).filter(|byte| find(&[*byte; 17], class) == Some(0)).count();
        assert_eq!(found(class), 34);
        assert_eq!(found(class.and_beyond_ascii()), 34 + 128);
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\n", "a\nb", "\n\na\n\nb\n\n", "ł\r\nb\r\n\r\n", "a\r\r\nb\r", "a\rb"]
        {
            assert_eq!(lines(text).collect::<Vec<_>>(), text.lines().collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn parts_are_found() {
        let text = "Zażółć gęślą jaźń, data-1 data-12";
        for part in ["", "Z", "data-12", "jaźń", "ń", text] {
            assert!(contains(text, part), "{part}");
        }
        assert!(!contains(text, "data-13") && !contains("", "a"));
    }
}
