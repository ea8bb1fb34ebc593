//! One plugin folder: its name and the path of its compiled module.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A folder with a `Cargo.toml`; with a `plugin.toml` it is a tool of the catalogue.
pub struct Package {
    pub folder: PathBuf,
    /// The name in `Cargo.toml`; for a tool this is its id.
    pub name: String,
}

impl Package {
    pub fn open(folder: &Path) -> Result<Self> {
        let manifest = folder.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("{} has no Cargo.toml", folder.display()))?;
        let table: toml::Table =
            text.parse().with_context(|| format!("{} is not valid TOML", manifest.display()))?;
        let name = table
            .get("package")
            .and_then(|package| package.get("name"))
            .and_then(|name| name.as_str())
            .with_context(|| format!("{} has no package name", manifest.display()))?;
        Ok(Self { folder: folder.to_owned(), name: name.to_owned() })
    }

    /// Every folder of `plugins` that contains a `plugin.toml`, by name.
    pub fn all(plugins: &Path) -> Result<Vec<Self>> {
        tools(plugins)?.iter().map(|folder| Self::open(folder)).collect()
    }

    /// File name of the core module that cargo writes for a library.
    pub fn module(&self) -> String {
        format!("{}.wasm", self.name.replace('-', "_"))
    }
}

/// Writes only if the content differs, so that nothing downstream is rebuilt. Returns true if it wrote.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<bool> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

/// The subfolders that contain a `plugin.toml`, by name.
pub fn tools(below: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(below).with_context(|| format!("cannot read {}", below.display()))?;
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| folder.join("plugin.toml").exists())
        .collect();
    folders.sort();
    Ok(folders)
}
