//! A plugin in one file.
//!
//! A package is a ZIP archive of a narrow kind, so that there is one way to read it: entries that follow one another
//! without a gap, stored or deflated, and nothing else. In it:
//!
//! ```text
//! manifest.json           format, and size and digest of every other file; written when the package is made
//! manifest.json.minisig   the publisher's signature of it, as minisign makes it
//! plugin.toml             id, version, publisher, category, permissions, UI module, search terms
//! component.wasm          the WebAssembly component
//! template.toml           in its place, what a template plugin consists of
//! icon.svg                24 × 24, drawn in currentColor
//! LICENSE                 or LICENSE-MIT, LICENSE-APACHE …
//! describe/en.json        what the component's `describe` returns, in each language
//! texts/en.toml           the words a plugin was built from, in each language; may be left out
//! examples/NAME.json      an input and what comes of it
//! ui/…                    a page or a UI module of its own; may be left out
//! ```
//!
//! The SHA-256 of the file is the package's identity. The same files make the same bytes. A signature covers
//! `manifest.json` and through its digests everything.
//!
//! [`Package::read`] refuses with every reason at once. It needs no network, no disk and no sandbox, runs nothing,
//! and does not panic on any bytes.

mod archive;
mod code;
mod complexity;
mod component;
mod contents;
mod descriptor;
mod example;
mod folder;
mod hosts;
mod icon;
mod json;
mod key;
mod layout;
mod limits;
mod manifest;
mod markup;
mod pack;
mod page;
mod problem;
mod read;
mod schema;
mod template;
mod texts;
mod ui;

pub use code::Code;
pub use contents::digest;
pub use descriptor::Descriptor;
pub use example::{Example, Expected};
pub use folder::{FolderError, gather};
pub use hosts::{HostPattern, is_host};
pub use key::{CHALLENGE, KeyError, Keyring, Level, SecretKey, generate, is_proof};
pub use layout::is_kebab;
pub use limits::Limits;
pub use manifest::{CATEGORIES, Manifest, NeedsModel};
pub use pack::{Files, pack, sign};
pub use page::{PAGE, PAGE_ENTRY};
pub use problem::Problem;
pub use read::{Package, Program, Rules};
pub use schema::{AnswerSchema, MOST_WORK, Work, check_schema};
pub use sitewright_contract::Permission;
pub use template::Template;

/// The languages of every package: what a person reads stands in each of them.
pub const LANGUAGES: [&str; 2] = ["en", "pl"];
