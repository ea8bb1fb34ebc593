//! `sitewright plugin inspect`: shows a component or a package before installation.

use sitewright_engine::rules::{Rule, Scope, Severity};
use sitewright_engine::{Descriptor, Limits};
use sitewright_package::{Level, Program, Rules};

use super::check::Trust;
use super::fresh::Building;
use super::{accepted, folder, read, workshop};
use crate::catalogue::tools::{PermissionView, permissions};
use crate::cli::prelude::*;
use crate::cli::tool::show::{LimitsView, print_limits};

/// The magic number of packages, which components do not have.
const ARCHIVE: &[u8] = b"PK";

#[derive(Args)]
pub struct Inspect {
    /// The component, a .wasm file, or a package, or the folder of a plugin
    file: PathBuf,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    building: Building,
    /// Language of the report: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Inspected {
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<PackageView>,
    digest: String,
    size: usize,
    permissions: Vec<PermissionView>,
    resources: ResourcesView,
    limits: LimitsView,
    describe: Map<String, Value>,
    /// Of a rule pack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<RuleView>,
}

#[derive(Serialize)]
struct RuleView {
    id: String,
    severity: &'static str,
    scope: &'static str,
    title: String,
}

/// The fields of a package in addition to its component's.
#[derive(Serialize)]
struct PackageView {
    digest: String,
    size: usize,
    id: String,
    version: String,
    publisher: String,
    contract: String,
    level: Level,
    signed: bool,
    examples: usize,
    /// Name and size of each.
    files: Vec<(String, usize)>,
}

impl PackageView {
    fn of(package: &Package) -> Self {
        let manifest = &package.manifest;
        Self {
            digest: package.digest.clone(),
            size: package.bytes,
            id: manifest.id.clone(),
            version: manifest.version.clone(),
            publisher: manifest.publisher.clone(),
            contract: package.contract.clone(),
            level: package.level,
            signed: package.signer.is_some(),
            examples: package.examples.len(),
            files: package.files.iter().map(|(name, file)| (name.clone(), file.len())).collect(),
        }
    }
}

#[derive(Serialize)]
struct ResourcesView {
    initial_memory_bytes: u64,
    memories: u32,
    tables: u32,
}

#[derive(Serialize)]
struct Described<'a> {
    name: &'a str,
    summary: &'a str,
    input: &'a RawValue,
    output: &'a RawValue,
    example: &'a RawValue,
}

pub(super) async fn run(config: Config, inspect: Inspect) -> anyhow::Result<ExitCode> {
    let workshop = workshop(&config)?;
    let package = package(&workshop, &inspect).await?;
    let plugin = match &package {
        Some(package) => workshop.plugin(package.program()).await?,
        None => workshop.plugin(Program::Component(&read(&inspect.file, inspect.language)?)).await?,
    };
    let grants = package.as_ref().map(|package| Grants::from(&package.manifest)).unwrap_or_default();
    let package = package.as_ref().map(PackageView::of);
    let mut described = Vec::new();
    for locale in Locale::ALL {
        let descriptor = plugin.describe(locale.tag()).await?;
        Schema::of_input(&descriptor.input)?;
        Schema::of_output(&descriptor.output)?;
        described.push((locale, descriptor));
    }
    let rules = rules(&plugin, inspect.language).await?;
    if inspect.json {
        let may = permissions(&plugin, &grants, inspect.language);
        let inspected = Inspected { rules, ..inspected(package, &plugin, may, plugin.limits(), &described)? };
        println!("{}", serde_json::to_string_pretty(&inspected)?);
    } else {
        let page = Page(inspect.language);
        package.iter().for_each(|package| page.package(package));
        page.program(&plugin, &grants);
        page.limits(&plugin);
        described.iter().for_each(|(locale, descriptor)| page.described(*locale, descriptor));
        page.rules(&rules);
    }
    Ok(ExitCode::SUCCESS)
}

/// The package of a file or folder; `None` for a component.
async fn package(workshop: &Workshop, inspect: &Inspect) -> anyhow::Result<Option<Package>> {
    if inspect.file.is_dir() {
        return folder::open(workshop, &inspect.file, &inspect.building, inspect.language).await.map(Some);
    }
    let bytes = read(&inspect.file, inspect.language)?;
    if !bytes.starts_with(ARCHIVE) {
        return Ok(None);
    }
    // Inspecting a package requires no trust.
    let development = inspect.trust.trust.is_empty() || inspect.trust.development;
    let rules = Rules { development, ..inspect.trust.rules(inspect.language)? };
    accepted(Package::read(&bytes, &rules), inspect.language).map(Some)
}

