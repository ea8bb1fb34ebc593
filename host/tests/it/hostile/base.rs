//! A valid package of a registered publisher, and helpers to corrupt it.

use crate::prelude::*;

#[path = "../../../package/tests/it/zip_bytes.rs"]
mod zip_bytes;

pub use zip_bytes::{Entry, archive};

pub const ID: &str = "motto";
pub const VERSION: &str = "1.0.0";
pub const SIGNATURE: &str = "manifest.json.minisig";

/// A package that is refused.
pub struct Spoilt {
    pub name: &'static str,
    pub code: &'static str,
    /// The place of the refusal: a file, and the position in it; empty for the whole package.
    pub place: &'static str,
    pub make: fn(&Base) -> Vec<u8>,
}

pub const fn spoilt(
    name: &'static str,
    code: &'static str,
    place: &'static str,
    make: fn(&Base) -> Vec<u8>,
) -> Spoilt {
    Spoilt { name, code, place, make }
}

/// The means of an attacker: a valid package, and several kinds of keys.
pub struct Base {
    pub files: Files,
    /// The key of a registered publisher, because an attacker may be registered.
    pub acme: Key,
    /// The key of another registered publisher.
    pub mallory: Key,
    /// A revoked key of the first publisher.
    pub stolen: Key,
    /// An unknown key.
    pub stranger: Key,
}

impl Base {
    /// Registers the publishers.
    pub async fn new(app: &TestApp, admin: &mut Client) -> Self {
        let [acme, mallory, stolen, stranger] = ["acme", "mallory", "acme", "acme"].map(Key::of);
        for (publisher, key) in [("acme", &acme), ("mallory", &mallory)] {
            let new = json!({ "id": publisher, "name": publisher, "level": "community" });
            admin.post("/api/admin/publishers", new).await.is(201);
            register(admin, publisher, key).await;
        }
        let id = register(admin, "acme", &stolen).await;
        let path = format!("/api/admin/keys/{id}/revocation");
        let reason = Some(json!({ "reason": "It was stolen." }));
        admin.call(Method::PUT, &path, reason).await.is(204);
        let files = Plain::new(ID, VERSION).by("acme").files(app.app.part::<Tools>().engine()).await;
        Self { files, acme, mallory, stolen, stranger }
    }

    /// The valid package.
    pub fn good(&self) -> Vec<u8> {
        self.acme.sign(&self.unsigned())
    }

    pub fn unsigned(&self) -> Vec<u8> {
        pack(self.files.clone()).expect("packed")
    }

    /// With changed files, listed and signed.
    pub fn with(&self, change: impl FnOnce(&mut Files)) -> Vec<u8> {
        let mut files = self.files.clone();
        change(&mut files);
        self.acme.sign(&pack(files).expect("packed"))
    }

    pub fn with_file(&self, name: &str, file: impl AsRef<[u8]>) -> Vec<u8> {
        self.with(|files| drop(files.insert(name.to_owned(), file.as_ref().to_vec())))
    }

    /// With a change in one of its texts.
    pub fn edited(&self, name: &str, from: &str, to: &str) -> Vec<u8> {
        let text = String::from_utf8(self.files[name].clone()).expect("UTF-8");
        assert!(text.contains(from), "{from} is not in {text}");
        self.with_file(name, text.replacen(from, to, 1))
    }

    /// With lines at the start of its `plugin.toml`.
    pub fn manifest(&self, lines: &str) -> Vec<u8> {
        self.edited("plugin.toml", "id = ", &format!("{lines}\nid = "))
    }

    /// With a changed JSON file.
    pub fn json(&self, name: &str, change: impl FnOnce(&mut Value)) -> Vec<u8> {
        let mut value = serde_json::from_slice(&self.files[name]).expect("JSON");
        change(&mut value);
        self.with_file(name, value.to_string())
    }

    /// With a changed description in English.
    pub fn described(&self, change: impl FnOnce(&mut Value)) -> Vec<u8> {
        self.json("describe/en.json", change)
    }

    /// The signed package as entries of an archive; changes are not covered by the signature.
    pub fn entries(&self) -> Vec<Entry> {
        let files = unpacked(&self.good());
        files.iter().map(|(name, file)| Entry::deflated(name, file)).collect()
    }

    pub fn archived(&self, change: impl FnOnce(&mut Vec<Entry>)) -> Vec<u8> {
        let mut entries = self.entries();
        change(&mut entries);
        archive(&entries, b"")
    }

    /// With an additional entry of this name.
    pub fn and(&self, name: impl AsRef<[u8]>) -> Vec<u8> {
        self.archived(|entries| entries.push(Entry::stored(name, b"x")))
    }

    /// With a change to one of its entries.
    pub fn entry(&self, name: &str, change: impl FnOnce(&mut Entry)) -> Vec<u8> {
        self.archived(|entries| {
            let entry = entries.iter_mut().find(|entry| entry.name == name.as_bytes());
            change(entry.expect("it is there"));
        })
    }

    /// The valid package with one file replaced, and everything else unchanged.
    pub fn swapped(&self, name: &str, file: impl AsRef<[u8]>) -> Vec<u8> {
        self.entry(name, |entry| *entry = Entry::deflated(name, file.as_ref()))
    }

    /// The valid package with a changed signature.
    pub fn resigned(&self, change: impl FnOnce(String) -> String) -> Vec<u8> {
        self.swapped(SIGNATURE, change(signature(&self.good())))
    }

    /// The files of a template instead of the component's.
    pub fn template(&self, template: impl AsRef<[u8]>) -> Vec<u8> {
        self.with(|files| {
            files.remove("component.wasm");
            files.insert("template.toml".to_owned(), template.as_ref().to_vec());
            let plugin = String::from_utf8(files["plugin.toml"].clone()).expect("UTF-8");
            files.insert("plugin.toml".to_owned(), plugin.replace("permissions = []\n", "").into_bytes());
        })
    }
}

async fn register(admin: &mut Client, publisher: &str, key: &Key) -> String {
    let path = format!("/api/admin/publishers/{publisher}/keys");
    admin.post(&path, json!({ "key": key.public })).await.is(201);
    let bytes = STANDARD.decode(key.public.lines().nth(1).expect("a key")).expect("Base64");
    hex::encode(&bytes[2..10])
}

/// The files of a package.
pub fn unpacked(package: &[u8]) -> Files {
    Package::read(package, &Rules { development: true, ..Rules::default() }).expect("it is good").files
}

/// The text of a package's signature.
pub fn signature(package: &[u8]) -> String {
    String::from_utf8(unpacked(package)[SIGNATURE].clone()).expect("UTF-8")
}
