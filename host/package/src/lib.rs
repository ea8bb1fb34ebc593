//! A plugin in one file.
//!
//! A package is a ZIP archive with a strict layout, so that there is only one way to read it: entries that follow one
//! another without a gap, stored or deflated, and nothing else. It contains:
//!
//! ```text
//! manifest.json           format, and size and digest of every other file; written when the package is made
//! manifest.json.minisig   the publisher's signature of it, in minisign's format
//! plugin.toml             id, version, publisher, category, permissions, UI module, search terms
//! component.wasm          the WebAssembly component
//! template.toml           instead of the component, the source of a template plugin
//! rules.toml              instead of the component, the rules of a pack for the site audit
//! icon.svg                24 × 24, drawn in currentColor
//! LICENSE                 or LICENSE-MIT, LICENSE-APACHE …
//! describe/en.json        the result of the component's `describe`, in each language
//! texts/en.toml           the texts that the plugin was built from, in each language; optional
//! examples/NAME.json      an input and its result
//! ui/…                    the tool's own page or UI module; optional
//! ```
//!
//! The SHA-256 of the file identifies the package. The same files make the same bytes. A signature covers
//! `manifest.json` and, through its digests, every file.
//!
//! [`Package::read`] returns all reasons to refuse a package at once. It needs no network, no disk and no sandbox,
//! runs no code of the package, and does not panic on any bytes.

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
mod node;
mod pack;
mod page;
mod problem;
mod read;
mod rules;
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
pub use manifest::{AUDIT, CATEGORIES, Manifest, NeedsModel, Recipe};
pub use pack::{Files, pack, sign};
pub use page::{PAGE, PAGE_ENTRY};
pub use problem::Problem;
use problem::Problems;
pub use read::{Package, Program, Rules};
pub use rules::RulePack;
pub use schema::{AnswerSchema, MOST_WORK, Work, check_schema};
pub use sitewright_contract::Permission;
pub use template::Template;

/// The languages of every package: each text for users is in all of them.
pub const LANGUAGES: [&str; 2] = ["en", "pl"];
