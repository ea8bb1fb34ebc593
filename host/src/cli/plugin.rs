//! `sitewright plugin …`: what a component is and may do, before anybody installs it.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};
use sitewright_engine::{Descriptor, Engine, Limits, Plugin};

use crate::{
    config::Config,
    locale::Locale,
    tools::{PermissionView, Schema, engine_settings, permissions},
};

#[derive(Subcommand)]
pub(super) enum Command {
    /// Show what a component may do, its size, its limits and how it describes itself
    Inspect(Inspect),
}

#[derive(Args)]
pub(super) struct Inspect {
    /// The component, a .wasm file
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Inspected {
    digest: String,
    size: usize,
    permissions: Vec<PermissionView>,
    resources: ResourcesView,
    limits: LimitsView,
    describe: Map<String, Value>,
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

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<()> {
    let Command::Inspect(inspect) = command;
    let wasm =
        std::fs::read(&inspect.file).with_context(|| format!("cannot read {}", inspect.file.display()))?;
    let engine = Engine::new(engine_settings(&Config { max_instances: Some(1), ..config }))?;
    let plugin = engine.install(wasm).await?;
    let mut described = Vec::new();
    for locale in Locale::ALL {
        let descriptor = plugin.describe(locale.tag()).await?;
        Schema::of_input(&descriptor.input)?;
        Schema::of_output(&descriptor.output)?;
        described.push((locale, descriptor));
    }
    if inspect.json {
        println!("{}", serde_json::to_string_pretty(&inspected(&plugin, engine.limits(), &described)?)?);
    } else {
        print(&plugin, engine.limits(), &described);
    }
    Ok(())
}

fn inspected(
    plugin: &Plugin,
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
        digest: plugin.digest().to_owned(),
        size: plugin.size(),
        permissions: permissions(plugin, Locale::En),
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

fn print(plugin: &Plugin, limits: &Limits, described: &[(Locale, Descriptor)]) {
    let kib = |bytes: usize| format!("{} KiB", bytes.div_ceil(1024));
    println!("sha256 {}\nsize   {}", plugin.digest(), kib(plugin.size()));
    println!("\nIt may:");
    if plugin.permissions().is_empty() {
        println!("  nothing but compute");
    }
    for permission in permissions(plugin, Locale::En) {
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
