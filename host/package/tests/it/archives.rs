//! Invalid archives: each is refused with the right code.

use sitewright_package::Code::{self, *};
use sitewright_package::{Limits, Package, Rules};

use crate::fixture::{codes, development, files, good, problems};
use crate::zip_bytes::{Entry, archive};

/// The entries of the valid package; the list of files is unchanged.
fn entries() -> Vec<Entry> {
    let good = Package::read(&good(), &development()).expect("it is good");
    good.files.iter().map(|(name, file)| Entry::deflated(name, file)).collect()
}

fn changed(change: impl FnOnce(&mut Vec<Entry>)) -> Vec<u8> {
    let mut entries = entries();
    change(&mut entries);
    archive(&entries, b"")
}

fn named(entries: &mut [Entry], name: &str) -> usize {
    entries.iter().position(|entry| entry.name == name.as_bytes()).expect("it is there")
}

/// Adds a file with this name.
fn more(name: &str) -> Vec<u8> {
    changed(|entries| entries.push(Entry::stored(name, b"x")))
}

/// Changes the icon's entry.
fn icon(change: impl FnOnce(&mut Entry)) -> Vec<u8> {
    changed(|entries| {
        let at = named(entries, "icon.svg");
        change(&mut entries[at]);
    })
}

/// The valid package with one byte changed after the last of these marks.
fn spoilt(mark: &[u8], offset: usize, byte: u8) -> Vec<u8> {
    let mut bytes = good();
    let at = bytes.windows(mark.len()).rposition(|window| window == mark).expect("the mark is there");
    bytes[at + offset] = byte;
    bytes
}

fn lying_about_size(size: u32, file: &[u8]) -> Vec<u8> {
    icon(|entry| *entry = Entry { size, ..Entry::deflated("icon.svg", file) })
}

#[test]
fn an_archive_written_byte_by_byte_is_read() {
    assert_eq!(problems(&archive(&entries(), b"")), []);
}

#[test]
fn inconsistent_archives_are_refused() {
    let unix = |mode: u32| icon(|entry| entry.attributes = mode << 16);
    let cases: Vec<(&str, Vec<u8>, Code)> = vec![
        ("nothing", Vec::new(), NotAZip),
        ("a page", b"<html></html>".to_vec(), NotAZip),
        ("an empty archive", archive(&[], b""), FileMissing),
        ("half of one", good()[..good().len() / 2].to_vec(), NotAZip),
        ("a directory of something else", spoilt(b"PK\x01\x02", 0, b'X'), ArchiveDamaged),
        ("a second disk", spoilt(b"PK\x05\x06", 4, 1), ArchiveDamaged),
        ("more entries than there are", spoilt(b"PK\x05\x06", 10, 99), ArchiveDamaged),
        ("a directory that begins elsewhere", spoilt(b"PK\x05\x06", 16, 0), HiddenBytes),
        ("something behind it", archive(&entries(), b"evil"), HiddenBytes),
        ("something in front", [b"MZ".as_slice(), &good()].concat(), HiddenBytes),
        ("a second archive behind", [good(), good()].concat(), HiddenBytes),
        ("a gap", icon(|entry| entry.gap = b"hidden".to_vec()), HiddenBytes),
        ("an extra field", icon(|entry| entry.extra = vec![1, 0, 0, 0]), HiddenBytes),
        ("a comment", icon(|entry| entry.comment = b"hello".to_vec()), HiddenBytes),
        (
            "another name in front",
            icon(|entry| entry.local_name = Some(b"evil.svg".to_vec())),
            EntryDisagrees,
        ),
        (
            "a name of another length",
            icon(|entry| entry.local_name = Some(b"evil.exe.svg".to_vec())),
            EntryDisagrees,
        ),
        ("sizes in a data descriptor", icon(|entry| entry.flags = 8), EntryDisagrees),
        ("a password", icon(|entry| entry.flags = 1), EntryEncrypted),
        ("another method", icon(|entry| entry.method = 12), EntryMethod),
        ("a wrong checksum", icon(|entry| entry.crc ^= 1), EntryDamaged),
        ("less than it says", lying_about_size(30_000, b"short"), EntryDamaged),
        ("more than it says", lying_about_size(5, &[b'x'; 30_000]), EntryDamaged),
        ("packed bytes to spare", icon(|entry| entry.data.extend(b"spare")), EntryDamaged),
        ("no deflated bytes", icon(|entry| entry.data = vec![0xff; 40]), EntryDamaged),
        ("a symbolic link", unix(0o120_777), EntryNotAFile),
        ("a device", unix(0o060_666), EntryNotAFile),
        ("a folder by its mode", unix(0o040_755), EntryNotAFile),
        ("a folder of DOS", icon(|entry| entry.attributes |= 0x10), EntryNotAFile),
        ("two entries of the same bytes", icon(|entry| entry.offset = Some(0)), EntriesOverlap),
        ("an entry beyond the end", icon(|entry| entry.offset = Some(u32::MAX)), EntriesOverlap),
        ("the same name twice", more("icon.svg"), NameTwice),
        ("the same name in capitals", more("ICON.SVG"), NameCase),
        ("a folder", more("ui/empty/"), NameUnsafe),
        ("a way up", more("../evil.js"), NameUnsafe),
        ("a way up inside", more("ui/../../evil.js"), NameUnsafe),
        ("a way up on Windows", more("ui\\..\\evil.js"), NameUnsafe),
        ("from the root", more("/etc/cron.d/evil"), NameUnsafe),
        ("from a drive", more("C:/evil.js"), NameUnsafe),
        ("a stream", more("icon.svg:evil"), NameUnsafe),
        ("a hidden file", more("ui/.htaccess"), NameUnsafe),
        ("a device of Windows", more("ui/aux.js"), NameUnsafe),
        ("a name cut by NUL", more("icon.svg\0.js"), NameUnsafe),
        ("a name that reads backwards", more("ui/\u{202e}gvs.js"), NameUnsafe),
        ("no name", more(""), NameUnsafe),
        ("a long name", more(&format!("ui/{}.js", "a".repeat(300))), NameUnsafe),
        ("a deep name", more("ui/a/b/c/d/e/f/g.js"), NameUnsafe),
        ("a program", more("install.sh"), FileUnknown),
        ("an unlisted file", more("LICENSE-EVIL"), FileUnlisted),
    ];
    for (what, bytes, code) in cases {
        assert!(codes(&bytes).contains(&code), "{what}: {:?}", problems(&bytes));
    }
}

