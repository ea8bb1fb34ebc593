//! `make eval`: every tool over realistic inputs, checked by rule and, if one is connected, by a second model.
//!
//! Without a model the drafts are checked, and the run is the same each time. TOOL=… runs one tool. A tool that became
//! worse than the accepted run fails; ACCEPT=1 accepts this run. The report is `target/eval/report.html`.
//!
//! - `cases`: the inputs; `text`, `rules`: what is checked
//! - `answers`: recorded answers of good, mediocre and hostile models, which `make test` replays; the good ones
//!   measure what a result costs
//! - `remote`: a connected model; `judge`: a second one that grades
//! - `accepted`: the accepted run; `report`: the page

mod accepted;
mod answers;
mod cases;
mod judge;
mod remote;
mod report;
mod rules;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sitewright_engine::{Completion, CompletionRequest, Failure};

use crate::{native, root};
use accepted::Standing;
use cases::{Case, EvalTool};
use remote::Remote;
use rules::Finding;

/// What became of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Text,
    Frame,
    NeedsModel,
    Failed,
}

/// The result of one input.
#[derive(Clone, Serialize, Deserialize)]
pub struct CaseResult {
    pub about: String,
    pub language: String,
    pub kind: Kind,
    /// One for each variant.
    pub texts: Vec<String>,
    pub findings: Vec<Finding>,
    pub ease: Option<f64>,
    /// Requests to the model, and the estimated tokens of both directions.
    pub questions: usize,
    pub tokens: usize,
}

/// By tool, in the order of the cases.
pub type Results = BTreeMap<String, Vec<CaseResult>>;

/// Tokens a word: an estimate, good enough to compare two runs.
const TOKENS_PER_WORD: f64 = 1.4;

fn tokens(text: &str) -> usize {
    (text.split_whitespace().count() as f64 * TOKENS_PER_WORD) as usize
}

/// No model: drafts.
fn unconnected(requests: &[CompletionRequest]) -> Vec<Result<Completion, Failure>> {
    let draft = |request: &CompletionRequest| {
        let text = request.draft.clone().ok_or(Failure::NeedsModel)?;
        Ok(Completion { text, words: 0, drafted: true })
    };
    requests.iter().map(draft).collect()
}

/// Runs a tool on an input and checks the result. An invalid input is an error of the evaluation.
fn evaluate(tool: &EvalTool, case: &Case, answer: native::Answer) -> Result<(CaseResult, Value), String> {
    let output = &tool.outputs[usize::from(case.language() == "pl")];
    let answered = std::cell::Cell::new(0);
    let counting = |requests: &[CompletionRequest]| {
        let answers = answer(requests);
        let words = answers.iter().flatten().map(|completion| tokens(&completion.text)).sum::<usize>();
        answered.set(answered.get() + words);
        answers
    };
    let input = case.input.to_string();
    let ran = native::run_with(&tool.id, tool.template.as_deref(), &input, case.context(), &counting);
    let messages = ran.asked.iter().flat_map(|request| &request.messages);
    let mut result = CaseResult {
        about: case.about.clone(),
        language: case.language().to_owned(),
        kind: Kind::Text,
        texts: Vec::new(),
        findings: Vec::new(),
        ease: None,
        questions: ran.asked.len(),
        tokens: messages.map(|message| tokens(&message.text)).sum::<usize>() + answered.get(),
    };
    let failed = |detail: String| Finding {
        rule: "failed".to_owned(),
        serious: true,
        variant: 0,
        field: String::new(),
        detail,
    };
    let data = match ran.result {
        Err(panic) => {
            result.kind = Kind::Failed;
            result.findings.push(failed(format!("panic: {panic}")));
            Value::Null
        }
        Ok(Err(Failure::InvalidInput(errors))) => {
            return Err(format!("{}: {}: {errors:?}", tool.id, case.about));
        }
        Ok(Err(Failure::NeedsModel)) => {
            result.kind = Kind::NeedsModel;
            Value::Null
        }
        Ok(Err(failure)) => {
            result.kind = Kind::Failed;
            result.findings.push(failed(format!("{failure:?}")));
            Value::Null
        }
        Ok(Ok(outcome)) => {
            let data: Value = serde_json::from_str(&outcome.data).map_err(|error| error.to_string())?;
            result.kind = if data["frame"] == true { Kind::Frame } else { Kind::Text };
            result.findings = rules::check(&tool.id, case, output, &data);
            result.ease = rules::reading_ease(case, &data);
            result.texts = report::texts(output, &data);
            data
        }
    };
    Ok((result, data))
}

