//! Compiles plugin folders to WebAssembly components and lays them out for the host.
//!
//!     sitewright-plugin-build                      every tool of plugins/ into target/bundle/plugins
//!     sitewright-plugin-build plugins/my-tool      only this one; it may be outside this workspace
//!     sitewright-plugin-build --examples FOLDER    each example of a crate, into target/guests
//!     sitewright-plugin-build --module FOLDER      a crate as a plain core module, no component

mod names;
mod package;
mod place;
mod shrink;
mod size;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;

use package::{Package, tools, write_if_changed};
use place::{place, place_template, remove_stale, report};
use shrink::Shrinker;
use toolchain::{Kind, TARGET, Toolchain};

/// The folder of the tools that need no compiler.
const TEMPLATES: &str = "plugins/templates";
/// The components that run plugins without code; they are placed beside the tools, since they are no tools.
const RUNNERS: [&str; 2] = ["plugins/template-runner", "plugins/rule-runner"];

#[derive(Parser)]
#[command(about = "Compiles plugin folders into components of the bundle")]
struct Arguments {
    /// Tools to build; all of plugins/ if none is named.
    folders: Vec<PathBuf>,
    /// A crate whose `examples/*.rs` are separate guests (for tests and benchmarks).
    #[arg(long)]
    examples: Option<PathBuf>,
    /// A crate outside this workspace that is built as a core module (for another runtime).
    #[arg(long, conflicts_with = "examples")]
    module: Option<PathBuf>,
    /// The output folder.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Put each component into its tool's own folder.
    #[arg(long, requires = "folders", conflicts_with_all = ["out", "examples", "module"])]
    in_place: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let toolchain = Toolchain::find()?;
    if let Some(folder) = &arguments.examples {
        return build_examples(&toolchain, folder, out(&arguments, "target/guests"));
    }
    if let Some(folder) = &arguments.module {
        return build_module(&toolchain, folder, out(&arguments, "target/guests"));
    }
    if arguments.in_place {
        return build_in_place(&toolchain, &arguments.folders);
    }
    build_tools(&toolchain, &arguments.folders, out(&arguments, "target/bundle/plugins"))
}

fn out(arguments: &Arguments, default: &str) -> PathBuf {
    arguments.out.clone().unwrap_or_else(|| PathBuf::from(default))
}

fn build_tools(toolchain: &Toolchain, folders: &[PathBuf], out: PathBuf) -> Result<()> {
    let (mut packages, mut templates) = (Vec::new(), Vec::new());
    if folders.is_empty() {
        packages = Package::all(Path::new("plugins"))?;
        for runner in RUNNERS {
            packages.push(Package::open(Path::new(runner))?);
        }
        templates = tools(Path::new(TEMPLATES))?;
    }
    for folder in folders {
        if ["template.toml", "rules.toml"].iter().any(|data| folder.join(data).exists()) {
            templates.push(folder.clone());
        } else {
            packages.push(Package::open(folder)?);
        }
    }
    let components = components(toolchain, &packages)?;
    for (package, component) in packages.iter().zip(&components) {
        place(package, component, &out)?;
    }
    let mut names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
    for template in &templates {
        names.push(place_template(template, &out)?);
    }
    if folders.is_empty() {
        remove_stale(&out, &names)?;
    }
    // After all are placed, so that every size is printed.
    if toolchain.is_small() {
        packages
            .iter()
            .zip(&components)
            .try_for_each(|(package, component)| size::check(&package.name, component))?;
    }
    Ok(())
}

/// Builds third-party tools. The host checks their size.
fn build_in_place(toolchain: &Toolchain, folders: &[PathBuf]) -> Result<()> {
    let packages = folders.iter().map(|folder| Package::open(folder)).collect::<Result<Vec<_>>>()?;
    for (package, component) in packages.iter().zip(components(toolchain, &packages)?) {
        let written = write_if_changed(&package.folder.join("component.wasm"), &component)?;
        report(&package.name, &component, written);
    }
    Ok(())
}

/// The components of tools. While one is compiled, the previous ones are shrunk, since both take time.
fn components(toolchain: &Toolchain, packages: &[Package]) -> Result<Vec<Vec<u8>>> {
    let shrinker = Shrinker::default();
    let one = |package: &Package| {
        let shrunk = shrinker.shrink(&modules(Kind::Small).join(package.module()))?;
        componentize(&shrunk, &package.name)
    };
    std::thread::scope(|scope| {
        let mut shrinking = Vec::new();
        for package in packages {
            compile(toolchain, package)?;
            shrinking.push(scope.spawn(|| one(package)));
        }
        shrinking.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a thread panicked"))?).collect()
    })
}

