//! Packages for the tests, made as by a developer: small components in the text format, described and run by the
//! engine.

use sitewright::catalogue::tools;
use sitewright_engine::Engine;
use sitewright_package::{Example, SecretKey, generate, sign};

use crate::prelude::*;

#[path = "../../../engine/tests/it/component.rs"]
mod component;

use component::strings;

/// Inputs longer than this make the component trap.
pub const LONGEST: usize = 60;

const INPUT: &str =
    r#"{"type":"object","required":["topic"],"properties":{"topic":{"type":"string","minLength":1}}}"#;
const OUTPUT: &str = r#"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#;
const ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M4 4h16"/></svg>"#;

/// The content of a package.
pub struct Plain {
    pub id: String,
    pub version: String,
    pub publisher: String,
    /// Whether its component imports the model.
    pub asks: bool,
    /// A compiled test guest instead of the small component.
    pub guest: Option<&'static str>,
    /// The permissions in the manifest of a guest, in lines.
    pub asked_for: String,
}

impl Plain {
    pub fn new(id: &str, version: &str) -> Self {
        Self {
            id: id.into(),
            version: version.into(),
            publisher: "tests".into(),
            asks: false,
            guest: None,
            asked_for: String::new(),
        }
    }

    pub fn asking(self) -> Self {
        Self { asks: true, ..self }
    }

    /// A package of the guest that follows a script.
    pub fn scripted(id: &str, version: &str) -> Self {
        Self { guest: Some(SCRIPTED), ..Self::new(id, version) }
    }

    pub fn by(self, publisher: &str) -> Self {
        Self { publisher: publisher.into(), ..self }
    }

    fn manifest(&self) -> String {
        let Self { id, version, publisher, asked_for, .. } = self;
        let permissions = match (self.guest, self.asks) {
            (Some(_), _) => asked_for.as_str(),
            (None, true) => "permissions = [\"model\"]",
            (None, false) => "permissions = []",
        };
        let words = if permissions == "permissions = []" { 0 } else { 50 };
        format!(
            "id = \"{id}\"\nversion = \"{version}\"\npublisher = \"{publisher}\"\ncategory = \"content\"\nwords = {words}\n{permissions}\n[ui]\nmodule = \"form\"\n"
        )
    }

    /// The files of the package, with descriptions by this server's engine.
    pub async fn files(&self, engine: &Engine) -> Files {
        let component = self.guest.map_or_else(|| component(&self.version, self.asks), guest);
        let plugin = engine.install(component.clone()).await.expect("a component");
        let mut files: Files = [
            ("plugin.toml", self.manifest().into_bytes()),
            ("component.wasm", component),
            ("icon.svg", ICON.into()),
            ("LICENSE", "Do what you like.\n".into()),
        ]
        .map(|(name, file)| (name.to_owned(), file))
        .into();
        for locale in Locale::ALL {
            let language = locale.tag();
            let described = tools::describe(&plugin, locale).await.expect("it describes itself");
            let input: Value = serde_json::from_str(described.example.get()).expect("JSON");
            files.insert(format!("describe/{language}.json"), described.to_json());
            let expected = tools::rehearse(&plugin, language, input.clone(), &[]).await.expect("a result");
            let example = Example { language: language.to_owned(), input, answers: Vec::new(), expected };
            files.insert(format!("examples/{language}.json"), example.to_json());
        }
        files
    }

    /// The package, unsigned.
    pub async fn pack(&self, app: &TestApp) -> Vec<u8> {
        pack(self.files(app.app.part::<Tools>().engine()).await).expect("packed")
    }
}

/// A publisher's key.
pub struct Key {
    secret: SecretKey,
    /// The text of the public file.
    pub public: String,
}

impl Key {
    pub fn of(publisher: &str) -> Self {
        let (secret, public) = generate(publisher, "").expect("a pair");
        Self { secret: SecretKey::read(&secret, "").expect("a key"), public }
    }

    /// Signs a challenge.
    pub fn prove(&self, challenge: &str) -> String {
        self.secret.prove(challenge).expect("signed")
    }

    pub fn sign(&self, package: &[u8]) -> Vec<u8> {
        sign(package, &self.secret).expect("signed").expect("a whole archive")
    }
}

impl Client {
    /// Uploads a package to be installed; `how` is the query.
    pub async fn install(&mut self, package: Vec<u8>, how: &str) -> Answer {
        self.post_package(&format!("/api/admin/plugins{how}"), package).await
    }

    /// Uploads a package of the account's publisher.
    pub async fn send_package(&mut self, package: Vec<u8>) -> Answer {
        self.post_package("/api/publisher/packages", package).await
    }

    /// Uploads a version in development.
    pub async fn develop(&mut self, package: Vec<u8>) -> Answer {
        self.post_package("/api/development/plugins", package).await
    }

    /// Sends a package to an address.
    pub async fn post_package(&mut self, path: &str, package: Vec<u8>) -> Answer {
        self.upload(Method::POST, path, "application/octet-stream", package).await
    }

    /// Installs a package and returns its digest.
    pub async fn installs(&mut self, package: Vec<u8>) -> String {
        self.install(package, "").await.is(201).string("digest")
    }
}

fn component(text: &str, asks: bool) -> Vec<u8> {
    encode(&module(text, asks))
}

/// The text of a core module with this result, which traps on inputs of more than [`LONGEST`] bytes.
pub fn module(text: &str, asks: bool) -> String {
    module_describing(INPUT, text, asks)
}

/// The same with another schema of its input.
pub fn module_describing(input: &str, text: &str, asks: bool) -> String {
    let data = format!("{{\"text\":\"{text}\"}}");
    let (descriptor, texts) = strings(
        512,
        2_048,
        &["Plain tool", "It says which version it is.", input, OUTPUT, r#"{"topic":"tea"}"#],
    );
    let (outcome, answers) = strings(1_028, 8_192, &["Version", text, &data]);
    let import = if asks {
        r#"(import "sitewright:plugin/model@0.1.0" "complete"
            (func (param i32 i32 i32 i32 f32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#
    } else {
        ""
    };
    format!(
        r#"(module {import}
            (memory (export "memory") 2)
            (global $heap (mut i32) (i32.const 65536))
            {descriptor} {texts} {outcome} {answers}
            (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
                (global.get $heap)
                (global.set $heap (i32.add (global.get $heap)
                    (i32.and (i32.add (local.get 3) (i32.const 7)) (i32.const -8)))))
            (func (export "sitewright:plugin/tool@0.1.0#describe") (param i32 i32) (result i32)
                (i32.const 512))
            (func (export "sitewright:plugin/tool@0.1.0#run") (param i32 i32) (result i32)
                (if (i32.gt_u (local.get 1) (i32.const {LONGEST})) (then (unreachable)))
                (i32.const 1024)))"#
    )
}

/// The component of such a module.
pub fn encode(module: &str) -> Vec<u8> {
    let world = "package tests:guest; world guest { include sitewright:plugin/generator@0.1.0; }";
    component::encode(module, concat!(env!("CARGO_MANIFEST_DIR"), "/../wit"), world)
}
