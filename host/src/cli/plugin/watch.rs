//! Watches a plugin's folder for changes.

use futures::StreamExt as _;
use inotify::{EventStream, Inotify, WatchMask, Watches};

use super::COMPONENT;
use crate::cli::prelude::*;

/// Build output.
const MADE: [&str; 2] = ["target", "node_modules"];
/// Folders that change without the plugin.
const SKIPPED: [&str; 2] = ["recordings", "sdk"];
/// An editor may write several times per save.
const QUIET: Duration = Duration::from_millis(40);

/// A watched folder.
pub(super) struct Watch {
    folder: PathBuf,
    watches: Watches,
    events: EventStream<[u8; 4096]>,
}

impl Watch {
    pub fn on(folder: &Path) -> anyhow::Result<Self> {
        let inotify = Inotify::init().context("this machine cannot watch folders")?;
        let watches = inotify.watches();
        let events = inotify.into_event_stream([0; 4096]).context("cannot watch a folder")?;
        let mut watch = Self { folder: folder.to_owned(), watches, events };
        watch.renew()?;
        Ok(watch)
    }

    /// Adds new folders; watched ones stay.
    fn renew(&mut self) -> anyhow::Result<()> {
        let mask = WatchMask::CLOSE_WRITE
            | WatchMask::MOVE
            | WatchMask::CREATE
            | WatchMask::DELETE
            | WatchMask::ONLYDIR
            | WatchMask::EXCL_UNLINK;
        for folder in folders(&self.folder) {
            match self.watches.add(&folder, mask) {
                Err(error) if folder == self.folder => {
                    return Err(error).with_context(|| format!("cannot watch {}", folder.display()));
                }
                // It may have been deleted meanwhile.
                _ => {}
            }
        }
        Ok(())
    }

    /// Waits for a change, and then until nothing changes for a moment.
    pub async fn change(&mut self) -> anyhow::Result<()> {
        self.events.next().await.context("the watch ended")??;
        while let Ok(event) = tokio::time::timeout(QUIET, self.events.next()).await {
            event.context("the watch ended")??;
        }
        self.renew()
    }
}

/// The folder and its subfolders with sources.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let mut at = 0;
    while let Some(next) = all.get(at) {
        at += 1;
        let entries = fs::read_dir(next).into_iter().flatten().flatten();
        let below = entries.filter(|entry| {
            entry.file_type().is_ok_and(|kind| kind.is_dir())
                && !is_skipped(&entry.file_name().to_string_lossy())
        });
        all.extend(below.map(|entry| entry.path()).collect::<Vec<_>>());
    }
    all
}

fn is_skipped(name: &str) -> bool {
    is_made(name) || SKIPPED.contains(&name)
}

/// Whether a folder contains build output, or belongs to other programs.
pub(super) fn is_made(name: &str) -> bool {
    name.starts_with('.') || MADE.contains(&name)
}

/// A hash of the sources: touching a file, or the build's own output, must not trigger a build.
pub(super) fn state(folder: &Path) -> [u8; 32] {
    let is_built = super::build::is_compiled(folder);
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders(folder) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()).filter(|path| path.is_file()));
    }
    files.sort();
    let mut sum = Sha256::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_made = name == "Cargo.lock" || (is_built && name == COMPONENT);
        if name.starts_with('.') || name.ends_with('~') || is_made {
            continue;
        }
        // A file that was deleted meanwhile counts as missing.
        let Ok(content) = fs::read(&file) else { continue };
        sum.update(file.to_string_lossy().as_bytes());
        sum.update([0]);
        sum.update(Sha256::digest(content));
    }
    sum.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_sources_change_the_state() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        };
        write("Cargo.toml", "[package]");
        write("src/lib.rs", "fn one() {}");
        let first = state(folder.path());
        write("src/lib.rs", "fn one() {}");
        write("target/debug/thing", "made");
        write("component.wasm", "made");
        write(".lib.rs.swp", "an editor's");
        assert_eq!(state(folder.path()), first);
        write("src/lib.rs", "fn two() {}");
        let second = state(folder.path());
        assert_ne!(second, first);
        write("src/more/new.rs", "");
        assert_ne!(state(folder.path()), second);
    }

    #[tokio::test]
    async fn a_change_in_a_new_folder_is_noticed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let mut watch = Watch::on(folder.path()).expect("a watch");
        fs::create_dir(folder.path().join("texts")).expect("a folder");
        watch.change().await.expect("heard");
        fs::write(folder.path().join("texts/en.toml"), "name = \"x\"").expect("written");
        watch.change().await.expect("heard");
    }
}
