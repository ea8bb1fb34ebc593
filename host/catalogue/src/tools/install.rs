//! Installs the plugins of the bundle: manifest, component, descriptions, schemas. Each is checked; a plugin that
//! fails is logged with the reason and left out.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use futures::stream::{self, StreamExt as _};
use sitewright_engine::{Compiler, Descriptor, Limits, Plugin, Settings};
use sitewright_package::{Manifest, Problem, Program, RulePack, Template, digest};

use super::code::{Code, Fetch, Stored};
use super::described::{Bring, Described, DescribedText, Descriptions};
use super::schema::Schema;
use super::tool::{Name, Parts, Tool};
use super::view::ToolUi;
use super::warm::Warm;
use super::{Installed, Pace, Workshop};
use crate::platform::bundle::Bundle;
use crate::platform::model::Connected;
use crate::platform::prelude::*;
use crate::platform::{error, program};

/// The command by which this program compiles a component.
pub const COMPILE: &str = "compile-component";

/// The icon of a plugin without one: an empty frame.
const NO_ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2"><rect x="4" y="4" width="16" height="16" rx="2"/></svg>"#;
const TEMPLATE: &str = "template.toml";
const RULES: &str = "rules.toml";
const COMPONENT: &str = "component.wasm";
const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// The engine settings from the configuration.
pub fn engine_settings(config: &Config) -> Settings {
    let mut settings = Settings::new(config.cache());
    settings.guest_threads = config.guest_threads;
    settings.max_instances = config.max_instances;
    settings.compiler = Some(Compiler::new(program::file(), &[COMPILE]));
    settings.limits = Limits {
        memory_bytes: config.plugin_memory_bytes,
        cpu: config.plugin_cpu,
        wall: config.plugin_wall,
        host_call_bytes: config.plugin_host_call_bytes,
        host_calls: config.plugin_host_calls,
        output_bytes: config.plugin_output_bytes,
        handles: config.plugin_handles,
        quarantine_traps: config.quarantine_traps,
        quarantine_callers: config.quarantine_accounts,
        quarantine_window: config.quarantine_window,
        quarantine_pause: config.quarantine_pause,
        ..Limits::default()
    };
    settings
}

/// Every installable plugin of the bundle, by id. They are installed concurrently: compiling takes a second each,
/// once.
pub(super) async fn all(
    workshop: &Workshop,
    bundle: &Bundle,
    connected: &Connected,
    pace: Pace<'_>,
) -> Installed {
    let started = Instant::now();
    let ids = bundle.names("plugins");
    let of = ids.len();
    if let Pace::Now(progress) = pace {
        progress.expect(of);
    }
    let installed = ids.into_iter().map(|id| async {
        let tool = match pace {
            Pace::Lazily => one_lazily(workshop, bundle, &id, connected).await,
            Pace::Now(progress) => {
                let tool = one(workshop, bundle, &id, connected).await;
                progress.advance();
                tool
            }
        };
        (tool, id)
    });
    // More at once would end at the same time, and the progress would not be seen.
    let at_once = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let mut installed = stream::iter(installed).buffer_unordered(at_once);
    let mut all = Installed::default();
    while let Some((tool, id)) = installed.next().await {
        match tool {
            Ok(tool) => drop(all.tools.insert(tool.id.clone(), Arc::new(tool))),
            Err(error) => {
                let why = format!("{error:#}");
                tracing::error!(plugin = %id, why, "a plugin cannot be installed and is left out");
                all.refused.push((id, why));
            }
        }
    }
    if matches!(pace, Pace::Now(_)) {
        let ms = started.elapsed().as_millis() as u64;
        tracing::info!(installed = all.tools.len(), of, ms, "plugins installed");
    }
    all
}

/// A tool whose names are in files next to its program. If there are none, the component is run.
async fn one_lazily(
    workshop: &Workshop,
    bundle: &Bundle,
    folder: &str,
    connected: &Connected,
) -> anyhow::Result<Tool> {
    let Some(names) = names_in(bundle, folder) else { return one(workshop, bundle, folder, connected).await };
    let file = |name: &str| bundle.read(&format!("plugins/{folder}/{name}"));
    let manifest = file("plugin.toml").context("plugin.toml is missing")?;
    let manifest = manifest_of(std::str::from_utf8(&manifest).context("plugin.toml")?, folder)?;
    let data = [TEMPLATE, RULES].into_iter().find(|name| file(name).is_some());
    let path = format!("plugins/{folder}/{}", data.unwrap_or(COMPONENT));
    let program = bundle.read(&path).with_context(|| format!("{path} is missing"))?;
    let stored = Stored { is_data: data.is_some(), digest: digest(&program), size: program.len() };
    let fetch: Fetch = {
        let bundle = bundle.clone();
        Arc::new(move || {
            let program = bundle.read(&path).context("it is not in the bundle any more");
            let source = program.and_then(|program| match data {
                Some(name) => source_of(name, &program).map(String::into_bytes),
                None => Ok(program.into_owned()),
            });
            Box::pin(async { source })
        })
    };
    let code = Code::lazy(workshop, stored, manifest.permitted().to_vec(), fetch);
    let bring: Bring = {
        let (code, icon) = (code.clone(), icon(bundle, folder));
        Arc::new(move || {
            let (code, icon) = (code.clone(), icon.clone());
            Box::pin(async move {
                let plugin = code.plugin().await.map_err(error::Problem::internal)?;
                Ok(described(&plugin, icon).await.map_err(error::Problem::internal)?.0)
            })
        })
    };
    let described = Descriptions::Stored { warm: workshop.warm().clone(), package: folder.to_owned(), bring };
    let ui = ui(bundle, manifest.module.clone());
    made(ui, connected, Parts { manifest, package: None, code, names, development: None }, described)
}

