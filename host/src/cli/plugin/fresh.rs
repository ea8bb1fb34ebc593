//! Whether a component is older than its sources. Each command that takes a folder builds first, so that it never
//! uses an outdated component.

use std::time::SystemTime;

use super::{COMPONENT, build, of_file, watch};
use crate::cli::prelude::*;

/// Folders that are not sources of the component.
const BESIDE: [&str; 3] = ["examples", "ui", "recordings"];

#[derive(Args)]
pub(super) struct Building {
    /// Use the existing component, even if a source is newer
    #[arg(long)]
    no_build: bool,
}

/// The state of a component relative to its sources.
#[derive(Debug, PartialEq)]
pub(super) enum Component {
    /// It has no sources in the folder.
    Given,
    Fresh,
    Missing,
    /// This source is newer.
    Stale(PathBuf),
}

impl Component {
    pub fn of(folder: &Path) -> Self {
        if !build::is_compiled(folder) {
            return Self::Given;
        }
        let Some(built) = changed(&folder.join(COMPONENT)) else { return Self::Missing };
        let newer = |file: &PathBuf| changed(file).is_some_and(|source| source > built);
        sources(folder).into_iter().find(newer).map_or(Self::Fresh, Self::Stale)
    }

    pub fn is_to_be_built(&self) -> bool {
        matches!(self, Self::Missing | Self::Stale(_))
    }
}

/// Builds the component if it is missing or older than a source.
///
/// Errors: the build failed; the compiler has printed why.
pub(super) async fn build_first(folder: &Path, building: &Building, language: Locale) -> anyhow::Result<()> {
    let component = Component::of(folder);
    if !component.is_to_be_built() {
        return Ok(());
    }
    if building.no_build {
        if let Component::Stale(source) = component {
            eprintln!("{}", of_file("cli.stale", &source, language));
        }
        return Ok(());
    }
    eprintln!("{}", of_file("cli.builds-first", folder, language));
    if build::build(folder, language).await? {
        return Ok(());
    }
    Err(Text::key("cli.build-failed").fail(language).into())
}

/// The sources of a component, with the SDK in the folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_beside = |path: &Path| {
        path.parent() == Some(folder)
            && path.file_name().is_some_and(|name| BESIDE.iter().any(|beside| name == *beside))
    };
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !watch::is_made(&name) && !is_beside(&path) => {
                    folders.push(path)
                }
                Ok(kind) if kind.is_file() && is_source(&name) => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// Whether a file of this name is a source. Builders write lock files themselves.
fn is_source(name: &str) -> bool {
    const OTHERS: [&str; 4] = [COMPONENT, "Cargo.lock", "package-lock.json", "icon.svg"];
    let is_read_by_people = name.ends_with(".md") || name.starts_with("LICENSE");
    !name.starts_with('.') && !name.ends_with('~') && !is_read_by_people && !OTHERS.contains(&name)
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|facts| facts.modified()).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    fn write(folder: &Path, name: &str, age: u64) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, "text").expect("written");
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(10_000 - age)).expect("a time");
    }

    #[test]
    fn p2_a_component_is_stale_if_a_source_is_newer() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let folder = folder.path();
        write(folder, "template.toml", 0);
        assert_eq!(Component::of(folder), Component::Given);
        write(folder, "Cargo.toml", 100);
        write(folder, "src/lib.rs", 100);
        write(folder, "texts/en.toml", 100);
        fs::remove_file(folder.join("template.toml")).expect("removed");
        assert_eq!(Component::of(folder), Component::Missing);
        write(folder, COMPONENT, 50);
        assert_eq!(Component::of(folder), Component::Fresh);
        // Files that are not sources, and build output.
        for name in [
            "Cargo.lock",
            "target/x",
            "sdk/target/x",
            "examples/a.json",
            "ui/index.html",
            ".git/x",
            "README.md",
        ] {
            write(folder, name, 1);
            assert_eq!(Component::of(folder), Component::Fresh, "{name}");
        }
        for name in ["texts/en.toml", "src/lib.rs", "plugin.toml", "sdk/plugins/sdk/src/lib.rs"] {
            write(folder, name, 1);
            assert_eq!(Component::of(folder), Component::Stale(folder.join(name)), "{name}");
            write(folder, name, 100);
        }
    }
}
