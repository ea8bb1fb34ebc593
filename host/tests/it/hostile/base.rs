//! A good package of a registered publisher, and the ways in which it is spoilt.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use sitewright::catalogue::tools::Tools;
use sitewright_package::{Files, Package, Rules, pack};

use crate::util::{
    Client, TestApp,
    packages::{Key, Plain},
};

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
    /// Where it is refused: a file, and where in it; empty for the package as a whole.
    pub place: &'static str,
    pub make: fn(&Base) -> Vec<u8>,
}

/// What attackers have at hand: a good package, and keys of several kinds.
pub struct Base {
    pub files: Files,
    /// A registered publisher's key: whoever attacks is known to the server.
    pub acme: Key,
    /// Another registered publisher's.
    pub mallory: Key,
    /// Of the first publisher, and revoked.
    pub stolen: Key,
    /// Of nobody.
    pub stranger: Key,
}

impl Base {
    /// Registers the publishers.
    pub async fn new(app: &TestApp, admin: &mut Client) -> Self {
        let [acme, mallory, stolen, stranger] = ["acme", "mallory", "acme", "acme"].map(Key::of);
        for (publisher, key) in [("acme", &acme), ("mallory", &mallory)] {
            let new = json!({ "id": publisher, "name": publisher, "level": "community" });
            assert_eq!(admin.post("/api/admin/publishers", new).await.status, 201);
            register(admin, publisher, key).await;
        }
        let id = register(admin, "acme", &stolen).await;
        let path = format!("/api/admin/keys/{id}/revocation");
        let reason = Some(json!({ "reason": "It was stolen." }));
        assert_eq!(admin.call(reqwest::Method::PUT, &path, reason).await.status, 204);
        let files = Plain::new(ID, VERSION).by("acme").files(app.app.part::<Tools>().engine()).await;
        Self { files, acme, mallory, stolen, stranger }
    }

    /// The good package.
    pub fn good(&self) -> Vec<u8> {
        self.acme.sign(&self.unsigned())
    }

    pub fn unsigned(&self) -> Vec<u8> {
        pack(self.files.clone()).expect("packed")
    }

    /// With other files, listed and signed as they are.
    pub fn with(&self, change: impl FnOnce(&mut Files)) -> Vec<u8> {
        let mut files = self.files.clone();
        change(&mut files);
        self.acme.sign(&pack(files).expect("packed"))
    }

    pub fn with_file(&self, name: &str, file: impl AsRef<[u8]>) -> Vec<u8> {
        self.with(|files| drop(files.insert(name.to_owned(), file.as_ref().to_vec())))
    }

    /// With something else in one of its texts.
    pub fn edited(&self, name: &str, from: &str, to: &str) -> Vec<u8> {
        let text = String::from_utf8(self.files[name].clone()).expect("UTF-8");
        assert!(text.contains(from), "{from} is not in {text}");
        self.with_file(name, text.replacen(from, to, 1))
    }

    /// With lines at the head of its `plugin.toml`.
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

    /// The signed package as entries of an archive, which its signature knows nothing of.
    pub fn entries(&self) -> Vec<Entry> {
        let files = unpacked(&self.good());
        files.iter().map(|(name, file)| Entry::deflated(name, file)).collect()
    }

    pub fn archived(&self, change: impl FnOnce(&mut Vec<Entry>)) -> Vec<u8> {
        let mut entries = self.entries();
        change(&mut entries);
        archive(&entries, b"")
    }

    /// With one more entry of this name.
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

    /// The good package with another file in the place of one, and everything else as it was.
    pub fn swapped(&self, name: &str, file: impl AsRef<[u8]>) -> Vec<u8> {
        self.entry(name, |entry| *entry = Entry::deflated(name, file.as_ref()))
    }

    /// The good package with a changed signature.
    pub fn resigned(&self, change: impl FnOnce(String) -> String) -> Vec<u8> {
        self.swapped(SIGNATURE, change(signature(&self.good())))
    }

    /// The files of a template in the place of the component's.
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
    let answer = admin.post(&path, json!({ "key": key.public })).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
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
