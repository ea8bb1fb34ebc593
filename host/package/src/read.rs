//! Reads a package; returns it or all its problems.

use sitewright_contract::Permission;

use crate::archive::{self, Archive};
use crate::component::{self, Component};
use crate::contents::{self, digest};
use crate::descriptor::{self, Descriptor};
use crate::example::{self, Example};
use crate::key::{Keyring, Level};
use crate::layout::{self, COMPONENT, ICON, MANIFEST, RULES, TEMPLATE};
use crate::manifest::{self, Manifest};
use crate::pack::Files;
use crate::rules::{self, RulePack};
use crate::template::{self, Template};
use crate::{Limits, Problem, Problems, icon, texts, ui};

/// How strict a reader is.
#[derive(Default)]
pub struct Rules {
    pub limits: Limits,
    /// The keys whose signatures are accepted.
    pub keys: Keyring,
    /// Accepts unsigned packages and unknown signers. Only for the machine on which a plugin is developed.
    pub development: bool,
}

/// A valid package.
#[derive(Debug)]
pub struct Package {
    /// SHA-256 of the file, in hexadecimal: the identity of the package.
    pub digest: String,
    /// Size of the file.
    pub bytes: usize,
    pub manifest: Manifest,
    /// The version of the contract that its component was built for; the newest one for a template.
    pub contract: String,
    /// The permissions that its component imports.
    pub permissions: Vec<Permission>,
    pub level: Level,
    /// The publisher whose key signed it; `None` only in development.
    pub signer: Option<String>,
    /// In the order of the languages.
    pub descriptors: Vec<(&'static str, Descriptor)>,
    /// By the name of their file.
    pub examples: Vec<(String, Example)>,
    /// The template, if it has no component.
    template: Option<Template>,
    /// The rules, if it has neither.
    rules: Option<RulePack>,
    /// Every file, including `manifest.json` and its signature.
    pub files: Files,
}

/// The program of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program<'a> {
    /// A WebAssembly component.
    Component(&'a [u8]),
    /// JSON for the host's component that runs templates.
    Template(&'a str),
    /// JSON for the host's component that runs rules.
    Rules(&'a str),
}

impl<'a> Program<'a> {
    /// The program of this JSON, which is that of a template or of rules.
    pub fn of_data(source: &'a str) -> Self {
        if RulePack::is_source(source) { Self::Rules(source) } else { Self::Template(source) }
    }
}

impl Package {
    /// Whether it is data for a component of the host: a template or rules.
    pub fn is_data(&self) -> bool {
        self.template.is_some() || self.rules.is_some()
    }

    /// The program of this package.
    pub fn program(&self) -> Program<'_> {
        match (&self.template, &self.rules) {
            (Some(template), _) => Program::Template(template.source()),
            (_, Some(rules)) => Program::Rules(rules.source()),
            _ => Program::Component(self.files.get(COMPONENT).map_or(&[], Vec::as_slice)),
        }
    }

    /// Reads a package, or returns all its problems.
    ///
    /// Problems that depend on another one are not reported: a file that cannot be unpacked is not parsed.
    pub fn read(bytes: &[u8], rules: &Rules) -> Result<Self, Vec<Problem>> {
        let mut found = Problems::default();
        let package = archive::read(bytes, &rules.limits, &mut found)
            .and_then(|archive| read(archive, bytes, rules, &mut found));
        match package {
            Some(package) if found.is_empty() => Ok(package),
            _ => Err(found.into_list()),
        }
    }
}

fn read(archive: Archive, bytes: &[u8], rules: &Rules, found: &mut Problems) -> Option<Package> {
    layout::check(&archive, found);
    contents::check(&archive, found);
    let manifest = archive.get(MANIFEST).and_then(|file| manifest::read(file, found));
    let publisher = manifest.as_ref().map(|manifest| manifest.publisher.as_str());
    let signer = rules.keys.signer(&archive, publisher, rules.development, found);
    let template = archive.get(TEMPLATE).and_then(|file| template::read(file, found));
    if let (Some(template), Some(manifest)) = (&template, &manifest) {
        template::compare(template, manifest, found);
    }
    let pack = archive.get(RULES).and_then(|file| rules::read(file, found));
    let component = match (&template, &pack) {
        (Some(_), _) => Some(Component::of_templates()),
        (_, Some(_)) => Some(Component::of_rules()),
        _ => archive.get(COMPONENT).and_then(|file| component::read(file, found)),
    };
    if let (Some(component), Some(manifest)) = (&component, &manifest) {
        component::compare(component, manifest, found);
    }
    if let Some(file) = archive.get(ICON) {
        icon::check(file, ICON, found);
    }
    texts::check(&archive, found);
    let module = manifest.as_ref().map(|manifest| manifest.module.as_str());
    ui::check(&archive, module, &rules.limits, found);
    let described = descriptor::read(&archive, &rules.limits, found);
    let is_pack = manifest.as_ref().is_some_and(manifest::Manifest::is_pack);
    let examples = example::read(&archive, &described, is_pack, found);
    let descriptors = described.into_iter().map(|one| (one.language, one.descriptor)).collect();
    let (manifest, signer, Component { permissions, contract, .. }) = (manifest?, signer?, component?);
    Some(Package {
        digest: digest(bytes),
        bytes: bytes.len(),
        manifest,
        contract,
        permissions,
        level: signer.level,
        signer: signer.publisher,
        descriptors,
        examples,
        template,
        rules: pack,
        files: archive.files,
    })
}