fn folder() -> PathBuf {
    root().join("target/eval")
}

#[test]
#[ignore = "make eval"]
fn e0_evaluate() {
    let only = std::env::var("TOOL").unwrap_or_default();
    let model = Remote::connect("MODEL");
    let judge = Remote::connect("JUDGE");
    let mut results = Results::new();
    let tools: Vec<EvalTool> =
        cases::tools().into_iter().filter(|tool| only.is_empty() || tool.id == only).collect();
    assert!(!tools.is_empty(), "there is no tool {only}");
    for tool in &tools {
        let mut list = Vec::new();
        for case in &tool.cases {
            let ran = match &model {
                Some(model) => evaluate(tool, case, &|requests| model.answer(requests)),
                None => evaluate(tool, case, &unconnected),
            };
            let (mut result, _) = ran.unwrap_or_else(|error| panic!("an input is invalid: {error}"));
            if let Some(judge) = judge.as_ref().filter(|_| result.kind == Kind::Text) {
                result.findings.extend(judge::grade(judge, tool, case, &result.texts));
            }
            list.push(result);
        }
        if model.is_some() {
            println!("{}", tool.id);
        }
        results.insert(tool.id.clone(), list);
    }
    let costs = answers::costs(&tools);
    let now = Standing::new(&results, &costs);
    let name = model.as_ref().map(|model| model.slug());
    let accepted = Standing::accepted(name.as_deref());
    let last = report::last(name.as_deref());
    let before = Standing::new(&last, &BTreeMap::new());
    let worse = now.worse_than(&accepted, model.is_some());
    println!("{}", now.table(&accepted));
    let page = report::Page {
        tools: &tools,
        now: &now,
        before: &before,
        accepted: &accepted,
        results: &results,
        last: &last,
    };
    std::fs::create_dir_all(folder()).expect("target/eval");
    std::fs::write(folder().join("report.html"), report::page(&page)).expect("the report");
    report::keep(name.as_deref(), &results, last);
    println!("The report: target/eval/report.html");
    if std::env::var("ACCEPT").is_ok_and(|accept| accept == "1") {
        now.accept(accepted, name.as_deref());
        println!("This run is accepted.");
    } else {
        assert!(worse.is_empty(), "worse than the accepted run:\n{}", worse.join("\n"));
    }
}

/// The set has at least 300 inputs, every tool in both languages, no input twice, every field of every form, and only
/// valid inputs.
#[test]
fn e1_the_inputs_of_the_evaluation_are_valid() {
    let tools = cases::tools();
    let mut seen = HashSet::new();
    let mut faults = Vec::new();
    for tool in &tools {
        let languages: HashSet<&str> = tool.cases.iter().map(Case::language).collect();
        let fields = tool.inputs[0]["properties"].as_object().expect("fields");
        let form =
            jsonschema::options().should_validate_formats(true).build(&tool.inputs[0]).expect("a schema");
        let is_used = |field: &&String| tool.cases.iter().any(|case| case.input.get(*field).is_some());
        faults.extend(
            fields.keys().filter(|field| !is_used(field)).map(|field| format!("{}: no {field}", tool.id)),
        );
        if !languages.contains("en") || !languages.contains("pl") || tool.cases.len() < 11 {
            faults.push(format!("{}: {} cases in {languages:?}", tool.id, tool.cases.len()));
        }
        for case in &tool.cases {
            let unknown =
                case.input.as_object().into_iter().flatten().filter(|(name, _)| !fields.contains_key(*name));
            faults.extend(unknown.map(|(name, _)| format!("{}: {}: unknown {name}", tool.id, case.about)));
            if case.keep.is_empty() || !seen.insert((tool.id.clone(), case.about.clone())) {
                faults.push(format!("{}: {}: twice, or nothing to keep", tool.id, case.about));
            }
            // The host checks the form, the tool what a schema cannot say.
            let errors = form.iter_errors(&case.input);
            faults.extend(errors.map(|error| format!("{}: {}: {error}", tool.id, case.about)));
            faults.extend(evaluate(tool, case, &unconnected).err());
        }
    }
    let count: usize = tools.iter().map(|tool| tool.cases.len()).sum();
    assert!(count >= 300, "{count} inputs");
    assert!(faults.is_empty(), "{faults:#?}");
}
