//! `ui/`: the tool's own user interface: a page, or a module built like those in `web-plugins/`.

use serde_json::Value;

use crate::archive::Archive;
use crate::layout::UI;
use crate::{Code, Limits, Problem, Problems, icon, json, page};

const MODULE: &str = "ui/mf-manifest.json";
const KINDS: [&str; 7] = ["js", "css", "json", "svg", "png", "webp", "woff2"];

/// `module` is the value in `plugin.toml`.
pub(crate) fn check(archive: &Archive, module: Option<&str>, limits: &Limits, found: &mut Problems) {
    let is_page = module == Some(page::PAGE);
    if is_page {
        page::check(archive, found);
    }
    if !archive.names.iter().any(|name| name.starts_with(UI)) {
        return;
    }
    let bytes: u64 = archive.below(UI).map(|(_, file)| file.len() as u64).sum();
    if bytes > limits.ui_bytes {
        found.add(Problem::at(Code::UiTooLarge, UI).with("max_kb", limits.ui_bytes >> 10));
    }
    for name in archive.names.iter().filter(|name| name.starts_with(UI)) {
        let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
        let is_fit = KINDS.contains(&kind) || (is_page && kind == "html");
        if !is_fit {
            found.at(name, Code::UiFileKind);
        }
    }
    // Opened directly, a picture is a page of the server's own origin.
    for (name, file) in archive.below(UI).filter(|(name, _)| name.ends_with(".svg")) {
        icon::check(file, name, found);
    }
    if !is_page {
        check_module(archive, found);
    }
}

fn check_module(archive: &Archive, found: &mut Problems) {
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