/// The input of the component for templates or for rules, from the file of this name.
fn source_of(name: &'static str, data: &[u8]) -> anyhow::Result<String> {
    let data = std::str::from_utf8(data).context(name)?;
    let source = match name {
        RULES => RulePack::read(data).map(|rules| rules.source().to_owned()),
        _ => Template::read(data).map(|template| template.source().to_owned()),
    };
    source.map_err(|problems| manifest_error(&problems))
}

/// The names of a plugin from its template or its texts.
fn names_in(bundle: &Bundle, folder: &str) -> Option<[Name; 2]> {
    let table = |name: &str| -> Option<toml::Table> {
        let file = bundle.read(&format!("plugins/{folder}/{name}"))?;
        std::str::from_utf8(&file).ok()?.parse().ok()
    };
    let text = |value: Option<&toml::Value>| value?.as_str().map(str::to_owned);
    let [english, polish] = Locale::ALL.map(|locale| {
        if let Some(template) = table(TEMPLATE).or_else(|| table(RULES)) {
            let said = |key: &str| text(template.get(key)?.get(locale.tag()));
            return Some(Name { name: said("name")?, summary: said("summary")? });
        }
        let texts = table(&format!("texts/{}.toml", locale.tag()))?;
        Some(Name { name: text(texts.get("name"))?, summary: text(texts.get("summary"))? })
    });
    Some([english?, polish?])
}

fn icon(bundle: &Bundle, folder: &str) -> Bytes {
    let icon = bundle.read(&format!("plugins/{folder}/icon.svg"));
    icon.map_or_else(|| Bytes::from_static(NO_ICON.as_bytes()), |icon| Bytes::from(icon.into_owned()))
}

async fn one(
    workshop: &Workshop,
    bundle: &Bundle,
    folder: &str,
    connected: &Connected,
) -> anyhow::Result<Tool> {
    let file = |name: &str| bundle.read(&format!("plugins/{folder}/{name}"));
    let manifest = file("plugin.toml").context("plugin.toml is missing")?;
    let manifest = manifest_of(std::str::from_utf8(&manifest).context("plugin.toml")?, folder)?;
    let data = [TEMPLATE, RULES].into_iter().find_map(|name| Some((name, file(name)?)));
    let plugin = match data {
        Some((name, data)) => workshop.own_plugin(Program::of_data(&source_of(name, &data)?)).await?,
        None => {
            let component = file(COMPONENT).context("component.wasm is missing")?;
            workshop.own_plugin(Program::Component(&component)).await.context("component.wasm")?
        }
    };
    let beyond = plugin.permissions().iter().find(|used| !manifest.permitted().contains(used));
    if let Some(permission) = beyond {
        anyhow::bail!("the component imports `{}`, which plugin.toml does not request", permission.name());
    }
    let (described, names) = described(&plugin, icon(bundle, folder)).await?;
    let described = Descriptions::Here(Arc::new(described));
    let ui = ui(bundle, manifest.module.clone());
    made(
        ui,
        connected,
        Parts { manifest, package: None, code: Code::ready(plugin), names, development: None },
        described,
    )
}

/// The descriptions of a plugin, checked for the first time.
async fn described(plugin: &Plugin, icon: Bytes) -> anyhow::Result<(Described, [Name; 2])> {
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
    Ok((Described::new([checked(Locale::En, english)?, checked(Locale::Pl, polish)?], icon), names))
}

/// Makes a tool of an installed package, which was checked already. `connected`: whether there is a language model.
pub(super) fn stored(
    ui: ToolUi,
    connected: &Connected,
    parts: Parts,
    warm: &Warm,
    bring: Bring,
) -> anyhow::Result<Tool> {
    let package = parts.package.clone().context("a package has a digest")?;
    made(ui, connected, parts, Descriptions::Stored { warm: warm.clone(), package, bring })
}

fn made(ui: ToolUi, connected: &Connected, parts: Parts, described: Descriptions) -> anyhow::Result<Tool> {
    Tool::new(parts, &ui, connected.clone(), described)
}

/// Checks a new description.
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
    let mut text = DescribedText { input, output, example: described.example };
    text.name_language(locale);
    Ok(text)
}

/// Parses a manifest, or reports all of its errors.
fn manifest_of(text: &str, folder: &str) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(text).map_err(|problems| manifest_error(&problems))?;
    let id = &manifest.id;
    ensure!(id == folder, "plugin.toml: the id {id:?} is not the name of its folder, {folder:?}");
    Ok(manifest)
}

fn manifest_error(problems: &[Problem]) -> anyhow::Error {
    let line = |problem: &Problem| {
        format!("{}: {}", problem.place, Locale::En.say(problem.code.as_str(), &problem.params))
    };
    anyhow::anyhow!(problems.iter().map(line).collect::<Vec<_>>().join(" "))
}

/// Reads a module's entry and SDK version from its manifest.
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
    fn errors_of_a_manifest_are_reported() {
        assert_eq!(refusal("text", "text"), "");
        assert!(refusal("text-summary", "Text_Summary").contains("plugin.toml: id: An ID has lower-case"));
        assert!(refusal("text-summary", "other").contains("name of its folder"));
        assert!(refusal("0.1.0", "1").contains("1.2.3"));
        assert!(refusal("\"content\"", "\"misc\"").contains("social"));
        assert!(refusal("form", "../x").contains("ui.module"));
        let both = refusal("words = 100", "wards = 1");
        assert!(both.contains("plugin.toml: words: ") && both.contains("plugin.toml: wards: "), "{both}");
    }
}
