//! Collects the files of a package from a plugin's folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::layout::{COMPONENT, ICON, Kind, MANIFEST, RULES, TEMPLATE, is_license};
use crate::pack::Files;
use crate::{LANGUAGES, Limits};

/// The folder cannot be read as a plugin's.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    #[error("{0} is a link; a package contains only files")]
    Link(PathBuf),
    #[error("{0} has {1} bytes, but a package may have only {2}")]
    TooLarge(PathBuf, u64, u64),
    #[error("the name of {0} is not UTF-8")]
    Name(PathBuf),
}

/// Collects the files that belong into a package. Sources and other files in the folder are ignored; all files in
/// `ui/` are included.
pub fn gather(folder: &Path) -> Result<Files, FolderError> {
    let mut files = Files::new();
    let mut names = [MANIFEST, COMPONENT, TEMPLATE, RULES, ICON].map(str::to_owned).to_vec();
    names.extend(LANGUAGES.map(|language| format!("texts/{language}.toml")));
    names.extend(list(folder)?.into_iter().filter(|name| is_license(name)));
    for inner in ["examples", "ui"] {
        if folder.join(inner).is_dir() {
            below(folder, inner, &mut names)?;
        }
    }
    names.retain(|name| !name.starts_with("examples/") || Kind::of(name) == Some(Kind::Example));
    for name in names {
        let path = folder.join(&name);
        if fs::symlink_metadata(&path).is_ok() {
            files.insert(name, read(&path)?);
        }
    }
    Ok(files)
}

/// The names of the files in a folder.
fn list(folder: &Path) -> Result<Vec<String>, FolderError> {
    let failed = |error| FolderError::Unreadable(folder.to_owned(), error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        names.push(entry.file_name().into_string().map_err(|_| FolderError::Name(entry.path()))?);
    }
    Ok(names)
}

/// Every file below a subfolder of the plugin, by its path within it.
fn below(folder: &Path, inner: &str, names: &mut Vec<String>) -> Result<(), FolderError> {
    for name in list(&folder.join(inner))? {
        let name = format!("{inner}/{name}");
        let path = folder.join(&name);
        let kind = fs::symlink_metadata(&path).map_err(|error| FolderError::Unreadable(path, error))?;
        if kind.is_dir() {
            below(folder, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, FolderError> {
    let failed = |error| FolderError::Unreadable(path.to_owned(), error);
    let facts = fs::symlink_metadata(path).map_err(failed)?;
    if facts.is_symlink() {
        return Err(FolderError::Link(path.to_owned()));
    }
    let most = Limits::default().file_bytes;
    if facts.len() > most {
        return Err(FolderError::TooLarge(path.to_owned(), facts.len(), most));
    }
    fs::read(path).map_err(failed)
}