/// Compiles a tool for minimum size.
fn compile(toolchain: &Toolchain, package: &Package) -> Result<()> {
    let manifest = package.folder.join("Cargo.toml").display().to_string();
    // One crate type, since cargo skips link-time optimisation if an `rlib` is made as well.
    let arguments =
        ["rustc", "--lib", "--crate-type", "cdylib", "-p", &package.name, "--manifest-path", &manifest];
    // A tool outside this workspace does not have the profiles, so they are passed as arguments.
    let profile = if is_outside(&package.folder)? { profile()? } else { Vec::new() };
    let profile = profile.iter().flat_map(|setting| ["--config", setting]);
    let arguments: Vec<&str> = arguments.into_iter().chain(profile).collect();
    cargo(toolchain, Kind::Small, &arguments)
}

fn is_outside(folder: &Path) -> Result<bool> {
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    Ok(!folder.starts_with(std::env::current_dir()?.canonicalize()?))
}

/// The settings of the profile for tools, as arguments of cargo.
fn profile() -> Result<Vec<String>> {
    let workspace: toml::Table = WORKSPACE.parse()?;
    let name = Kind::Small.profile();
    let profile = workspace["profile"][name].as_table().context("the workspace has a profile for guests")?;
    Ok(profile.iter().map(|(key, value)| format!("profile.{name}.{key}={value}")).collect())
}

fn build_examples(toolchain: &Toolchain, folder: &Path, out: PathBuf) -> Result<()> {
    let package = Package::open(folder)?;
    cargo(toolchain, Kind::Fast, &["build", "--examples", "-p", &package.name])?;
    for entry in std::fs::read_dir(folder.join("examples"))? {
        let source = entry?.path();
        let Some(name) = source.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let module = modules(Kind::Fast).join("examples").join(format!("{}.wasm", name.replace('-', "_")));
        let bytes = std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
        let component = componentize(&bytes, name)?;
        report(name, &component, write_if_changed(&out.join(format!("{name}.wasm")), &component)?);
    }
    Ok(())
}

fn build_module(toolchain: &Toolchain, folder: &Path, out: PathBuf) -> Result<()> {
    let package = Package::open(folder)?;
    let manifest = folder.join("Cargo.toml").display().to_string();
    let arguments = ["build", "--lib", "-p", &package.name, "--manifest-path", &manifest];
    cargo(toolchain, Kind::Fast, &arguments)?;
    let module = std::fs::read(modules(Kind::Fast).join(package.module()))?;
    let written = write_if_changed(&out.join(package.module()), &module)?;
    report(&package.name, &module, written);
    Ok(())
}

/// The target folder of guests.
const COMPILED: &str = "target/guest";
/// The file with the profiles of guests.
const WORKSPACE: &str = include_str!("../../../Cargo.toml");

fn modules(kind: Kind) -> PathBuf {
    Path::new(COMPILED).join(TARGET).join(kind.profile())
}

fn cargo(toolchain: &Toolchain, kind: Kind, arguments: &[&str]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // The lints of the host's tests do not apply to guests, which another compiler may build.
    command.env_remove("RUSTC_WORKSPACE_WRAPPER");
    command.args(arguments).args(["--profile", kind.profile(), "--target-dir", COMPILED]);
    toolchain.configure(&mut command, kind);
    let status = command.status().context("cannot run cargo")?;
    ensure!(status.success(), "a plugin was not built; see the compiler's message above");
    Ok(())
}

/// Wraps a core module, with the contract in its custom section, as a component.
fn componentize(module: &[u8], name: &str) -> Result<Vec<u8>> {
    let component = wit_component::ComponentEncoder::default()
        .validate(true)
        .module(module)
        .and_then(|mut encoder| encoder.encode())
        .with_context(|| format!("{name} is not a guest of the contract"))?;
    names::without_names(&component)
}

#[cfg(test)]
mod tests {
    use super::profile;

    #[test]
    fn the_profile_of_tools_is_passed_to_cargo() {
        let profile = profile().expect("the workspace has one");
        assert!(profile.contains(&"profile.guest.inherits=\"release\"".to_owned()), "{profile:?}");
    }
}
