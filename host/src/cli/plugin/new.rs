//! `sitewright plugin new`: a folder that passes `check` and `test` as it is, to be changed from there.

mod script_sdk;

use clap::ValueEnum;
use sitewright_package::Manifest;

use super::{Refused, sdk};
use crate::cli::prelude::*;

#[derive(Args)]
pub struct New {
    /// The plugin's id: lower-case words joined by hyphens, such as product-faq
    name: String,
    /// The kind of plugin
    #[arg(long, value_enum, default_value_t = Kind::Template)]
    kind: Kind,
    /// The folder to create; the id by default
    #[arg(long)]
    dir: Option<PathBuf>,
    /// The publisher's id
    #[arg(long, default_value = "my-company")]
    publisher: String,
    /// The SDK's folder in a checkout: plugins/sdk for Rust, plugins/sdk-typescript for TypeScript. By
    /// default the embedded SDK is written to sdk/
    #[arg(long)]
    sdk: Option<PathBuf>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Kind {
    /// template.toml: fields, prompts and drafts, without a compiler
    Template,
    /// A generator in Rust
    Rust,
    /// A generator in TypeScript
    Typescript,
    /// A template with its own page in ui/: HTML, CSS and JavaScript, without a compiler
    Page,
    /// rules.toml: rules of the site audit as conditions, without a compiler
    Rules,
    /// Rules of the site audit in Rust
    RulesRust,
    /// Rules of the site audit in TypeScript
    RulesTypescript,
}

/// An SDK for plugins that are compiled.
#[derive(Clone, Copy, PartialEq)]
enum Sdk {
    Rust,
    Script,
}

macro_rules! files {
    ($($name:literal = $file:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("new/", $file)))),*]
    };
}

const COMMON: &[(&str, &str)] = files! {
    "plugin.toml" = "common/plugin.toml",
    "icon.svg" = "common/icon.svg",
    "LICENSE" = "common/LICENSE",
};
const RULES: &[(&str, &str)] = files! { "rules.toml" = "rules/rules.toml" };
const RULES_RUST: &[(&str, &str)] = files! {
    "Cargo.toml" = "rust/Cargo.toml.txt",
    ".gitignore" = "rust/gitignore.txt",
    "src/lib.rs" = "rules-code/lib.rs.txt",
};
const RULES_TYPESCRIPT: &[(&str, &str)] = files! {
    "package.json" = "typescript/package.json.txt",
    "tsconfig.json" = "typescript/tsconfig.json.txt",
    "vitest.config.ts" = "typescript/vitest.config.ts.txt",
    ".gitignore" = "typescript/gitignore.txt",
    "src/pack.ts" = "rules-code/src/pack.ts",
    "src/pack.test.ts" = "rules-code/src/pack.test.ts",
};
/// The rules are the same in both languages, so their texts and test sites are too.
const RULES_OF_CODE: &[(&str, &str)] = files! {
    "checks/images-missing.toml" = "rules-code/checks/images-missing.toml",
    "checks/images-without-alt.toml" = "rules-code/checks/images-without-alt.toml",
    "texts/en.toml" = "rules-code/texts/en.toml",
    "texts/pl.toml" = "rules-code/texts/pl.toml",
};
const TEMPLATE: &[(&str, &str)] = files! { "template.toml" = "template/template.toml" };
// Stored under other names, so that cargo and formatters ignore them.
const RUST: &[(&str, &str)] = files! {
    "Cargo.toml" = "rust/Cargo.toml.txt",
    ".gitignore" = "rust/gitignore.txt",
    "src/lib.rs" = "rust/lib.rs.txt",
    "texts/en.toml" = "rust/texts/en.toml",
    "texts/pl.toml" = "rust/texts/pl.toml",
};

const TYPESCRIPT: &[(&str, &str)] = files! {
    "package.json" = "typescript/package.json.txt",
    "tsconfig.json" = "typescript/tsconfig.json.txt",
    "vitest.config.ts" = "typescript/vitest.config.ts.txt",
    ".gitignore" = "typescript/gitignore.txt",
    "src/tool.ts" = "typescript/tool.ts.txt",
    "src/tool.test.ts" = "typescript/tool.test.ts.txt",
    // The tool is the same, so its texts are too.
    "texts/en.toml" = "rust/texts/en.toml",
    "texts/pl.toml" = "rust/texts/pl.toml",
};
const PAGE: &[(&str, &str)] = files! {
    "template.toml" = "template/template.toml",
    "ui/index.html" = "page/ui/index.html",
    "ui/tool.js" = "page/ui/tool.js",
    "ui/tool.css" = "page/ui/tool.css",
    "ui/sitewright.js" = "../../../../../web-shell/sdk/page/sitewright.js",
};

impl Kind {
    /// The files that not every kind of plugin has.
    fn files(self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        let (own, shared) = match self {
            Self::Template => (TEMPLATE, &[][..]),
            Self::Rust => (RUST, &[][..]),
            Self::Typescript => (TYPESCRIPT, &[][..]),
            Self::Page => (PAGE, &[][..]),
            Self::Rules => (RULES, &[][..]),
            Self::RulesRust => (RULES_RUST, RULES_OF_CODE),
            Self::RulesTypescript => (RULES_TYPESCRIPT, RULES_OF_CODE),
        };
        own.iter().chain(shared)
    }

