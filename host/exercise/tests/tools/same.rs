//! A component behaves like its source: over random inputs it sends the same requests and returns the same result,
//! byte by byte, as the tool compiled natively, and never traps.
//!
//! COUNT sets the number of inputs, SEED chooses them.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::Value;
use sitewright_engine::{Brand, Context, Project, RunError};
use sitewright_exercise::{Dice, Model, Script, Tool, random};

use crate::{native, root, setting, tools_within};

/// One test case. The same seed makes the same case.
struct Case {
    input: Value,
    context: Context,
    script: Script,
    seed: u64,
}

impl Case {
    fn new(tool: &Tool, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let screen = dice.below(2);
        let mut input = random(&tool.forms[screen].0, &mut dice);
        if !input["language"].is_string() && tool.forms[0].0["properties"]["language"].is_object() {
            input["language"] = (*dice.pick(&["en", "pl"])).into();
        }
        Self { input, context: context(screen, &mut dice), script: Script::any(&mut dice), seed }
    }
}

fn context(screen: usize, dice: &mut Dice) -> Context {
    let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let brand = Brand {
        name: "Crumb & Sons".to_owned(),
        description: "Piekarnia rzemieślnicza w Krakowie.".to_owned(),
        audience: "Families, students".to_owned(),
        avoid: list(&["cheap", "promocja", "best"]),
        facts: list(&["Since 1998.", "12 rodzajów chleba"]),
        ..Brand::default()
    };
    let project =
        Project { domain: "crumb.example".to_owned(), language: "pl".to_owned(), location_code: 2616 };
    Context {
        interface_language: ["en", "pl"][screen].to_owned(),
        project: dice.chance(50).then_some(project),
        brand: dice.chance(40).then_some(brand),
        now_ms: 1_700_000_000_000,
    }
}

/// The difference between the two; `None` if they are equal.
async fn difference(tool: &Tool, case: &Case) -> Option<String> {
    let model = |language: usize| Model::new(case.script, case.seed, &tool.forms[language].1);
    let language = usize::from(case.input["language"] == "pl");
    let component = tool.run(&case.input, case.context.clone(), model(language)).await;
    let native = native::run(tool, &case.input.to_string(), case.context.clone(), model(language));
    match (component.result, native.result) {
        (_, Err(panic)) => Some(format!("the native tool panics: {panic}")),
        (Err(error), _) if !matches!(error, RunError::Failure(_)) => {
            Some(format!("the component breaks down: {error}"))
        }
        (Err(RunError::Failure(one)), Ok(Err(other))) if one == other => None,
        (Ok(one), Ok(Ok(other))) if one == other => {
            (component.asked != native.asked).then(|| "they ask the model differently".to_owned())
        }
        (one, other) => Some(format!("the component gives\n{one:#?}\nthe native tool\n{other:#?}")),
    }
}

/// The case without the fields that the difference does not need.
async fn smallest(tool: &Tool, mut case: Case) -> Case {
    for name in case.input.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    {
        let kept = case.input[&name].take();
        if let Some(fields) = case.input.as_object_mut() {
            fields.remove(&name);
        }
        if difference(tool, &case).await.is_none() {
            case.input[&name] = kept;
        }
    }
    case
}

#[tokio::test]
async fn q0_a_component_writes_what_its_source_says() {
    // Results are compared and not times, and other tests use the processor, too.
    let (_engine, tools) = tools_within(Duration::from_secs(5)).await;
    let (count, seed) = (setting("COUNT", 1200), setting("SEED", 1));
    let only = std::env::var("TOOL").unwrap_or_default();
    let tools: Vec<&Tool> = tools.iter().filter(|tool| only.is_empty() || tool.id == only).collect();
    let mut report = String::new();
    let mut found = 0;
    for number in 0..count {
        let tool = tools[number as usize % tools.len()];
        let case = Case::new(tool, seed.wrapping_mul(1_000_003).wrapping_add(number));
        if difference(tool, &case).await.is_some() {
            found += 1;
            let case = smallest(tool, case).await;
            let why = difference(tool, &case).await.unwrap_or_default();
            let why: String = why.chars().take(4000).collect();
            let _ = writeln!(report, "{} {:?} {}: {why}\n", tool.id, case.script, case.input);
        }
        if found == 10 {
            break;
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[tokio::test]
async fn every_tool_of_the_bundle_is_compared() {
    let mut sources: Vec<String> = std::fs::read_dir(root().join("plugins"))
        .expect("the folder of tools")
        .filter_map(|entry| Some(entry.ok()?.path()))
        // Shop systems have connections and write no texts, and packs of audit rules are no tools.
        .filter(|folder| {
            let manifest = std::fs::read_to_string(folder.join("plugin.toml"));
            manifest.is_ok_and(|manifest| {
                !manifest.contains("connections") && !manifest.contains("category = \"audit\"")
            })
        })
        .map(|folder| folder.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    sources.sort();
    let listed: Vec<&str> = native::TOOLS.iter().map(|tool| tool.id).collect();
    assert_eq!(sources, listed);
}
