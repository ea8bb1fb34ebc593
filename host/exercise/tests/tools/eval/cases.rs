//! The inputs of the evaluation: `eval/inputs/{tool}.toml`.

use std::path::Path;

use serde_json::{Map, Value, json};
use sitewright_engine::{Brand, Context};
use sitewright_package::Template;

use crate::native::{self, TOOLS};
use crate::root;

/// A tool with the schemas of its input and result in English and Polish.
pub struct EvalTool {
    pub id: String,
    pub name: String,
    pub template: Option<String>,
    pub inputs: [Value; 2],
    pub outputs: [Value; 2],
    pub cases: Vec<Case>,
}

/// One input. Its description is its key within the tool.
#[derive(Clone)]
pub struct Case {
    pub about: String,
    pub input: Value,
    pub kit: Option<Brand>,
    /// What every text must say; `a|b` is either of them.
    pub keep: Vec<String>,
    /// What no text may say.
    pub never: Vec<String>,
}

impl Case {
    /// The language of the text: "en", "pl" or another one that is translated into.
    pub fn language(&self) -> &str {
        let field = |name: &str| self.input[name].as_str();
        field("target_language").or(field("language")).unwrap_or("en")
    }

    pub fn context(&self) -> Context {
        let screen = if self.language() == "pl" { "pl" } else { "en" };
        Context {
            interface_language: screen.to_owned(),
            brand: self.kit.clone(),
            now_ms: 1_700_000_000_000,
            ..Context::default()
        }
    }

    /// Everything that the user wrote, one line for each entry.
    pub fn words(&self) -> String {
        let mut lines = Vec::new();
        collect(&self.input, &mut lines);
        if let Some(kit) = &self.kit {
            lines.push(kit.name.clone());
            lines.extend(kit.facts.iter().cloned());
        }
        lines.join("\n")
    }
}

fn collect(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::String(text) => lines.push(text.clone()),
        Value::Number(number) => lines.push(number.to_string()),
        Value::Array(list) => list.iter().for_each(|entry| collect(entry, lines)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, lines)),
        _ => {}
    }
}

/// Every tool with its cases, by id.
pub fn tools() -> Vec<EvalTool> {
    let templates = root().join("plugins/templates");
    let mut ids: Vec<String> = TOOLS.iter().map(|tool| tool.id.to_owned()).collect();
    let folders = std::fs::read_dir(&templates).expect("the folder of templates");
    ids.extend(folders.map(|entry| entry.expect("a folder").file_name().to_string_lossy().into_owned()));
    ids.sort();
    ids.into_iter().map(|id| tool(&templates, id)).collect()
}

fn tool(templates: &Path, id: String) -> EvalTool {
    let template = std::fs::read_to_string(templates.join(&id).join("template.toml")).ok();
    let template = template.map(|text| match Template::read(&text) {
        Ok(template) => template.source().to_owned(),
        Err(problems) => panic!("{id}: {problems:?}"),
    });
    let about = ["en", "pl"].map(|language| native::describe(&id, template.as_deref(), language));
    let json = |text: &String| serde_json::from_str(text).expect("a schema is JSON");
    EvalTool {
        name: about[0].name.clone(),
        inputs: [json(&about[0].input), json(&about[1].input)],
        outputs: [json(&about[0].output), json(&about[1].output)],
        cases: cases(&id),
        template,
        id,
    }
}

fn cases(tool: &str) -> Vec<Case> {
    let path = root().join("host/exercise/eval/inputs").join(format!("{tool}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = toml::from_str(&text).unwrap_or_else(|error| panic!("{tool}: {error}"));
    file["case"].as_array().expect("cases").iter().map(case).collect()
}

fn case(table: &Value) -> Case {
    let mut input: Map<String, Value> = table.as_object().expect("a table").clone();
    let mut texts = |name: &str| -> Vec<String> {
        let list = input.remove(name).unwrap_or(json!([]));
        serde_json::from_value(list).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let (keep, never) = (texts("keep"), texts("never"));
    let about = input.remove("about").and_then(|about| about.as_str().map(str::to_owned));
    let kit = input.remove("kit").map(|kit| {
        let list = |name: &str| serde_json::from_value(kit[name].clone()).unwrap_or_default();
        let name = kit["name"].as_str().unwrap_or_default().to_owned();
        Brand { name, avoid: list("avoid"), facts: list("facts"), ..Brand::default() }
    });
    Case {
        about: about.expect("a case says what it is about"),
        input: Value::Object(input),
        kit,
        keep,
        never,
    }
}
