//! Recorded answers of good, mediocre and hostile models: `eval/answers/{tool}.toml`.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::Deserialize;
use sitewright_engine::{Completion, CompletionRequest, Failure};

use super::accepted::Cost;
use super::cases::EvalTool;
use super::{CaseResult, Kind, cases, evaluate};
use crate::root;

/// What a model answered to one input, and what the rules must say about the result.
#[derive(Deserialize)]
struct Answer {
    /// The description of the input.
    case: String,
    kind: Verdict,
    /// The rules that must find something, unless there is no result.
    #[serde(default)]
    finds: Vec<String>,
    /// One for each variant.
    texts: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// Nothing to find.
    Good,
    /// Only minor findings.
    Mediocre,
    /// A serious finding, or no result.
    Bad,
}

#[derive(Deserialize)]
struct File {
    answer: Vec<Answer>,
}

fn recorded(tool: &str) -> Vec<Answer> {
    let path = root().join("host/exercise/eval/answers").join(format!("{tool}.toml"));
    let Ok(text) = std::fs::read_to_string(path) else { return Vec::new() };
    toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{tool}: {error}")).answer
}

/// Runs a tool with a recorded answer: one text for each request, or all of them for a single request that wants all.
fn replay(tool: &EvalTool, answer: &Answer) -> CaseResult {
    let case = tool.cases.iter().find(|case| case.about == answer.case);
    let case = case.unwrap_or_else(|| panic!("{}: there is no input {:?}", tool.id, answer.case));
    let mut case = case.clone();
    let schema = &tool.inputs[0]["properties"];
    let field = if schema["count"].is_object() && tool.id.ends_with("-ideas") { "count" } else { "variants" };
    if schema[field].is_object() {
        case.input[field] = answer.texts.len().into();
    }
    let next = Cell::new(0);
    let complete = |requests: &[CompletionRequest]| {
        let together = requests.len() == 1 && answer.texts.len() > 1 && next.get() == 0;
        let reply = |_: &CompletionRequest| {
            let place = next.replace(next.get() + 1);
            let one = answer.texts[place % answer.texts.len()].clone();
            let text = if together { answer.texts.join("\n===\n") } else { one };
            let words = u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
            Ok::<_, Failure>(Completion { text, words, drafted: false })
        };
        requests.iter().map(reply).collect()
    };
    evaluate(tool, &case, &complete).unwrap_or_else(|error| panic!("an input is invalid: {error}")).0
}

/// What finished results cost with the good answers, by tool.
pub fn costs(tools: &[EvalTool]) -> BTreeMap<String, Cost> {
    let mut costs = BTreeMap::new();
    for tool in tools {
        for answer in recorded(&tool.id).iter().filter(|answer| answer.kind == Verdict::Good) {
            let result = replay(tool, answer);
            let cost: &mut Cost = costs.entry(tool.id.clone()).or_default();
            cost.results += result.texts.len();
            cost.questions += result.questions;
            cost.tokens += result.tokens;
        }
    }
    costs
}

#[test]
fn e2_recorded_answers_are_judged_as_recorded() {
    let mut faults = Vec::new();
    let mut counts = BTreeMap::new();
    for tool in cases::tools() {
        let answers = recorded(&tool.id);
        for language in ["en", "pl"] {
            let is_good = |answer: &&Answer| {
                answer.kind == Verdict::Good
                    && tool.cases.iter().any(|case| case.about == answer.case && case.language() == language)
            };
            if !answers.iter().any(|answer| is_good(&answer)) {
                faults.push(format!("{}: no good answer in {language}", tool.id));
            }
        }
        for answer in answers {
            let result = replay(&tool, &answer);
            let found = match result.findings.as_slice() {
                _ if result.kind != Kind::Text => Verdict::Bad,
                [] => Verdict::Good,
                findings if findings.iter().any(|finding| finding.serious) => Verdict::Bad,
                _ => Verdict::Mediocre,
            };
            *counts.entry(format!("{:?}", answer.kind)).or_insert(0) += 1;
            let is_found = |rule: &&String| result.findings.iter().any(|finding| finding.rule == **rule);
            let all = result.kind == Kind::Failed || answer.finds.iter().all(|rule| is_found(&rule));
            if found != answer.kind || !all {
                faults.push(format!(
                    "{}: {}: {found:?} instead of {:?}: {:#?}\n{}",
                    tool.id,
                    answer.case,
                    answer.kind,
                    result.findings,
                    result.texts.join("\n---\n")
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {counts:?}:\n{}", faults.len(), faults.join("\n"));
}