#[test]
fn a_name_that_is_not_text_is_refused() {
    let bytes = changed(|entries| entries.push(Entry::stored(b"ui/\xff\xfe.js", b"x")));
    assert!(codes(&bytes).contains(&NameUnsafe), "{:?}", problems(&bytes));
}

#[test]
fn bombs_are_recognised_by_their_headers() {
    // A mebibyte of zeros compresses a thousandfold.
    let bomb = changed(|entries| entries.push(Entry::deflated("ui/bomb.js", &vec![0; 1 << 20])));
    assert!(codes(&bomb).contains(&EntryBomb), "{:?}", problems(&bomb));

    let many = changed(|entries| {
        entries.extend((0..400).map(|number| Entry::stored(format!("ui/{number}.js"), b"x")));
    });
    assert_eq!(codes(&many), [TooManyFiles]);
}

#[test]
fn nothing_larger_than_a_limit_is_unpacked() {
    let read = |limits: Limits, bytes: &[u8]| {
        let rules = Rules { limits, ..development() };
        let problems = Package::read(bytes, &rules).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.code).collect::<Vec<_>>()
    };
    let limits = Limits::default;
    assert_eq!(read(Limits { file_bytes: 100, ..limits() }, &good()), [FileTooLarge]);
    assert!(read(Limits { total_bytes: 1000, ..limits() }, &good()).contains(&TotalTooLarge));
    for (name, small) in [
        ("component.wasm", Limits { component_bytes: 10, ..limits() }),
        ("icon.svg", Limits { icon_bytes: 10, ..limits() }),
        ("LICENSE-MIT", Limits { license_bytes: 10, ..limits() }),
        ("texts/en.toml", Limits { texts_bytes: 10, ..limits() }),
        ("describe/en.json", Limits { descriptor_bytes: 10, ..limits() }),
        ("examples/bread.json", Limits { example_bytes: 10, ..limits() }),
        ("plugin.toml", Limits { manifest_bytes: 10, ..limits() }),
        ("ui/entry.js", Limits { ui_bytes: 10, ..limits() }),
    ] {
        let problems =
            Package::read(&good(), &Rules { limits: small, ..development() }).expect_err("too large");
        let at = problems.iter().find(|problem| problem.place == name);
        assert_eq!(at.map(|problem| problem.code), Some(EntryTooLarge), "{name}: {problems:?}");
    }
}

#[test]
fn the_files_are_compared_with_the_list() {
    let swapped = changed(|entries| {
        let at = named(entries, "icon.svg");
        let mut icon = files()["icon.svg"].clone();
        icon[20] ^= 1;
        entries[at] = Entry::deflated("icon.svg", &icon);
    });
    assert!(codes(&swapped).contains(&DigestWrong), "{:?}", problems(&swapped));
    let longer = changed(|entries| {
        let at = named(entries, "LICENSE-MIT");
        entries[at] = Entry::deflated("LICENSE-MIT", b"Pay me.");
    });
    assert_eq!(codes(&longer), [SizeWrong]);
    let without = changed(|entries| {
        let at = named(entries, "ui/entry.js");
        entries.remove(at);
    });
    assert_eq!(codes(&without), [FileAbsent, UiEntryMissing]);
}