    fn is_rules(self) -> bool {
        matches!(self, Self::Rules | Self::RulesRust | Self::RulesTypescript)
    }

    /// The SDK that it is compiled with.
    fn sdk(self) -> Option<Sdk> {
        match self {
            Self::Rust | Self::RulesRust => Some(Sdk::Rust),
            Self::Typescript | Self::RulesTypescript => Some(Sdk::Script),
            Self::Template | Self::Page | Self::Rules => None,
        }
    }

    /// The category, the words of a run and the permissions in `plugin.toml`.
    fn manifest(self) -> &'static str {
        match self {
            Self::Rules => "# Rules of the site audit.\ncategory = \"audit\"\nwords = 0",
            Self::RulesRust | Self::RulesTypescript => {
                "# Rules of the site audit.\ncategory = \"audit\"\nwords = 0\npermissions = [\"context\", \"crawl\"]"
            }
            Self::Template | Self::Rust | Self::Typescript | Self::Page => {
                "# social, seo, content, ecommerce, email, ads or career\ncategory = \"content\"\n\
                 # The number of words that a usual run uses.\nwords = 150"
            }
        }
    }

    /// The content of `[ui]` in `plugin.toml`.
    fn ui(self) -> &'static str {
        match self {
            Self::Page => "# ui/index.html draws this tool.\nmodule = \"page\"",
            _ => "# The shared form draws any tool.\nmodule = \"form\"",
        }
    }
}

pub(super) fn run(new: &New) -> anyhow::Result<ExitCode> {
    let folder = new.dir.clone().unwrap_or_else(|| PathBuf::from(&new.name));
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(Text::key("cli.not-empty").with("folder", folder.display().to_string()).fail(new.language));
    }
    let sdk = sdk_of(new.kind, new.sdk.as_deref(), &folder, new.language)?;
    let files: Vec<(&str, String)> =
        COMMON.iter().chain(new.kind.files()).map(|(name, text)| (*name, filled(text, new, &sdk))).collect();
    if let Some(problems) = files.first().and_then(|(_, manifest)| Manifest::read(manifest).err()) {
        return Err(Refused::of(&problems, new.language).into());
    }
    for (name, text) in &files {
        sdk::write_file(&folder.join(name), text.as_bytes())?;
    }
    if new.sdk.is_none() {
        let own = folder.join(sdk::FOLDER);
        match new.kind.sdk() {
            Some(Sdk::Rust) => sdk::write(&own)?,
            Some(Sdk::Script) => script_sdk::write(&own)?,
            None => {}
        }
    }
    let folder = folder.display();
    println!("{}", Text::key("cli.begun").with("folder", folder.to_string()).say(new.language));
    if new.kind.sdk().is_some() {
        println!("  sitewright plugin build {folder}");
    }
    let commands: &[&str] = match new.kind.is_rules() {
        true => &["test", "check", "install", "pack"],
        false => &["test", "run", "install", "dev", "pack"],
    };
    for command in commands {
        let example = if *command == "run" { " --example" } else { "" };
        println!("  sitewright plugin {command} {folder}{example}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The dependency on the SDK, as cargo or npm resolves it from the plugin's folder.
fn sdk_of(kind: Kind, folder: Option<&Path>, own: &Path, language: Locale) -> anyhow::Result<String> {
    let is_script = kind.sdk() == Some(Sdk::Script);
    let Some(folder) = folder else {
        return Ok(match is_script {
            true => sdk::FOLDER.to_owned(),
            false => dependency(kind, &format!("{}/{}", sdk::FOLDER, sdk::CRATE)),
        });
    };
    let manifest = if is_script { "package.json" } else { "Cargo.toml" };
    let found = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    if !found.join(manifest).is_file() {
        bail!("{} is not the SDK: it has no {manifest}", folder.display());
    }
    let path = relative(&found, own)?;
    eprintln!("{}", Text::key("cli.sdk-outside").with("folder", path.as_str()).say(language));
    Ok(if is_script { path } else { dependency(kind, &path) })
}

/// The SDK as a dependency in `Cargo.toml`.
fn dependency(kind: Kind, path: &str) -> String {
    let features = if kind == Kind::RulesRust { ", features = [\"rules\"]" } else { "" };
    format!("{{ path = {path:?}{features} }}")
}

/// The relative path from a folder, which need not exist yet, to another one, so that both can be moved together.
fn relative(to: &Path, from: &Path) -> anyhow::Result<String> {
    let from = std::path::absolute(from)?;
    let is_there = from.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let (above, real) = is_there.context("an existing folder")?;
    let from = real.join(from.strip_prefix(above)?);
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| "..");
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<String> = up.map(str::to_owned).chain(down.map(Cow::into_owned)).collect();
    Ok(parts.join("/"))
}

fn filled(text: &str, new: &New, sdk: &str) -> String {
    let title = new.name.replace('-', " ");
    let mut letters = title.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    text.replace("__ID__", &new.name)
        .replace("__TITLE__", &title)
        // A Polish placeholder, because a name cannot be translated automatically.
        .replace(
            "__TYTUL__",
            &format!("{} ({})", if new.kind.is_rules() { "Nowe reguły" } else { "Nowe narzędzie" }, new.name),
        )
        .replace("__PUBLISHER__", &new.publisher)
        .replace("__SDK__", sdk)
        .replace("__KIND__", new.kind.manifest())
        .replace("__UI__", new.kind.ui())
}
