//! Installs the plugins of the bundle: manifest, component, descriptions, schemas. Each is checked; what fails is
//! logged with its reason and left out.

use std::{sync::Arc, time::Instant};

use anyhow::{Context as _, ensure};
use axum::body::Bytes;
use futures::future::join_all;
use serde::Deserialize;
use serde_json::Value;
use sitewright_engine::{Descriptor, Limits, Settings};
use sitewright_package::{Manifest, Problem, Program, Template};

use super::{
    Installed, Workshop,
    code::Code,
    described::{Bring, Described, DescribedText, Descriptions},
    grants::Grants,
    schema::Schema,
    tool::{Tool, ToolFacts, ToolText},
    view::{NeedsModel, ToolUi},
    warm::Warm,
};
use crate::{bundle::Bundle, config::Config, locale::Locale};

/// Shown where a plugin brings no icon: an empty frame.
const NO_ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2"><rect x="4" y="4" width="16" height="16" rx="2"/></svg>"#;
const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// What the settings say about the engine.
pub fn engine_settings(config: &Config) -> Settings {
    let mut settings = Settings::new(config.cache());
    settings.guest_threads = config.guest_threads;
    settings.max_instances = config.max_instances;
    settings.limits = Limits {
        memory_bytes: config.plugin_memory_bytes,
        cpu: config.plugin_cpu,
        wall: config.plugin_wall,
        host_call_bytes: config.plugin_host_call_bytes,
        host_calls: config.plugin_host_calls,
        output_bytes: config.plugin_output_bytes,
        handles: config.plugin_handles,
        quarantine_traps: config.quarantine_traps,
        quarantine_window: config.quarantine_window,
        ..Limits::default()
    };
    settings
}

/// Every plugin of the bundle that can be installed, by id. They are installed at the same time: compiling takes a
/// second each, once.
pub(super) async fn all(workshop: &Workshop, bundle: &Bundle, connected: bool) -> Installed {
    let started = Instant::now();
    let ids = bundle.names("plugins");
    let installed =
        join_all(ids.iter().map(|id| async move { (id, one(workshop, bundle, id, connected).await) })).await;
    let mut all = Installed::default();
    for (id, tool) in installed {
        match tool {
            Ok(tool) => drop(all.tools.insert(tool.id.clone(), Arc::new(tool))),
            Err(error) => {
                let why = format!("{error:#}");
                tracing::error!(plugin = %id, why, "a plugin cannot be installed and is left out");
                all.refused.push((id.clone(), why));
            }
        }
    }
    tracing::info!(
        installed = all.tools.len(),
        of = ids.len(),
        ms = started.elapsed().as_millis() as u64,
        "plugins installed"
    );
    all
}

async fn one(workshop: &Workshop, bundle: &Bundle, folder: &str, connected: bool) -> anyhow::Result<Tool> {
    let file = |name: &str| bundle.read(&format!("plugins/{folder}/{name}"));
    let manifest = file("plugin.toml").context("plugin.toml is missing")?;
    let manifest = manifest_of(std::str::from_utf8(&manifest).context("plugin.toml")?, folder)?;
    let plugin = match file("template.toml") {
        Some(template) => {
            let template = std::str::from_utf8(&template).context("template.toml")?;
            let template = Template::read(template).map_err(|problems| told(&problems))?;
            workshop.plugin(Program::Template(template.source())).await?
        }
        None => {
            let component = file("component.wasm").context("component.wasm is missing")?;
            workshop.plugin(Program::Component(&component)).await.context("component.wasm")?
        }
    };
    let beyond = plugin.permissions().iter().find(|used| !manifest.permitted().contains(used));
    if let Some(permission) = beyond {
        anyhow::bail!("the component imports `{}`, which plugin.toml does not ask for", permission.name());
    }
    let icon = file("icon.svg")
        .map_or_else(|| Bytes::from_static(NO_ICON.as_bytes()), |icon| Bytes::from(icon.into_owned()));
    let mut descriptors = Vec::with_capacity(Locale::ALL.len());
    for locale in Locale::ALL {
        let described = plugin.describe(locale.tag()).await;
        descriptors.push(described.with_context(|| format!("describe({:?})", locale.tag()))?);
    }
    let mut descriptors = descriptors.into_iter();
    let [Some(english), Some(polish)] = [descriptors.next(), descriptors.next()] else {
        anyhow::bail!("a description is missing");
    };
    let names =
        [&english, &polish].map(|text| Name { name: text.name.clone(), summary: text.summary.clone() });
    let described = Described::new([checked(Locale::En, english)?, checked(Locale::Pl, polish)?], icon);
    let described = Descriptions::Here(Arc::new(described));
    let ui = ui(bundle, manifest.module.clone());
    made(ui, connected, Parts { manifest, package: None, code: Code::ready(plugin), names }, described)
}

/// What a tool is made of, wherever it comes from.
pub struct Parts {
    pub manifest: Manifest,
    /// Digest of the package that it came in.
    pub package: Option<String>,
    pub code: Code,
    /// By `Locale as usize`.
    pub names: [Name; 2],
}

