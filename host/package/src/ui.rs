//! `ui/`: a module of its own for the tool's screen, built as modules of `web-plugins/` are.

use serde_json::Value;

use crate::archive::Archive;
use crate::layout::UI;
use crate::problem::{Found, Problem};
use crate::{Code, Limits, icon, json};

const MODULE: &str = "ui/mf-manifest.json";
const KINDS: [&str; 7] = ["js", "css", "json", "svg", "png", "webp", "woff2"];

pub(crate) fn check(archive: &Archive, limits: &Limits, found: &mut Found) {
    if !archive.names.iter().any(|name| name.starts_with(UI)) {
        return;
    }
    let bytes: u64 = archive.below(UI).map(|(_, file)| file.len() as u64).sum();
    if bytes > limits.ui_bytes {
        found.add(Problem::at(Code::UiTooLarge, UI).with("max_kb", limits.ui_bytes >> 10));
    }
    for name in archive.names.iter().filter(|name| name.starts_with(UI)) {
        let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
        if !KINDS.contains(&kind) {
            found.at(name, Code::UiFileKind);
        }
    }
    // Opened by itself, a picture is a page of the server's own address.
    for (name, file) in archive.below(UI).filter(|(name, _)| name.ends_with(".svg")) {
        icon::check(file, name, found);
    }
    let Some(module) = archive.get(MODULE) else {
        return found.at(MODULE, Code::UiEntryMissing);
    };
    let Some(module) = json::read::<Value>(module, MODULE, found) else { return };
    let remote = &module["metaData"]["remoteEntry"];
    let entry =
        remote["name"].as_str().map(|name| format!("{UI}{}{name}", remote["path"].as_str().unwrap_or("")));
    if !entry.is_some_and(|entry| archive.names.contains(&entry)) {
        found.at(MODULE, Code::UiEntryMissing);
    }
}
