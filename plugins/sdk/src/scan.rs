//! Looking through bytes sixteen at a time.
//!
//! The standard library's searches are quick for one byte and slow for a choice of them; the compiler makes
//! vector instructions of the loop below, in a component as well as natively.

const STRIDE: usize = 16;

/// Where the first byte of a class stands. `is_wanted` is asked about every byte of a stride, so it must be a
/// plain comparison.
#[inline(always)]
pub fn find(bytes: &[u8], is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let mut place = 0;
    while let Some(stride) = bytes.get(place..).and_then(|rest| rest.first_chunk::<STRIDE>()) {
        let mut found = false;
        for byte in stride {
            found |= is_wanted(*byte);
        }
        if found {
            break;
        }
        place += STRIDE;
    }
    let rest = bytes.get(place..)?;
    rest.iter().position(|byte| is_wanted(*byte)).map(|rest| place + rest)
}

/// Whether `text` has `part`. It looks for the sign of `part` that texts have least.
pub fn contains(text: &str, part: &str) -> bool {
    let (bytes, part) = (text.as_bytes(), part.as_bytes());
    let is_rare = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_punctuation();
    let offset = part.iter().position(is_rare).unwrap_or(0);
    let Some(rare) = part.get(offset) else { return true };
    let mut start = offset;
    while let Some(place) = bytes.get(start..).and_then(|rest| find(rest, |byte| byte == *rare)) {
        start += place;
        if bytes[start - offset..].starts_with(part) {
            return true;
        }
        start += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{contains, find};

    #[test]
    fn the_first_one_is_found_wherever_it_stands() {
        for length in 0..50 {
            let mut bytes = vec![b'a'; length];
            assert_eq!(find(&bytes, |byte| byte == b'b'), None);
            for place in (0..length).rev() {
                bytes[place] = b'b';
                assert_eq!(find(&bytes, |byte| byte == b'b'), Some(place));
            }
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