/// How a tool is called, in one language.
#[derive(Debug, Deserialize)]
pub struct Name {
    pub name: String,
    pub summary: String,
}

/// Puts a tool together that came in a package: it was looked at when it was let in. `connected`: whether a language
/// model is.
pub(super) fn stored(
    ui: ToolUi,
    connected: bool,
    parts: Parts,
    warm: &Warm,
    bring: Bring,
) -> anyhow::Result<Tool> {
    let package = parts.package.clone().context("a package has a digest")?;
    made(ui, connected, parts, Descriptions::Stored { warm: warm.clone(), package, bring })
}

fn made(ui: ToolUi, connected: bool, parts: Parts, described: Descriptions) -> anyhow::Result<Tool> {
    let Parts { manifest, package, code, names } = parts;
    let needs_model = if connected { NeedsModel::Never } else { manifest.needs_model.into() };
    let grants = Arc::new(Grants::from(&manifest));
    let Manifest { id, version, publisher, category, words, search, .. } = manifest;
    let facts =
        ToolFacts { id, version, publisher, category, words, search, needs_model, ui, package, code, grants };
    let [english, polish] = names;
    let text = |locale, Name { name, summary }| facts.text(locale, name, summary);
    let texts: [ToolText; 2] = [text(Locale::En, english)?, text(Locale::Pl, polish)?];
    Ok(Tool::new(facts, described, texts))
}

/// A description that nobody has looked at before.
fn checked(locale: Locale, described: Descriptor) -> anyhow::Result<DescribedText> {
    let checked = || {
        let name = described.name.trim().chars().count();
        ensure!(
            (1..=NAME_CHARS).contains(&name),
            "a name has 1 to {NAME_CHARS} characters, this one has {name}"
        );
        ensure!(
            described.summary.chars().count() <= SUMMARY_CHARS,
            "a summary has {SUMMARY_CHARS} characters at most"
        );
        let input = Schema::of_input(&described.input)?;
        let output = Schema::of_output(&described.output)?;
        super::input::prepare(&input, serde_json::from_str(&described.example)?).map_err(|problem| {
            let fields: Vec<_> = problem.errors().keys().cloned().collect();
            anyhow::anyhow!("the example does not satisfy the input schema: {}", fields.join(", "))
        })?;
        anyhow::Ok((input, output))
    };
    let (input, output) = checked().with_context(|| format!("describe({:?})", locale.tag()))?;
    Ok(DescribedText { input, output, example: described.example })
}

/// Reads a manifest, or says everything that is wrong with it.
fn manifest_of(text: &str, folder: &str) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(text).map_err(|problems| told(&problems))?;
    let id = &manifest.id;
    ensure!(id == folder, "plugin.toml: the id {id:?} is not the name of its folder, {folder:?}");
    Ok(manifest)
}

fn told(problems: &[Problem]) -> anyhow::Error {
    let told = |problem: &Problem| {
        format!("{}: {}", problem.place, Locale::En.say(problem.code.as_str(), &problem.params))
    };
    anyhow::anyhow!(problems.iter().map(told).collect::<Vec<_>>().join(" "))
}

/// Reads from the module's own manifest where it begins and which SDK it was built with.
pub(super) fn ui(bundle: &Bundle, module: String) -> ToolUi {
    let manifest = bundle.read(&format!("modules/{module}/mf-manifest.json"));
    let manifest: Value = manifest.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
    if manifest.is_null() {
        tracing::warn!(
            module,
            "the UI module is not in the bundle; its tools work by API and command line only"
        );
    }
    let remote = &manifest["metaData"]["remoteEntry"];
    let (path, name) =
        (remote["path"].as_str().unwrap_or(""), remote["name"].as_str().unwrap_or("mf-manifest.json"));
    let shared = manifest["shared"].as_array().into_iter().flatten();
    let sdk = shared
        .filter(|shared| shared["name"] == "@sitewright/sdk")
        .find_map(|shared| shared["version"].as_str());
    ToolUi {
        entry: format!("/modules/{module}/{path}{name}"),
        sdk: sdk.unwrap_or("1.0.0").to_owned(),
        module,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(from: &str, to: &str) -> String {
        let text = "id = \"text-summary\"\nversion = \"0.1.0\"\npublisher = \"sitewright\"
            category = \"content\"\nwords = 100\nui = { module = \"form\" }";
        assert!(text.contains(from), "{from}");
        let manifest = manifest_of(&text.replace(from, to), "text-summary");
        manifest.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_manifest_says_what_is_wrong_with_it() {
        assert_eq!(refusal("text", "text"), "");
        assert!(refusal("text-summary", "Text_Summary").contains("plugin.toml: id: An id has lower-case"));
        assert!(refusal("text-summary", "other").contains("name of its folder"));
        assert!(refusal("0.1.0", "1").contains("1.2.3"));
        assert!(refusal("\"content\"", "\"misc\"").contains("social"));
        assert!(refusal("form", "../x").contains("ui.module"));
        let both = refusal("words = 100", "wards = 1");
        assert!(both.contains("plugin.toml: words: ") && both.contains("plugin.toml: wards: "), "{both}");
    }
}
