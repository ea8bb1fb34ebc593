//! Recorded answers of good, mediocre and hostile models: `eval/answers/{tool}.toml`.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::Deserialize;
use sitewright_engine::{Completion, CompletionRequest, Failure};

use super::accepted::Cost;
use super::cases::{Case, EvalTool};
use super::{CaseResult, Kind, cases, evaluate, tokens};
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

/// The input of a recorded answer.
fn case_of(tool: &EvalTool, answer: &Answer) -> Case {
    let case = tool.cases.iter().find(|case| case.about == answer.case);
    case.unwrap_or_else(|| panic!("{}: there is no input {:?}", tool.id, answer.case)).clone()
}

/// The field with the number of variants, and its default.
fn variants(tool: &EvalTool) -> Option<(&'static str, usize)> {
    let schema = &tool.inputs[0]["properties"];
    let field = if schema["count"].is_object() && tool.id.ends_with("-ideas") { "count" } else { "variants" };
    Some((field, usize::try_from(schema[field]["default"].as_u64()?).ok()?))
}

/// Runs a tool with a recorded answer: one text for each request, or all of them for a single request that wants all.
fn replay(tool: &EvalTool, answer: &Answer) -> CaseResult {
    let mut case = case_of(tool, answer);
    if let Some((field, _)) = variants(tool) {
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

/// What finished results cost with the good answers, by tool: as many variants as the form orders, with the first
/// questions, since a good answer needs no other.
pub fn costs(tools: &[EvalTool]) -> BTreeMap<String, Cost> {
    let mut costs = BTreeMap::new();
    for tool in tools {
        for answer in recorded(&tool.id).iter().filter(|answer| answer.kind == Verdict::Good) {
            let mut case = case_of(tool, answer);
            let count = variants(tool).map_or(1, |(field, count)| {
                case.input[field] = count.into();
                count
            });
            let asked = Cell::new(None);
            let complete = |requests: &[CompletionRequest]| {
                let messages = requests.iter().flat_map(|request| &request.messages);
                let prompts = messages.map(|message| tokens(&message.text)).sum::<usize>();
                asked.set(asked.get().or(Some((requests.len(), prompts))));
                requests.iter().map(|_| Err(Failure::Unavailable(String::new()))).collect()
            };
            evaluate(tool, &case, &complete).unwrap_or_else(|error| panic!("an input is invalid: {error}"));
            let (questions, prompts) = asked.get().expect("a question");
            let answers = answer.texts.iter().map(|text| tokens(text)).sum::<usize>();
            let cost: &mut Cost = costs.entry(tool.id.clone()).or_default();
            cost.results += count;
            cost.questions += questions;
            cost.tokens += prompts + answers * count / answer.texts.len();
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
