//! Places the build output where the host finds it.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result};

use crate::package::{Package, write_if_changed};

/// Places a tool below `out`; a component that is not a tool is placed beside the tools.
pub fn place(package: &Package, component: &[u8], out: &Path) -> Result<()> {
    let is_tool = package.folder.join("plugin.toml").exists();
    let path = match out.parent() {
        Some(above) if !is_tool => above.join(&package.name).with_extension("wasm"),
        _ => out.join(&package.name).join("component.wasm"),
    };
    let written = write_if_changed(&path, component)?;
    if is_tool {
        let tool = out.join(&package.name);
        copy(&package.folder, &["plugin.toml", "icon.svg"], &tool)?;
        // A host uses these to name a tool before it compiles the component.
        copy(&package.folder, &["texts/en.toml", "texts/pl.toml"], &tool.join("texts"))?;
    }
    report(&package.name, component, written);
    Ok(())
}

/// Places a tool that needs no compiler; returns its name.
pub fn place_template(folder: &Path, out: &Path) -> Result<String> {
    let name = folder.file_name().and_then(|name| name.to_str()).context("a template's folder has a name")?;
    copy(folder, &["template.toml", "rules.toml", "plugin.toml", "icon.svg"], &out.join(name))?;
    Ok(name.to_owned())
}

fn copy(folder: &Path, names: &[&str], out: &Path) -> Result<()> {
    for source in names.iter().map(|name| folder.join(name)).filter(|source| source.exists()) {
        let name = source.file_name().unwrap_or_default();
        write_if_changed(&out.join(name), &std::fs::read(&source)?)?;
    }
    Ok(())
}

pub fn report(name: &str, component: &[u8], written: bool) {
    let state = if written { "built" } else { "unchanged" };
    println!("{name:24} {:>5} KB  {state}", component.len().div_ceil(1024));
}

/// Removes tools whose folder no longer exists from the bundle.
pub fn remove_stale(out: &Path, names: &[String]) -> Result<()> {
    let kept: HashSet<&str> = names.iter().map(String::as_str).collect();
    for entry in std::fs::read_dir(out)? {
        let entry = entry?;
        if !kept.contains(entry.file_name().to_string_lossy().as_ref()) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
