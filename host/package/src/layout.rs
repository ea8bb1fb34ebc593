//! The files of a package and their paths.

use crate::archive::Archive;
use crate::{Code, LANGUAGES, Problems};

pub(crate) const CONTENTS: &str = "manifest.json";
pub(crate) const SIGNATURE: &str = "manifest.json.minisig";
pub(crate) const MANIFEST: &str = "plugin.toml";
pub(crate) const COMPONENT: &str = "component.wasm";
pub(crate) const TEMPLATE: &str = "template.toml";
pub(crate) const RULES: &str = "rules.toml";
pub(crate) const ICON: &str = "icon.svg";
pub(crate) const EXAMPLES: &str = "examples/";
pub(crate) const UI: &str = "ui/";

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Contents,
    Signature,
    Manifest,
    Component,
    Template,
    Rules,
    Icon,
    License,
    Texts(&'static str),
    Descriptor(&'static str),
    Example,
    Ui,
}

impl Kind {
    /// `None` for a file that does not belong in a package.
    pub fn of(name: &str) -> Option<Self> {
        let language = |folder: &str, extension: &str| {
            let stem = name.strip_prefix(folder)?.strip_suffix(extension)?;
            LANGUAGES.into_iter().find(|language| *language == stem)
        };
        let example = || name.strip_prefix(EXAMPLES)?.strip_suffix(".json").filter(|stem| is_kebab(stem));
        match name {
            CONTENTS => Some(Self::Contents),
            SIGNATURE => Some(Self::Signature),
            MANIFEST => Some(Self::Manifest),
            COMPONENT => Some(Self::Component),
            TEMPLATE => Some(Self::Template),
            RULES => Some(Self::Rules),
            ICON => Some(Self::Icon),
            _ if is_license(name) => Some(Self::License),
            _ if name.starts_with(UI) => Some(Self::Ui),
            _ if example().is_some() => Some(Self::Example),
            _ => language("texts/", ".toml")
                .map(Self::Texts)
                .or_else(|| language("describe/", ".json").map(Self::Descriptor)),
        }
    }
}

/// `LICENSE`, `LICENSE-MIT`, `LICENSE.txt`, but no path.
pub(crate) fn is_license(name: &str) -> bool {
    name.strip_prefix("LICENSE").is_some_and(|rest| {
        rest.is_empty() || (rest.starts_with(['-', '.']) && rest.len() > 1 && !rest.contains('/'))
    })
}

/// Lower-case words of letters and digits, joined by hyphens.
pub fn is_kebab(name: &str) -> bool {
    !name.is_empty()
        && name.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// Lower-case words of letters and digits, joined by underscores; starts with a letter.
pub(crate) fn is_snake(name: &str) -> bool {
    is_kebab(&name.replace('_', "-"))
        && !name.contains('-')
        && name.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Whether the name is a safe relative path on every file system.
pub(crate) fn is_safe(name: &str) -> bool {
    const LONGEST: usize = 160;
    const DEEPEST: usize = 6;
    // Names that Windows reserves for devices, with any extension.
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let part = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
        let device = stem.trim_end_matches(|char: char| char.is_ascii_digit());
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with('.')
            && !DEVICES.contains(&device)
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    name.len() <= LONGEST && name.split('/').count() <= DEEPEST && name.split('/').all(part)
}

/// Reports missing and unknown files.
pub(crate) fn check(archive: &Archive, found: &mut Problems) {
    let mut needed = vec![CONTENTS.to_owned(), MANIFEST.to_owned(), ICON.to_owned()];
    // A plugin has a component, a template or rules.
    let programs = [COMPONENT, TEMPLATE, RULES].into_iter().filter(|name| archive.names.contains(*name));
    match programs.collect::<Vec<_>>()[..] {
        [] => needed.push(COMPONENT.to_owned()),
        [_] => {}
        [.., last] => found.at(last, Code::ProgramTwice),
    }
    needed.extend(LANGUAGES.map(|language| format!("describe/{language}.json")));
    // Texts are optional, but all languages must have them or none.
    let texts = LANGUAGES.map(|language| format!("texts/{language}.toml"));
    if texts.iter().any(|name| archive.names.contains(name)) {
        needed.extend(texts);
    }
    for name in needed.into_iter().filter(|name| !archive.names.contains(name)) {
        found.at(name, Code::FileMissing);
    }
    for name in archive.names.iter().filter(|name| Kind::of(name).is_none()) {
        found.at(name, Code::FileUnknown);
    }
    if !archive.names.iter().any(|name| is_license(name)) {
        found.at("LICENSE", Code::LicenseMissing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_everywhere_or_refused() {
        for name in ["plugin.toml", "ui/assets/Tool-abc_1.js", "LICENSE-MIT"] {
            assert!(is_safe(name), "{name}");
        }
        let names = "\
            |/etc/passwd|../x|ui/../../x|ui//x|ui/|C:/x|a\\b|a:b|ą|a b|a\0b|.x|ui/.htaccess|con|ui/NUL.js|\
            com1.txt|x.|a/b/c/d/e/f/g";
        for name in names.split('|') {
            assert!(!is_safe(name), "{name:?}");
        }
        assert!(!is_safe(&"a".repeat(200)));
    }

    #[test]
    fn every_path_has_a_kind() {
        assert_eq!(Kind::of("texts/pl.toml"), Some(Kind::Texts("pl")));
        assert_eq!(Kind::of("describe/en.json"), Some(Kind::Descriptor("en")));
        assert_eq!(Kind::of("examples/one-two.json"), Some(Kind::Example));
        assert_eq!(Kind::of("LICENSE.txt"), Some(Kind::License));
        for name in
            ["texts/de.toml", "describe/en.toml", "examples/a/b.json", "LICENSEs", "LICENSE-", "run.sh"]
        {
            assert_eq!(Kind::of(name), None, "{name}");
        }
    }
}
