//! The directory at the end of the archive, and the headers before the entries.

use crate::{Code, Limits, Problem, Problems};

const END: [u8; 4] = *b"PK\x05\x06";
const END_BYTES: usize = 22;
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const CENTRAL_BYTES: usize = 46;
const LOCAL: [u8; 4] = *b"PK\x03\x04";
const LOCAL_BYTES: usize = 30;

/// UTF-8 names, and two bits for the compression level.
const FLAGS: u16 = 0b1000_0000_0110;
const ENCRYPTED: u16 = 0b10_0000_0100_0001;

/// One entry of the directory.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: String,
    pub method: u16,
    pub crc: u32,
    pub packed: u32,
    pub size: u32,
    /// Offset of its data; `None` if its header does not match the directory.
    pub data: Option<usize>,
    raw_name: Vec<u8>,
    flags: u16,
    offset: u32,
}

/// Numbers of a header, little-endian. Out-of-bounds reads return `None`.
struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn of(bytes: &[u8], at: usize, length: usize, magic: [u8; 4]) -> Option<Header<'_>> {
        let header = bytes.get(at..at.checked_add(length)?)?;
        header.starts_with(&magic).then_some(Header(header))
    }

    fn u16(&self, at: usize) -> u16 {
        self.0.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from(self.u16(at)) | u32::from(self.u16(at + 2)) << 16
    }
}

/// The entries in the order of the directory.
pub(super) fn read(bytes: &[u8], limits: &Limits, found: &mut Problems) -> Result<Vec<Entry>, Problem> {
    let end = end(bytes)?;
    let (count, size, start) = (end.u16(10) as usize, end.u32(12) as usize, end.u32(16) as usize);
    // Archives on several disks are obsolete; ZIP64 sets its fields to all ones.
    if end.u16(4) != 0 || end.u16(6) != 0 || end.u16(8) as usize != count {
        return Err(Problem::at(Code::ArchiveDamaged, ""));
    }
    if count > limits.files {
        return Err(Problem::at(Code::TooManyFiles, "").with("max", limits.files));
    }
    let stop = bytes.len() - END_BYTES;
    if start.checked_add(size) != Some(stop) {
        return Err(Problem::at(Code::HiddenBytes, ""));
    }
    let mut at = start;
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let (entry, length) =
            central(bytes, at, found).ok_or_else(|| Problem::at(Code::ArchiveDamaged, ""))?;
        at += length;
        entries.push(entry);
    }
    if at != stop {
        return Err(Problem::at(Code::HiddenBytes, ""));
    }
    check_places(bytes, &mut entries, start, found);
    Ok(entries)
}

fn end(bytes: &[u8]) -> Result<Header<'_>, Problem> {
    let at = bytes.len().checked_sub(END_BYTES);
    match at.and_then(|at| Header::of(bytes, at, END_BYTES, END)) {
        Some(end) if end.u16(20) == 0 => Ok(end),
        // The end record is not at the end: other bytes follow it.
        _ if bytes.windows(END.len()).any(|window| window == END) => Err(Problem::at(Code::HiddenBytes, "")),
        _ => Err(Problem::at(Code::NotAZip, "")),
    }
}

/// One entry of the directory and its length there.
fn central(bytes: &[u8], at: usize, found: &mut Problems) -> Option<(Entry, usize)> {
    let header = Header::of(bytes, at, CENTRAL_BYTES, CENTRAL)?;
    let (name, extra, comment) = (header.u16(28) as usize, header.u16(30) as usize, header.u16(32) as usize);
    let length = CENTRAL_BYTES + name + extra + comment;
    let raw_name = bytes.get(at..at + length)?.get(CENTRAL_BYTES..CENTRAL_BYTES + name)?.to_vec();
    let entry = Entry {
        name: String::from_utf8_lossy(&raw_name).into_owned(),
        flags: header.u16(8),
        method: header.u16(10),
        crc: header.u32(16),
        packed: header.u32(20),
        size: header.u32(24),
        offset: header.u32(42),
        data: None,
        raw_name,
    };
    if entry.flags & ENCRYPTED != 0 {
        found.at(&entry.name, Code::EntryEncrypted);
    } else if entry.flags & !FLAGS != 0 {
        found.at(&entry.name, Code::EntryDisagrees);
    }
    if extra + comment > 0 {
        found.at(&entry.name, Code::HiddenBytes);
    }
    if !is_file(header.u16(4), header.u32(38)) {
        found.at(&entry.name, Code::EntryNotAFile);
    }
    Some((entry, length))
}

/// Whether the attributes are those of a regular file.
fn is_file(made_by: u16, attributes: u32) -> bool {
    const UNIX: u16 = 3;
    const TYPE: u32 = 0o170_000;
    const REGULAR: u32 = 0o100_000;
    const DOS_FOLDER: u32 = 0x10;
    let mode = (attributes >> 16) & TYPE;
    attributes & DOS_FOLDER == 0 && (made_by >> 8 != UNIX || mode == 0 || mode == REGULAR)
}

/// Every byte before the directory belongs to exactly one entry.
fn check_places(bytes: &[u8], entries: &mut [Entry], start: usize, found: &mut Problems) {
    let mut order: Vec<&mut Entry> = entries.iter_mut().collect();
    order.sort_by_key(|entry| entry.offset);
    let mut next = 0_usize;
    for entry in order {
        let offset = entry.offset as usize;
        match offset.cmp(&next) {
            std::cmp::Ordering::Less => found.at(&entry.name, Code::EntriesOverlap),
            std::cmp::Ordering::Greater => found.at(&entry.name, Code::HiddenBytes),
            std::cmp::Ordering::Equal => {}
        }
        let data = offset + LOCAL_BYTES + entry.raw_name.len();
        let stop = data + entry.packed as usize;
        if stop > start {
            found.at(&entry.name, Code::EntriesOverlap);
        } else if agrees(bytes, entry) {
            entry.data = Some(data);
        } else {
            found.at(&entry.name, Code::EntryDisagrees);
        }
        next = next.max(stop);
    }
    if next < start {
        found.at("", Code::HiddenBytes);
    }
}

/// Whether the header before the entry matches the directory.
fn agrees(bytes: &[u8], entry: &Entry) -> bool {
    let at = entry.offset as usize;
    let Some(header) = Header::of(bytes, at, LOCAL_BYTES, LOCAL) else { return false };
    let name = at + LOCAL_BYTES..at + LOCAL_BYTES + entry.raw_name.len();
    header.u16(6) == entry.flags
        && header.u16(8) == entry.method
        && header.u32(14) == entry.crc
        && header.u32(18) == entry.packed
        && header.u32(22) == entry.size
        && header.u16(26) as usize == entry.raw_name.len()
        && header.u16(28) == 0
        && bytes.get(name) == Some(entry.raw_name.as_slice())
}
