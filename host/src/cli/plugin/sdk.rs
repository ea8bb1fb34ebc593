//! The SDK's sources, embedded in the program: with them and a Rust compiler a tool can be built anywhere, by the
//! builder of the built-in tools.

use rust_embed::RustEmbed;
use toml::{Table, Value};

use crate::cli::prelude::*;

/// The folders with the layout of the source repository, so that their relative paths are valid.
#[derive(RustEmbed)]
#[folder = "../plugins/sdk"]
struct Sdk;

#[derive(RustEmbed)]
#[folder = "../plugins/build"]
struct Builder;

#[derive(RustEmbed)]
#[folder = "../wit"]
struct Contract;

const WORKSPACE: &str = include_str!("../../../../Cargo.toml");
const FILES: [(&str, &str); 4] = [
    // The guide that comments of the SDK refer to.
    ("plugins/README.md", include_str!("../../../../plugins/README.md")),
    // The versions that the built-in tools are built with.
    ("Cargo.lock", include_str!("../../../../Cargo.lock")),
    ("LICENSE-APACHE", include_str!("../../../../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../../../../LICENSE-MIT")),
];
/// The members of the SDK's workspace.
const MEMBERS: [&str; 4] = ["plugins/build", "plugins/sdk", "plugins/sdk/macros", "wit/facts"];
/// The build profiles of guests.
const PROFILES: [&str; 2] = ["guest", "guest-fast"];
/// The folder next to a new tool's sources.
pub(super) const FOLDER: &str = "sdk";
/// The SDK crate in such a folder.
pub(super) const CRATE: &str = "plugins/sdk";

#[derive(Args)]
pub struct WriteSdk {
    /// The folder to create, or one with the SDK of another version
    #[arg(default_value = FOLDER)]
    folder: PathBuf,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) fn run(arguments: &WriteSdk) -> anyhow::Result<ExitCode> {
    let folder = &arguments.folder;
    let is_ours = folder.join(CRATE).join("Cargo.toml").is_file();
    if !is_ours && folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(
            Text::key("cli.not-empty").with("folder", folder.display().to_string()).fail(arguments.language)
        );
    }
    if is_ours {
        // Obsolete files of the other version would be compiled too.
        for old in ["plugins/sdk", "plugins/build", "wit"] {
            fs::remove_dir_all(folder.join(old)).ok();
        }
    }
    write(folder)?;
    let text = Text::key("cli.sdk-written").with("folder", folder.display().to_string());
    println!("{}", text.with("version", env!("CARGO_PKG_VERSION")).say(arguments.language));
    Ok(ExitCode::SUCCESS)
}

/// Writes the SDK with its builder and the contract.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    write_all::<Sdk>(&folder.join(CRATE))?;
    write_all::<Builder>(&folder.join("plugins/build"))?;
    write_all::<Contract>(&folder.join("wit"))?;
    for (name, text) in FILES {
        write_file(&folder.join(name), text.as_bytes())?;
    }
    write_file(&folder.join("Cargo.toml"), workspace()?.as_bytes())
}

fn write_all<Files: RustEmbed>(folder: &Path) -> anyhow::Result<()> {
    for name in Files::iter() {
        let file = Files::get(&name).with_context(|| format!("{name} is not in the program"))?;
        write_file(&folder.join(&*name), &file.data)?;
    }
    Ok(())
}

/// Writes a file and creates its parent folders.
pub(super) fn write_file(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let above = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(above).with_context(|| format!("cannot create {}", above.display()))?;
    fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

/// The manifest of a workspace with only the SDK and the builder.
fn workspace() -> anyhow::Result<String> {
    let mut manifest: Table = WORKSPACE.parse()?;
    let workspace = manifest.get_mut("workspace").and_then(Value::as_table_mut).context("a workspace")?;
    for key in ["exclude", "default-members"] {
        workspace.remove(key);
    }
    workspace.insert("members".to_owned(), MEMBERS.map(Value::from).to_vec().into());
    let dependencies = workspace.get_mut("dependencies").and_then(Value::as_table_mut);
    let is_here = |path: &Value| path.as_str().is_some_and(|path| MEMBERS.contains(&path));
    dependencies.context("dependencies")?.retain(|_, of| of.get("path").is_none_or(is_here));
    let profiles = manifest.get_mut("profile").and_then(Value::as_table_mut).context("profiles")?;
    profiles.retain(|name, _| PROFILES.contains(&name));
    Ok(toml::to_string(&manifest)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_of_the_sdk_lists_only_its_members() {
        let manifest: Table = workspace().expect("a manifest").parse().expect("TOML");
        let dependencies = manifest["workspace"]["dependencies"].as_table().expect("dependencies");
        let own: Vec<&String> =
            dependencies.iter().filter(|(_, of)| of.get("path").is_some()).map(|(name, _)| name).collect();
        assert_eq!(own, ["sitewright-facts", "sitewright-sdk"]);
        assert_eq!(manifest["profile"].as_table().expect("profiles").len(), 2);
        assert_eq!(manifest["profile"]["guest"]["opt-level"].as_str(), Some("z"));
    }
}
