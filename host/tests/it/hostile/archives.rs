//! Archives that another reader would unpack differently, elsewhere, or for ever.

use super::base::{Base, Entry, Spoilt, archive, spoilt};

const UNSAFE: &str = "package.name-unsafe";
const HIDDEN: &str = "package.hidden-bytes";

/// An additional entry with an unsafe name.
macro_rules! named {
    ($name:literal, $entry:literal) => {
        spoilt($name, UNSAFE, $entry, |b| b.and($entry))
    };
}

/// A change to the entry of the icon.
macro_rules! icon {
    ($name:literal, $code:expr, $change:expr) => {
        spoilt($name, $code, "icon.svg", |b| b.entry("icon.svg", $change))
    };
}

pub const ALL: &[Spoilt] = &[
    named!("a path traversal: `../evil.js`", "../evil.js"),
    named!("a path traversal from a folder: `ui/../../evil.js`", "ui/../../evil.js"),
    named!("a path traversal with backslashes", "ui\\..\\..\\evil.js"),
    named!("an absolute path: `/etc/cron.d/evil`", "/etc/cron.d/evil"),
    named!("a drive letter: `C:/evil.js`", "C:/evil.js"),
    named!("a network share: `//server/evil.js`", "//server/evil.js"),
    named!("an alternate data stream: `icon.svg:evil`", "icon.svg:evil"),
    named!("look-alike dots (U+2024)", "ui/\u{2024}\u{2024}/evil.js"),
    named!("full-width dots and slashes (U+FF0E, U+FF0F)", "\u{ff0e}\u{ff0e}\u{ff0f}evil.js"),
    spoilt("a slash in invalid UTF-8", UNSAFE, "ui/..\u{fffd}\u{fffd}evil.js", |b| {
        b.and(b"ui/..\xc0\xafevil.js")
    }),
    spoilt("a name with a NUL byte", UNSAFE, "icon.svg\u{fffd}.js", |b| b.and("icon.svg\0.js")),
    named!("a name with a right-to-left override (U+202E)", "ui/\u{202e}gvs.js"),
    named!("a Windows device name: `ui/aux.js`", "ui/aux.js"),
    named!("a hidden file: `ui/.htaccess`", "ui/.htaccess"),
    icon!("a symbolic link", "package.entry-not-a-file", |entry| entry.attributes = 0o120_777 << 16),
    icon!("a device", "package.entry-not-a-file", |entry| entry.attributes = 0o060_666 << 16),
    spoilt("the same name twice", "package.name-twice", "icon.svg", |b| b.and("icon.svg")),
    spoilt("names that differ by case", "package.name-case", "COMPONENT.wasm", |b| b.and("COMPONENT.wasm")),
    icon!("different names in the local header and the directory", "package.entry-disagrees", |entry| {
        entry.local_name = Some(b"evil.svg".to_vec())
    }),
    spoilt(
        "different sizes in the local header and the directory",
        "package.entry-disagrees",
        "icon.svg",
        local_size,
    ),
    icon!("sizes in a data descriptor", "package.entry-disagrees", |entry| entry.flags = 8),
    icon!("two entries with the same data", "package.entries-overlap", |entry| entry.offset = Some(0)),
    icon!("an entry after the end", "package.entries-overlap", |entry| entry.offset = Some(u32::MAX)),
    icon!("bytes between entries", HIDDEN, |entry| entry.gap = b"#!/bin/sh".to_vec()),
    spoilt("a program that is also an archive", HIDDEN, "", |b| [b"MZ\x90\0".as_slice(), &b.good()].concat()),
    spoilt("two concatenated archives", HIDDEN, "", |b| [b.unsigned(), b.good()].concat()),
    icon!("another name in an extra field (Unicode Path)", HIDDEN, |entry| {
        entry.extra = [b"\x75\x70\x0d\0\x01\0\0\0\0".as_slice(), b"evil.svg"].concat()
    }),
    icon!("ZIP64 sizes in an extra field", HIDDEN, |entry| {
        entry.extra = [b"\x01\0\x10\0".as_slice(), &[0xff; 16]].concat();
        entry.size = u32::MAX;
    }),
    spoilt("a number of entries in a ZIP64 record", "package.too-many-files", "", |b| {
        let mut bytes = b.good();
        let end = bytes.len() - 22;
        bytes[end + 8..end + 12].fill(0xff);
        bytes
    }),
    icon!("a comment", HIDDEN, |entry| entry.comment = b"<script>".to_vec()),
    icon!("an encrypted entry", "package.entry-encrypted", |entry| entry.flags = 1),
    icon!("an unknown compression method", "package.entry-method", |entry| entry.method = 93),
    spoilt("a zip bomb: a mebibyte of zeros in a kilobyte", "package.entry-bomb", "ui/bomb.js", |b| {
        b.archived(|entries| entries.push(Entry::deflated("ui/bomb.js", &vec![0; 1 << 20])))
    }),
    spoilt("a nested archive with a zip bomb", "package.ui-file-kind", "ui/inner.zip", |b| {
        let inner = archive(&[Entry::deflated("bomb", &vec![0; 60_000])], b"");
        b.with_file("ui/inner.zip", archive(&[Entry::deflated("bomb.zip", &inner)], b""))
    }),
    spoilt("four hundred entries", "package.too-many-files", "", |b| {
        b.archived(|entries| entries.extend((0..400).map(|n| Entry::stored(format!("ui/{n}.js"), b"x"))))
    }),
    icon!("a declared size of four gibibytes", "package.entry-too-large", |entry| entry.size = u32::MAX - 1),
    icon!("less data than declared", "package.entry-damaged", |entry| entry.size += 1),
    icon!("more data than declared", "package.entry-damaged", |entry| entry.size -= 1),
    icon!("surplus compressed bytes", "package.entry-damaged", |entry| entry.data.extend(b"spare")),
    spoilt("a truncated archive", "package.not-a-zip", "", |b| {
        let good = b.good();
        good[..good.len() / 2].to_vec()
    }),
    spoilt("33 MiB", "request.too-large", "413", |_| vec![0; 33 << 20]),
];

/// The size in the local header is wrong, the directory's is right.
fn local_size(b: &Base) -> Vec<u8> {
    let mut bytes = b.good();
    let name = bytes.windows(8).position(|window| window == b"icon.svg").expect("it is there");
    let size = name - 30 + 22;
    bytes[size] ^= 1;
    bytes
}
