//! `sitewright plugin inspect`: what a component or a package is and may do, before anybody installs it.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};
use sitewright_engine::{Descriptor, Limits, Plugin};
use sitewright_package::{Level, Package, Problem, Program, Rules};

use super::{check::Trust, folder, read, tell, workshop};
use crate::{
    config::Config,
    locale::Locale,
    tools::{Grants, PermissionView, Schema, Workshop, permissions},
};

/// How every package begins, and no component.
const ARCHIVE: &[u8] = b"PK";

#[derive(Args)]
pub struct Inspect {
    /// The component, a .wasm file, or a package, or the folder of a plugin
    file: PathBuf,
    #[command(flatten)]
    trust: Trust,
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
}

/// What a package says beside its component.
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
struct LimitsView {
    memory_bytes: usize,
    cpu_ms: u128,
    wall_ms: u128,
    host_call_bytes: usize,
    host_calls: u64,
    output_bytes: usize,
    handles: usize,
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
    let package = match package(&workshop, &inspect).await? {
        Ok(package) => package,
        Err(problems) => return Ok(tell(&problems, Locale::En)),
    };
    let plugin = match &package {
        Some(package) => workshop.plugin(package.program()).await?,
        None => workshop.plugin(Program::Component(&read(&inspect.file)?)).await?,
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
    if inspect.json {
        let may = permissions(&plugin, &grants, Locale::En);
        let inspected = inspected(package, &plugin, may, plugin.limits(), &described)?;
        println!("{}", serde_json::to_string_pretty(&inspected)?);
    } else {
        package.iter().for_each(print_package);
        print(&plugin, &grants, plugin.limits(), &described);
    }
    Ok(ExitCode::SUCCESS)
}

/// The package that the file or folder is; none for a component.
async fn package(
    workshop: &Workshop,
    inspect: &Inspect,
) -> anyhow::Result<Result<Option<Package>, Vec<Problem>>> {
    if inspect.file.is_dir() {
        return Ok(folder::package(workshop, &inspect.file).await?.map(|(_, package)| Some(package)));
    }
    let bytes = read(&inspect.file)?;
    if !bytes.starts_with(ARCHIVE) {
        return Ok(Ok(None));
    }
    // To look at a package is no reason to trust it.
    let development = inspect.trust.trust.is_empty() || inspect.trust.development;
    let rules = Rules { development, ..inspect.trust.rules()? };
    Ok(Package::read(&bytes, &rules).map(Some))
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
        limits: LimitsView {
            memory_bytes: limits.memory_bytes,
            cpu_ms: limits.cpu.as_millis(),
            wall_ms: limits.wall.as_millis(),
            host_call_bytes: limits.host_call_bytes,
            host_calls: limits.host_calls,
            output_bytes: limits.output_bytes,
            handles: limits.handles,
        },
        describe,
    })
}

fn print_package(package: &PackageView) {
    let PackageView { digest, size, id, version, publisher, contract, level, signed, examples, files } =
        package;
    println!("{id} {version} by {publisher}, contract {contract}");
    println!("package sha256 {digest}, {} KiB", size.div_ceil(1024));
    let level = serde_json::to_value(level).unwrap_or_default();
    let signature = if *signed { "signed by the publisher" } else { "not signed by anybody known" };
    println!("level {}, {signature}, {examples} examples", level.as_str().unwrap_or_default());
    for (name, bytes) in files {
        println!("  {bytes:>9} {name}");
    }
    println!();
}

fn print(plugin: &Plugin, grants: &Grants, limits: &Limits, described: &[(Locale, Descriptor)]) {
    println!("{}", if plugin.is_template() { "The template:" } else { "The component:" });
    let kib = |bytes: usize| format!("{} KiB", bytes.div_ceil(1024));
    println!("sha256 {}\nsize   {}", plugin.digest(), kib(plugin.size()));
    println!("\nIt may:");
    if plugin.permissions().is_empty() {
        println!("  nothing but compute");
    }
    for permission in permissions(plugin, grants, Locale::En) {
        println!("  {:10} {}", permission.import, permission.title);
    }
    let start = usize::try_from(plugin.resources().initial_memory_bytes).unwrap_or(usize::MAX);
    println!("\nOf each run it takes {} of memory at the start. A run may use at most:", kib(start));
    println!("  memory     {}", kib(limits.memory_bytes));
    println!("  computing  {:?}", limits.cpu);
    println!("  time       {:?}, waiting included", limits.wall);
    println!("  calls      {} to the host, with {} at once", limits.host_calls, kib(limits.host_call_bytes));
    println!("  result     {}", kib(limits.output_bytes));
    for (locale, descriptor) in described {
        println!("\nIn {}: {}\n  {}", locale.tag(), descriptor.name, descriptor.summary);
        println!("  fields: {}", fields(&descriptor.input).join(", "));
        println!("  example: {}", descriptor.example);
    }
}

fn fields(schema: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|of| of == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, _)| if required(name) { format!("{name}*") } else { name.clone() }).collect()
}
