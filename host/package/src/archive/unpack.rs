//! Unpacks one entry, and stops before it exceeds its declared size or a limit.

use std::io::Read;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::directory::Entry;
use crate::layout::Kind;
use crate::{Code, Limits, Problem, Problems};

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Files up to this size are not checked for their compression ratio.
const HARMLESS: u64 = 64 << 10;
/// The maximum number of bytes reserved before the first byte is unpacked.
const RESERVED: usize = 1 << 20;

/// Unpacks the entry; `left` is the number of bytes that the package may still unpack to.
pub(super) fn unpack(
    bytes: &[u8],
    entry: &Entry,
    limits: &Limits,
    left: &mut u64,
    found: &mut Problems,
) -> Option<Vec<u8>> {
    let start = entry.data?;
    let packed = bytes.get(start..start.checked_add(entry.packed as usize)?)?;
    let size = u64::from(entry.size);
    let most = limits.of(Kind::of(&entry.name).as_ref());
    if size > most {
        found.add(Problem::at(Code::EntryTooLarge, &entry.name).with("max_kb", most >> 10));
        return None;
    }
    if size > HARMLESS && size / u64::from(entry.packed.max(1)) > limits.ratio {
        found.add(Problem::at(Code::EntryBomb, &entry.name).with("max", limits.ratio));
        return None;
    }
    if size > *left {
        found.add(Problem::at(Code::TotalTooLarge, "").with("max_mb", limits.total_bytes >> 20));
        return None;
    }
    *left -= size;
    let file = match entry.method {
        STORED => Some(packed.to_vec()),
        DEFLATED => inflate(packed, entry.size as usize),
        _ => {
            found.at(&entry.name, Code::EntryMethod);
            return None;
        }
    };
    let file = file.filter(|file| file.len() as u64 == size && crc(file) == entry.crc);
    if file.is_none() {
        found.at(&entry.name, Code::EntryDamaged);
    }
    file
}

/// Inflates to exactly `size` bytes from exactly these packed bytes, or returns `None`.
fn inflate(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut decoder = DeflateDecoder::new(packed);
    let mut file = Vec::with_capacity(size.min(RESERVED));
    // Reading one byte more shows whether the data is longer than declared.
    decoder.by_ref().take(size as u64 + 1).read_to_end(&mut file).ok()?;
    (decoder.total_in() == packed.len() as u64).then_some(file)
}

fn crc(file: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(file);
    crc.sum()
}
