//! Size limits of a package and its parts.

use crate::layout::Kind;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Limits of what is read. Each is checked before anything larger is held in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The package itself.
    pub file_bytes: u64,
    /// All its files, unpacked.
    pub total_bytes: u64,
    pub files: usize,
    /// Maximum ratio of unpacked to packed size. Texts reach 20, and modules full of zeros 100.
    pub ratio: u64,
    /// A component written in JavaScript takes 12 MiB, in Python 18.
    pub component_bytes: u64,
    /// All files of the UI module. A module that uses the shell's shared libraries takes 15 KiB.
    pub ui_bytes: u64,
    /// `template.toml`.
    pub template_bytes: u64,
    /// `rules.toml`, with the pages that test its rules.
    pub rules_bytes: u64,
    pub icon_bytes: u64,
    pub license_bytes: u64,
    pub texts_bytes: u64,
    pub descriptor_bytes: u64,
    pub example_bytes: u64,
    /// `plugin.toml` and `manifest.json`.
    pub manifest_bytes: u64,
    /// One schema of a description.
    pub schema_bytes: u64,
    pub schema_depth: usize,
    pub schema_fields: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 32 * MIB,
            total_bytes: 64 * MIB,
            files: 300,
            ratio: 200,
            component_bytes: 32 * MIB,
            ui_bytes: MIB,
            template_bytes: 64 * KIB,
            rules_bytes: 512 * KIB,
            icon_bytes: 32 * KIB,
            license_bytes: 128 * KIB,
            texts_bytes: 256 * KIB,
            descriptor_bytes: 512 * KIB,
            example_bytes: 256 * KIB,
            manifest_bytes: 128 * KIB,
            schema_bytes: 128 * KIB,
            schema_depth: 24,
            schema_fields: 200,
        }
    }
}

impl Limits {
    /// The maximum size of a file of this kind.
    pub(crate) fn of(&self, kind: Option<&Kind>) -> u64 {
        match kind {
            Some(Kind::Component) => self.component_bytes,
            Some(Kind::Template) => self.template_bytes,
            Some(Kind::Rules) => self.rules_bytes,
            Some(Kind::Ui) => self.ui_bytes,
            Some(Kind::Icon) => self.icon_bytes,
            Some(Kind::License) => self.license_bytes,
            Some(Kind::Texts(_)) => self.texts_bytes,
            Some(Kind::Descriptor(_)) => self.descriptor_bytes,
            Some(Kind::Example) => self.example_bytes,
            Some(Kind::Contents | Kind::Signature | Kind::Manifest) | None => self.manifest_bytes,
        }
    }
}