fn inspected(
    package: Option<PackageView>,
    plugin: &Plugin,
    permissions: Vec<PermissionView>,
    limits: &Limits,
    described: &[(Locale, Descriptor)],
) -> anyhow::Result<Inspected> {
    let resources = plugin.resources();
    let mut describe = Map::new();
    for (locale, descriptor) in described {
        let Descriptor { name, summary, input, output, example } = descriptor;
        let [input, output, example] =
            [input, output, example].map(|json| serde_json::from_str::<&RawValue>(json));
        let view = Described { name, summary, input: input?, output: output?, example: example? };
        describe.insert(locale.tag().to_owned(), serde_json::to_value(view)?);
    }
    Ok(Inspected {
        package,
        digest: plugin.digest().to_owned(),
        size: plugin.size(),
        permissions,
        resources: ResourcesView {
            initial_memory_bytes: resources.initial_memory_bytes,
            memories: resources.memories,
            tables: resources.tables,
        },
        limits: limits.into(),
        describe,
        rules: Vec::new(),
    })
}

/// The rules of a pack, after a check that they are the same in both languages; none of a tool.
async fn rules(plugin: &Plugin, language: Locale) -> anyhow::Result<Vec<RuleView>> {
    if !plugin.is_rules() {
        return Ok(Vec::new());
    }
    let packs = plugin.describe_rules_in(Locale::ALL.map(Locale::tag)).await?;
    let pack = packs.into_iter().nth(language as usize);
    let view = |Rule { id, severity, scope, title, .. }| RuleView {
        id,
        severity: match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Notice => "notice",
        },
        scope: match scope {
            Scope::Page => "page",
            Scope::Site => "site",
        },
        title,
    };
    Ok(pack.into_iter().flat_map(|pack| pack.rules).map(view).collect())
}

/// Prints the report, in the reader's language.
struct Page(Locale);

impl Page {
    fn say(&self, key: &'static str) -> String {
        Text::key(key).say(self.0)
    }

    fn package(&self, package: &PackageView) {
        let head = Text::key("cli.inspect-head").with("id", package.id.as_str());
        let head = head.with("version", package.version.as_str());
        let head = head.with("publisher", package.publisher.as_str());
        println!("{}", head.with("contract", package.contract.as_str()).say(self.0));
        let whole = Text::key("cli.inspect-package").with("digest", package.digest.as_str());
        println!("{}", whole.with("size", kib(package.size)).say(self.0));
        let level = serde_json::to_value(package.level).unwrap_or_default();
        let signature = if package.signed { "cli.inspect-signed" } else { "cli.inspect-unsigned" };
        let line = Text::key("cli.inspect-level").with("level", level.as_str().unwrap_or_default());
        let line = line.with("signature", self.say(signature));
        println!("{}", line.with("examples", package.examples).say(self.0));
        for (name, bytes) in &package.files {
            println!("  {bytes:>9} {name}");
        }
        println!();
    }

    fn program(&self, plugin: &Plugin, grants: &Grants) {
        let kind = match (plugin.is_template(), plugin.is_rules()) {
            (true, true) => "cli.inspect-rules",
            (true, false) => "cli.inspect-template",
            (false, _) => "cli.inspect-component",
        };
        println!("{}\nsha256 {}\n{}", self.say(kind), plugin.digest(), kib(plugin.size()));
        println!("\n{}", self.say("cli.inspect-may"));
        if plugin.permissions().is_empty() {
            println!("  {}", self.say("cli.inspect-nothing"));
        }
        for permission in permissions(plugin, grants, self.0) {
            println!("  {:10} {}", permission.import, permission.title);
        }
    }

    fn limits(&self, plugin: &Plugin) {
        let start = usize::try_from(plugin.resources().initial_memory_bytes).unwrap_or(usize::MAX);
        println!("\n{}", Text::key("cli.inspect-limits").with("size", kib(start)).say(self.0));
        print_limits(plugin.limits(), self.0);
    }

    fn rules(&self, rules: &[RuleView]) {
        for RuleView { id, severity, scope, title } in rules {
            println!("  {id:40} {severity:8} {scope:5} {title}");
        }
    }

    fn described(&self, locale: Locale, descriptor: &Descriptor) {
        println!("\n{}: {}\n  {}", locale.tag(), descriptor.name, descriptor.summary);
        println!("  {}: {}", self.say("cli.inspect-fields"), fields(&descriptor.input).join(", "));
        println!("  {}: {}", self.say("cli.inspect-example"), descriptor.example);
    }
}

fn kib(bytes: usize) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}

fn fields(schema: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|of| of == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, _)| if required(name) { format!("{name}*") } else { name.clone() }).collect()
}
