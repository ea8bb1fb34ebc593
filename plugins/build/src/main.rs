//! Compiles plugin folders to WebAssembly components and lays them out for the host.
//!
//!     sitewright-plugin-build                      every tool of plugins/ into target/bundle/plugins
//!     sitewright-plugin-build plugins/my-tool      only this one
//!     sitewright-plugin-build --examples FOLDER    each example of a crate, into target/guests
//!     sitewright-plugin-build --module FOLDER      a crate as a plain core module, no component

mod names;
mod package;
mod shrink;
mod size;
mod toolchain;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Parser;

use package::{Package, write_if_changed};
use toolchain::Toolchain;

/// The profile of tools: a catalogue of them is small, and a run waits for other things than its tool.
const SMALL: &str = "guest";
/// The profile of guests whose speed is measured.
const FAST: &str = "guest-fast";

#[derive(Parser)]
#[command(about = "Compiles plugin folders into components of the bundle")]
struct Arguments {
    /// Tools to build; all of plugins/ when none is named.
    folders: Vec<PathBuf>,
    /// A crate whose `examples/*.rs` are guests of their own (for tests and benchmarks).
    #[arg(long)]
    examples: Option<PathBuf>,
    /// A crate outside this workspace that stays a core module (another runtime's guest).
    #[arg(long, conflicts_with = "examples")]
    module: Option<PathBuf>,
    /// Where the result goes.
    #[arg(long)]
    out: Option<PathBuf>,
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
    build_tools(&toolchain, &arguments.folders, out(&arguments, "target/bundle/plugins"))
}

fn out(arguments: &Arguments, default: &str) -> PathBuf {
    arguments.out.clone().unwrap_or_else(|| PathBuf::from(default))
}

fn build_tools(toolchain: &Toolchain, folders: &[PathBuf], out: PathBuf) -> Result<()> {
    let packages = if folders.is_empty() {
        Package::all(Path::new("plugins"))?
    } else {
        folders.iter().map(|folder| Package::open(folder)).collect::<Result<_>>()?
    };
    ensure!(!packages.is_empty(), "plugins/ holds no folder with a plugin.toml");
    let components = components(toolchain, &packages)?;
    for (package, component) in packages.iter().zip(&components) {
        place(package, component, &out.join(&package.name))?;
    }
    if folders.is_empty() {
        let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
        remove_stale(&out, &names)?;
    }
    // After all are placed, so that every size is told.
    if toolchain.is_small() {
        packages
            .iter()
            .zip(&components)
            .try_for_each(|(package, component)| size::check(&package.name, component))?;
    }
    Ok(())
}

/// The components of tools. While one is compiled, those before it are shrunk: both take their time.
fn components(toolchain: &Toolchain, packages: &[Package]) -> Result<Vec<Vec<u8>>> {
    let one = |package: &Package| {
        let shrunk = shrink::shrink(&modules(toolchain, SMALL).join(package.module()))?;
        componentize(&shrunk, &package.name)
    };
    std::thread::scope(|scope| {
        let mut shrinking = Vec::new();
        for package in packages {
            // One crate type, since cargo leaves link-time optimisation out where an `rlib` is made as well.
            cargo(toolchain, SMALL, &["rustc", "--lib", "--crate-type", "cdylib", "-p", &package.name])?;
            shrinking.push(scope.spawn(move || one(package)));
        }
        shrinking
            .into_iter()
            .map(|thread| thread.join().map_err(|_| anyhow!("a thread broke down"))?)
            .collect()
    })
}

fn build_examples(toolchain: &Toolchain, folder: &Path, out: PathBuf) -> Result<()> {
    let package = Package::open(folder)?;
    cargo(toolchain, FAST, &["build", "--examples", "-p", &package.name])?;
    for entry in std::fs::read_dir(folder.join("examples"))? {
        let source = entry?.path();
        let Some(name) = source.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let module =
            modules(toolchain, FAST).join("examples").join(format!("{}.wasm", name.replace('-', "_")));
        let bytes = std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
        let component = componentize(&bytes, name)?;
        report(name, &component, write_if_changed(&out.join(format!("{name}.wasm")), &component)?);
    }
    Ok(())
}

fn build_module(toolchain: &Toolchain, folder: &Path, out: PathBuf) -> Result<()> {
    let package = Package::open(folder)?;
    let manifest = folder.join("Cargo.toml").display().to_string();
    cargo(toolchain, FAST, &["build", "--lib", "-p", &package.name, "--manifest-path", &manifest])?;
    let module = std::fs::read(modules(toolchain, FAST).join(package.module()))?;
    let written = write_if_changed(&out.join(package.module()), &module)?;
    report(&package.name, &module, written);
    Ok(())
}

/// Where cargo compiles guests.
const COMPILED: &str = "target/guest";

fn modules(toolchain: &Toolchain, profile: &str) -> PathBuf {
    Path::new(COMPILED).join(toolchain.target(profile == SMALL)).join(profile)
}

fn cargo(toolchain: &Toolchain, profile: &str, arguments: &[&str]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).args(["--profile", profile, "--target-dir", COMPILED]);
    toolchain.configure(&mut command, Path::new(COMPILED), profile == SMALL)?;
    let status = command.status().context("cannot run cargo")?;
    if !status.success() {
        bail!("a plugin did not compile; the compiler's message stands above");
    }
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

fn place(package: &Package, component: &[u8], out: &Path) -> Result<()> {
    let written = write_if_changed(&out.join("component.wasm"), component)?;
    for name in ["plugin.toml", "icon.svg"] {
        let source = package.folder.join(name);
        if source.exists() {
            write_if_changed(&out.join(name), &std::fs::read(source)?)?;
        }
    }
    report(&package.name, component, written);
    Ok(())
}

fn report(name: &str, component: &[u8], written: bool) {
    let state = if written { "built" } else { "unchanged" };
    println!("{name:24} {:>5} KB  {state}", component.len().div_ceil(1024));
}

/// A tool whose folder is gone leaves the bundle as well.
fn remove_stale(out: &Path, names: &[&str]) -> Result<()> {
    let kept: HashSet<&str> = names.iter().copied().collect();
    for entry in std::fs::read_dir(out)? {
        let entry = entry?;
        if !kept.contains(entry.file_name().to_string_lossy().as_ref()) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
