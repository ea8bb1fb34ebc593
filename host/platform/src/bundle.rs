//! The files that are built with the server and served or loaded by it: plugins, UI modules, the web shell.
//!
//! A release build embeds the folder `target/bundle`; a debug build reads it from disk, so that the front end can be
//! rebuilt alone. A setting can name another folder.

mod files;
mod pages;
mod routes;

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rust_embed::RustEmbed;

use crate::libraries::*;

pub use files::{get_file, get_page, is_known, set};
pub use pages::{ENGLISH, Framers, KnownTools, SitePages, SiteRequest, ToolTexts};
pub use routes::SitePlace;

#[derive(RustEmbed)]
#[folder = "../../target/bundle"]
#[allow_missing = true]
struct BuiltIn;

/// The files by path in the bundle, such as `plugins/facebook-post/plugin.toml`.
#[derive(Clone)]
pub struct Bundle {
    folder: Option<Arc<PathBuf>>,
    known: Arc<routes::Known>,
}

/// A file and a tag that changes with its content.
pub(crate) struct File {
    pub data: Cow<'static, [u8]>,
    pub tag: String,
}

impl Bundle {
    /// Opens the built-in bundle, or the one in a folder.
    pub fn open(folder: Option<PathBuf>) -> Self {
        Self { folder: folder.map(Arc::new), known: Arc::default() }
    }

    /// Returns a file's content; `None` if it does not exist or the path leaves the bundle.
    pub fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        self.file(path).map(|file| file.data)
    }

    /// Returns a tag that changes with the file; `None` if it does not exist.
    pub fn tag(&self, path: &str) -> Option<String> {
        self.file(path).map(|file| file.tag)
    }

    pub(crate) fn file(&self, path: &str) -> Option<File> {
        let stays_inside =
            |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
        if !path.split('/').all(stays_inside) {
            return None;
        }
        let Some(folder) = &self.folder else {
            return BuiltIn::get(path).map(|file| {
                let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
                File { data: file.data, tag }
            });
        };
        let path = folder.join(path);
        let modified = fs::metadata(&path).ok()?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
        let data = fs::read(&path).ok()?;
        Some(File { tag: format!("\"{:x}-{:x}\"", since.as_nanos(), data.len()), data: Cow::Owned(data) })
    }

    /// Returns the names directly under a folder of the bundle, sorted, such as the ids under `plugins`.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = match &self.folder {
            Some(root) => fs::read_dir(root.join(folder))
                .map(|entries| {
                    entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
                })
                .unwrap_or_default(),
            None => BuiltIn::iter()
                .filter_map(|path| {
                    path.strip_prefix(folder)?.strip_prefix('/')?.split('/').next().map(str::to_owned)
                })
                .collect(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}
