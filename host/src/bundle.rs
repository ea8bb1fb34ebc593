//! What is built beside the server and served or loaded by it: plugins, UI modules, the web shell.
//!
//! A release build carries the folder `target/bundle` inside; a debug build reads it from disk, so that the front end
//! can be rebuilt alone. A setting names another folder.

use std::{borrow::Cow, path::PathBuf, sync::Arc};

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../target/bundle"]
#[allow_missing = true]
struct BuiltIn;

/// The files by their path in the bundle, such as `plugins/facebook-post/plugin.toml`.
#[derive(Clone)]
pub struct Bundle {
    folder: Option<Arc<PathBuf>>,
}

impl Bundle {
    /// The built-in bundle, or the one in a folder.
    pub fn open(folder: Option<PathBuf>) -> Self {
        Self { folder: folder.map(Arc::new) }
    }

    /// A file; none where it does not exist or the path leaves the bundle.
    pub fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.') || part.contains('\\')) {
            return None;
        }
        match &self.folder {
            Some(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
            None => BuiltIn::get(path).map(|file| file.data),
        }
    }

    /// The names directly under a folder of the bundle, sorted, such as the ids under `plugins`.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = match &self.folder {
            Some(root) => std::fs::read_dir(root.join(folder))
                .map(|entries| entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
                .unwrap_or_default(),
            None => BuiltIn::iter()
                .filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/')?.split('/').next().map(str::to_owned))
                .collect(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}
