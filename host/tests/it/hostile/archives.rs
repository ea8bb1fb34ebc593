//! Archives that another reader would unpack differently, elsewhere, or for ever.

use super::base::{Base, Entry, Spoilt, archive, spoilt};

const UNSAFE: &str = "package.name-unsafe";
const HIDDEN: &str = "package.hidden-bytes";

pub const ALL: &[Spoilt] = &[
    spoilt("a path traversal: `../evil.js`", UNSAFE, "../evil.js", |b| b.and("../evil.js")),
    spoilt("a path traversal from a folder: `ui/../../evil.js`", UNSAFE, "ui/../../evil.js", |b| {
        b.and("ui/../../evil.js")
    }),
    spoilt("a path traversal with backslashes", UNSAFE, "ui\\..\\..\\evil.js", |b| {
        b.and("ui\\..\\..\\evil.js")
    }),
    spoilt("an absolute path: `/etc/cron.d/evil`", UNSAFE, "/etc/cron.d/evil", |b| b.and("/etc/cron.d/evil")),
    spoilt("a drive letter: `C:/evil.js`", UNSAFE, "C:/evil.js", |b| b.and("C:/evil.js")),
    spoilt("a network share: `//server/evil.js`", UNSAFE, "//server/evil.js", |b| b.and("//server/evil.js")),
    spoilt("an alternate data stream: `icon.svg:evil`", UNSAFE, "icon.svg:evil", |b| b.and("icon.svg:evil")),
    spoilt("look-alike dots (U+2024)", UNSAFE, "ui/\u{2024}\u{2024}/evil.js", |b| {
        b.and("ui/\u{2024}\u{2024}/evil.js")
    }),
    spoilt("full-width dots and slashes (U+FF0E, U+FF0F)", UNSAFE, "\u{ff0e}\u{ff0e}\u{ff0f}evil.js", |b| {
        b.and("\u{ff0e}\u{ff0e}\u{ff0f}evil.js")
    }),
    spoilt("a slash in invalid UTF-8", UNSAFE, "ui/..\u{fffd}\u{fffd}evil.js", |b| {
        b.and(b"ui/..\xc0\xafevil.js")
    }),
    spoilt("a name with a NUL byte", UNSAFE, "icon.svg\u{fffd}.js", |b| b.and("icon.svg\0.js")),
    spoilt("a name with a right-to-left override (U+202E)", UNSAFE, "ui/\u{202e}gvs.js", |b| {
        b.and("ui/\u{202e}gvs.js")
    }),
    spoilt("a Windows device name: `ui/aux.js`", UNSAFE, "ui/aux.js", |b| b.and("ui/aux.js")),
    spoilt("a hidden file: `ui/.htaccess`", UNSAFE, "ui/.htaccess", |b| b.and("ui/.htaccess")),
    spoilt("a symbolic link", "package.entry-not-a-file", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.attributes = 0o120_777 << 16)
    }),
    spoilt("a device", "package.entry-not-a-file", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.attributes = 0o060_666 << 16)
    }),
    spoilt("the same name twice", "package.name-twice", "icon.svg", |b| b.and("icon.svg")),
    spoilt("names that differ by case", "package.name-case", "COMPONENT.wasm", |b| b.and("COMPONENT.wasm")),
    spoilt(
        "different names in the local header and the directory",
        "package.entry-disagrees",
        "icon.svg",
        |b| b.entry("icon.svg", |entry| entry.local_name = Some(b"evil.svg".to_vec())),
    ),
    spoilt(
        "different sizes in the local header and the directory",
        "package.entry-disagrees",
        "icon.svg",
        local_size,
    ),
    spoilt("sizes in a data descriptor", "package.entry-disagrees", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.flags = 8)
    }),
    spoilt("two entries with the same data", "package.entries-overlap", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.offset = Some(0))
    }),
    spoilt("an entry after the end", "package.entries-overlap", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.offset = Some(u32::MAX))
    }),
    spoilt("bytes between entries", HIDDEN, "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.gap = b"#!/bin/sh".to_vec())
    }),
    spoilt("a program that is also an archive", HIDDEN, "", |b| [b"MZ\x90\0".as_slice(), &b.good()].concat()),
    spoilt("two concatenated archives", HIDDEN, "", |b| [b.unsigned(), b.good()].concat()),
    spoilt("another name in an extra field (Unicode Path)", HIDDEN, "icon.svg", |b| {
        b.entry("icon.svg", |entry| {
            entry.extra = [b"\x75\x70\x0d\0\x01\0\0\0\0".as_slice(), b"evil.svg"].concat()
        })
    }),
    spoilt("ZIP64 sizes in an extra field", HIDDEN, "icon.svg", |b| {
        b.entry("icon.svg", |entry| {
            entry.extra = [b"\x01\0\x10\0".as_slice(), &[0xff; 16]].concat();
            entry.size = u32::MAX;
        })
    }),
    spoilt("a number of entries in a ZIP64 record", "package.too-many-files", "", |b| {
        let mut bytes = b.good();
        let end = bytes.len() - 22;
        bytes[end + 8..end + 12].fill(0xff);
        bytes
    }),
    spoilt("a comment", HIDDEN, "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.comment = b"<script>".to_vec())
    }),
    spoilt("an encrypted entry", "package.entry-encrypted", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.flags = 1)
    }),
    spoilt("an unknown compression method", "package.entry-method", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.method = 93)
    }),
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
    spoilt("a declared size of four gibibytes", "package.entry-too-large", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.size = u32::MAX - 1)
    }),
    spoilt("less data than declared", "package.entry-damaged", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.size += 1)
    }),
    spoilt("more data than declared", "package.entry-damaged", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.size -= 1)
    }),
    spoilt("surplus compressed bytes", "package.entry-damaged", "icon.svg", |b| {
        b.entry("icon.svg", |entry| entry.data.extend(b"spare"))
    }),
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
