//! Writes ZIP archives byte by byte, so that tests can falsify any byte.

use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// One entry, as its two headers describe it.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    /// The name in the local header, if it differs.
    pub local_name: Option<Vec<u8>>,
    pub data: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub crc: u32,
    pub size: u32,
    pub attributes: u32,
    pub extra: Vec<u8>,
    pub comment: Vec<u8>,
    /// Bytes before the entry that belong to no entry.
    pub gap: Vec<u8>,
    /// Overrides the offset in the directory.
    pub offset: Option<u32>,
}

impl Entry {
    pub fn stored(name: impl AsRef<[u8]>, file: &[u8]) -> Self {
        let mut crc = Crc::new();
        crc.update(file);
        Self {
            name: name.as_ref().to_vec(),
            local_name: None,
            data: file.to_vec(),
            method: 0,
            flags: 0,
            crc: crc.sum(),
            size: u32::try_from(file.len()).expect("a small file"),
            attributes: 0o100_644 << 16,
            extra: Vec::new(),
            comment: Vec::new(),
            gap: Vec::new(),
            offset: None,
        }
    }

    pub fn deflated(name: &str, file: &[u8]) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(file).expect("in memory");
        let data = encoder.finish().expect("in memory");
        Self { data, method: 8, ..Self::stored(name, file) }
    }

    fn numbers(&self, name: &[u8], version: &[u16]) -> Vec<u8> {
        let packed = u32::try_from(self.data.len()).expect("a small file");
        let mut bytes = Vec::new();
        for number in version.iter().chain(&[self.flags, self.method, 0, 0x21]) {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.crc, packed, self.size] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(u16::try_from(name.len()).expect("a short name").to_le_bytes());
        bytes.extend(u16::try_from(self.extra.len()).expect("a short field").to_le_bytes());
        bytes
    }
}

/// An archive of these entries, with `tail` after its end.
pub fn archive(entries: &[Entry], tail: &[u8]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        bytes.extend(&entry.gap);
        let offset = u32::try_from(bytes.len()).expect("a small archive");
        let local = entry.local_name.as_ref().unwrap_or(&entry.name);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(entry.numbers(local, &[20]));
        bytes.extend(local);
        bytes.extend(&entry.extra);
        bytes.extend(&entry.data);

        directory.extend(b"PK\x01\x02");
        directory.extend(entry.numbers(&entry.name, &[0x0314, 20]));
        directory.extend(u16::try_from(entry.comment.len()).expect("a short comment").to_le_bytes());
        directory.extend([0; 4]);
        directory.extend(entry.attributes.to_le_bytes());
        directory.extend(entry.offset.unwrap_or(offset).to_le_bytes());
        directory.extend(&entry.name);
        directory.extend(&entry.extra);
        directory.extend(&entry.comment);
    }
    let count = u16::try_from(entries.len()).expect("few entries").to_le_bytes();
    let start = u32::try_from(bytes.len()).expect("a small archive").to_le_bytes();
    let size = u32::try_from(directory.len()).expect("a small archive").to_le_bytes();
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].concat());
    bytes.extend([size, start].concat());
    bytes.extend([0, 0]);
    bytes.extend(tail);
    bytes
}
