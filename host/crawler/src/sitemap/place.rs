//! The lines of problems.

use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::{MOST_BYTES, Problem};

/// Characters of a line that are kept.
const NEAR: usize = 80;

/// Sets the line of each problem, and the text there. The problems are in the order of the file.
pub fn locate(bytes: &[u8], problems: &mut [Problem]) {
    if problems.is_empty() {
        return;
    }
    let mut unpacked = Vec::new();
    let bytes = match bytes {
        [0x1f, 0x8b, ..] => {
            // Damaged data have a problem of their own; the rest is enough for the others.
            let _ = MultiGzDecoder::new(bytes).take(MOST_BYTES as u64).read_to_end(&mut unpacked);
            &unpacked
        }
        _ => bytes,
    };
    let (mut line, mut at) = (1, 0);
    for problem in problems {
        let place = usize::try_from(problem.position).unwrap_or(usize::MAX).min(bytes.len());
        line += memchr::memchr_iter(b'\n', bytes.get(at..place).unwrap_or_default()).count() as u32;
        at = at.max(place);
        let rest = &bytes[place..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        problem.line = line;
        problem.near = String::from_utf8_lossy(&rest[..end]).trim().chars().take(NEAR).collect();
    }
}
