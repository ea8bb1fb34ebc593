//! `sitewright tool show`: everything about a tool.

use sitewright_engine::Limits;

use super::find;
use crate::catalogue::tools::{DescribedText, NeedsModel, PermissionView, Tool, Tools, engine_settings};
use crate::cli::language;
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Show {
    /// Id of the tool, such as facebook-post
    id: String,
    /// Language of the texts: en or pl
    #[arg(long, default_value = crate::cli::tongue(), value_parser = language)]
    language: Locale,
    /// Print JSON: the same data, and the schemas of the input and the result
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    version: &'a str,
    publisher: &'a str,
    /// Digest of its package; null for a built-in tool.
    package: Option<&'a str>,
    name: &'a str,
    summary: &'a str,
    category: &'a str,
    words: u32,
    needs_model: NeedsModel,
    permissions: Vec<PermissionView>,
    limits: LimitsView,
    input: &'a RawValue,
    output: &'a RawValue,
    example: &'a RawValue,
}

/// The limits of a run.
#[derive(Serialize)]
pub struct LimitsView {
    memory_bytes: usize,
    cpu_ms: u128,
    wall_ms: u128,
    host_call_bytes: usize,
    host_calls: u64,
    output_bytes: usize,
    handles: usize,
}

impl From<&Limits> for LimitsView {
    fn from(limits: &Limits) -> Self {
        Self {
            memory_bytes: limits.memory_bytes,
            cpu_ms: limits.cpu.as_millis(),
            wall_ms: limits.wall.as_millis(),
            host_call_bytes: limits.host_call_bytes,
            host_calls: limits.host_calls,
            output_bytes: limits.output_bytes,
            handles: limits.handles,
        }
    }
}

pub(super) async fn run(config: &Config, tools: &Tools, show: &Show) -> anyhow::Result<ExitCode> {
    let tool = find(tools, &show.id, show.language)?;
    // If it cannot be loaded, this returns why.
    tool.code.plugin().await?;
    let described = tool.described().await.map_err(|problem| anyhow!("{problem}"))?;
    let text = described.text(show.language);
    let limits = engine_settings(config).limits;
    if show.json {
        println!("{}", serde_json::to_string_pretty(&shown(&tool, text, &limits, show.language)?)?);
    } else {
        print(&tool, text, &limits, show.language);
    }
    Ok(ExitCode::SUCCESS)
}

fn shown<'a>(
    tool: &'a Tool,
    text: &'a DescribedText,
    limits: &Limits,
    language: Locale,
) -> anyhow::Result<Shown<'a>> {
    let named = tool.text(language);
    Ok(Shown {
        id: &tool.id,
        version: &tool.version,
        publisher: &tool.publisher,
        package: tool.package.as_deref(),
        name: &named.name,
        summary: &named.summary,
        category: &tool.category,
        words: tool.words,
        needs_model: tool.needs_model(false),
        permissions: PermissionView::all(tool.code.permissions(), &tool.grants, language),
        limits: limits.into(),
        input: serde_json::from_str(text.input.json())?,
        output: serde_json::from_str(text.output.json())?,
        example: serde_json::from_str(&text.example)?,
    })
}

fn print(tool: &Tool, text: &DescribedText, limits: &Limits, language: Locale) {
    let say = |key: &'static str| Text::key(key).say(language);
    let named = tool.text(language);
    println!("{}\n{}\n", named.name, named.summary);
    let head = Text::key("cli.show-head").with("id", tool.id.as_str()).with("version", tool.version.as_str());
    println!("{}", head.with("publisher", tool.publisher.as_str()).say(language));
    if let Some(digest) = &tool.package {
        println!("sha256 {digest}");
    }
    println!("\n{}", say("cli.inspect-may"));
    for permission in PermissionView::all(tool.code.permissions(), &tool.grants, language) {
        println!("  {:10} {}", permission.import, permission.title);
    }
    println!("\n{}", say("cli.show-limits"));
    print_limits(limits, language);
    for (key, schema) in [("cli.show-input", text.input.json()), ("cli.show-output", text.output.json())] {
        println!("\n{}", say(key));
        print_fields(&serde_json::from_str(schema).unwrap_or_default(), language);
    }
    println!("\n{}\n{}", say("cli.show-example"), text.example);
}

/// Prints the limits of a run, one per line.
pub fn print_limits(limits: &Limits, language: Locale) {
    let kib = |bytes: usize| format!("{} KiB", bytes.div_ceil(1024));
    let waiting = Text::key("cli.inspect-waiting").with("time", format!("{:?}", limits.wall));
    let calls = Text::key("cli.inspect-host-calls").with("calls", limits.host_calls);
    for (name, value) in [
        (Text::key("cli.inspect-memory"), kib(limits.memory_bytes)),
        (Text::key("cli.inspect-computing"), format!("{:?}", limits.cpu)),
        (Text::key("cli.inspect-time"), waiting.say(language)),
        (Text::key("cli.inspect-calls"), calls.with("size", kib(limits.host_call_bytes)).say(language)),
        (Text::key("cli.inspect-result"), kib(limits.output_bytes)),
    ] {
        println!("  {:10} {value}", name.say(language));
    }
}

/// The fields of a schema: name, whether it is required (`*`), type, and title.
fn print_fields(schema: &Value, language: Locale) {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
    let fields: Vec<(String, String, &str)> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, field)| {
            let mark = if required(name) { "*" } else { "" };
            (format!("{name}{mark}"), kind(field, language), field["title"].as_str().unwrap_or_default())
        })
        .collect();
    let width = |of: fn(&(String, String, &str)) -> usize| fields.iter().map(of).max().unwrap_or_default();
    let (names, kinds) = (width(|field| field.0.chars().count()), width(|field| field.1.chars().count()));
    for (name, kind, title) in &fields {
        println!("  {}", format!("{name:names$}  {kind:kinds$}  {title}").trim_end());
    }
}

/// The type of a field: its choices, or its type with its bounds.
fn kind(field: &Value, language: Locale) -> String {
    let listed = field["oneOf"].as_array().into_iter().flatten().map(|choice| &choice["const"]);
    let choices: Vec<&str> =
        listed.chain(field["enum"].as_array().into_iter().flatten()).filter_map(Value::as_str).collect();
    let name = match &field["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"),
        _ => String::new(),
    };
    let what = if choices.is_empty() { name } else { choices.join(" | ") };
    let bound = |names: [&str; 3]| names.iter().find_map(|name| field.get(*name)).map(ToString::to_string);
    let least = bound(["minLength", "minItems", "minimum"]).unwrap_or_default();
    let most = bound(["maxLength", "maxItems", "maximum"]).unwrap_or_default();
    let bounds =
        if least.is_empty() && most.is_empty() { String::new() } else { format!(" {least}–{most}") };
    let default = match field.get("default") {
        Some(Value::Null) | None => String::new(),
        Some(value) => {
            let text = Text::key("cli.show-default").with("value", value.clone());
            format!(" ({})", text.say(language))
        }
    };
    format!("{what}{bounds}{default}")
}
