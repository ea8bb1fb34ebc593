//! A host for unit tests: no WebAssembly, scripted answers, all requests recorded.
//!
//! ```text
//! let host = TestHost::new("pl").answers(["Za długi tekst…", "Krótki tekst."]);
//! let result = host.run::<FacebookPost>(r#"{"topic": "Nowa piekarnia"}"#).unwrap();
//! assert_eq!(result.variants[0]["text"], "Krótki tekst.");
//! ```

mod hostile;
mod injected;
pub mod odd;

use std::cell::RefCell;
use std::collections::VecDeque;

use serde_json::Value;

use crate::generator::Generator;
use crate::host::{Brand, Completion, Failure, Host, Outcome, Project, Request};
use crate::language::Language;
use crate::run;

/// A stand-in for the host. Without answers no model is connected and drafts are returned.
#[derive(Default)]
pub struct TestHost {
    language: String,
    project: Option<Project>,
    brand: Option<Brand>,
    answers: RefCell<VecDeque<Result<String, Failure>>>,
    connected: bool,
    /// All requests, in order.
    pub asked: RefCell<Vec<Request>>,
    /// The images that each of them showed, if the tool has images.
    pub seen: RefCell<Vec<Vec<String>>>,
    /// All reported steps.
    pub steps: RefCell<Vec<String>>,
}

/// An outcome with its data parsed.
#[derive(Debug)]
pub struct TestResult {
    pub outcome: Outcome,
    pub drafted: bool,
    /// It is a frame to fill in.
    pub frame: bool,
    pub variants: Vec<Value>,
}

impl TestHost {
    /// A host with the interface language `language`.
    pub fn new(language: &str) -> Self {
        Self { language: language.to_owned(), ..Self::default() }
    }

    /// Connects a model that returns these answers, one for each request.
    pub fn answers<T: Into<String>>(mut self, answers: impl IntoIterator<Item = T>) -> Self {
        self.connected = true;
        self.answers.get_mut().extend(answers.into_iter().map(|text| Ok(text.into())));
        self
    }

    /// Connects a model that fails once, after the answers given so far.
    pub fn fails(mut self, failure: Failure) -> Self {
        self.connected = true;
        self.answers.get_mut().push_back(Err(failure));
        self
    }

    pub fn brand(mut self, brand: Brand) -> Self {
        self.brand = Some(brand);
        self
    }

    pub fn project(mut self, project: Project) -> Self {
        self.project = Some(project);
        self
    }

    /// Runs a generator.
    pub fn run<G: Generator>(&self, input: &str) -> Result<TestResult, Failure> {
        let outcome = run::run::<G>(self, input)?;
        let data: Value = serde_json::from_str(&outcome.data).expect("outcome.data is JSON");
        let drafted = data["drafted"].as_bool().expect("drafted is a bool");
        let frame = data["frame"] == true;
        let variants = data["variants"].as_array().expect("variants is a list").clone();
        Ok(TestResult { outcome, drafted, frame, variants })
    }

    /// The pointers of the errors of an input.
    pub fn errors<G: Generator>(&self, input: &str) -> Vec<String> {
        match run::run::<G>(self, input) {
            Err(Failure::InvalidInput(errors)) => errors.into_iter().map(|error| error.pointer).collect(),
            _ => Vec::new(),
        }
    }

    fn answer(&self, request: Request) -> Result<Completion, Failure> {
        let draft = request.draft.clone();
        self.asked.borrow_mut().push(request);
        if !self.connected {
            let text = draft.ok_or(Failure::NeedsModel)?;
            return Ok(Completion { text, words: 0, drafted: true });
        }
        let answer = self.answers.borrow_mut().pop_front();
        let text = answer
            .unwrap_or_else(|| Err(Failure::Unavailable("the script has no further answer".to_owned())))?;
        let words = u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
        Ok(Completion { text, words, drafted: false })
    }
}

impl Host for TestHost {
    fn interface_language(&self) -> String {
        self.language.clone()
    }

    fn project(&self) -> Option<Project> {
        self.project.clone()
    }

    fn brand(&self) -> Option<Brand> {
        self.brand.clone()
    }

    fn complete_all(&self, requests: Vec<Request>) -> Vec<Result<Completion, Failure>> {
        requests.into_iter().map(|request| self.answer(request)).collect()
    }

    fn complete_seeing(&self, request: Request, images: &[String]) -> Result<Completion, Failure> {
        self.seen.borrow_mut().push(images.to_vec());
        self.answer(request)
    }

    fn progress(&self, _done: u32, _total: u32, label: &str) {
        self.steps.borrow_mut().push(label.to_owned());
    }
}

/// The messages of the checks that are not ok.
pub fn messages(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().into_iter().flatten().filter(|check| check["ok"] == false);
    checks.filter_map(|check| check["message"].as_str()).collect()
}

/// Checks every tool: both descriptions are complete and parse, the example runs unchanged, and its draft passes all
/// checks of the tool: it is the first text that a visitor sees.
///
/// Missing texts panic here. Call it in one test of every tool.
pub fn check_tool<G: Generator>() {
    check_descriptions::<G>();
    for language in ["en", "pl"] {
        let about = run::describe::<G>(language);
        let result = TestHost::new(language).run::<G>(&about.example);
        let result = result.unwrap_or_else(|failure| panic!("{language}: the example fails: {failure:?}"));
        for variant in &result.variants {
            let broken: Vec<_> = variant["checks"]
                .as_array()
                .expect("checks")
                .iter()
                .filter(|check| check["ok"] == false)
                .collect();
            assert!(
                broken.is_empty(),
                "{language}: the example's draft breaks its limits: {broken:#?}\n{variant:#}"
            );
        }
        check_answers::<G>(language, &about.example);
        injected::check_injections::<G>(language, &about.example);
    }
}

/// A model that writes the drafts of an example invents nothing: no answer is marked. It may be short, as drafts are.
fn check_answers<G: Generator>(language: &str, example: &str) {
    let host = TestHost::new(language);
    if host.run::<G>(example).expect("drafts").frame {
        return;
    }
    let drafts: Vec<String> = host.asked.take().into_iter().filter_map(|request| request.draft).collect();
    try_answers::<G>(language, example, &drafts);
}

/// The same for a tool without drafts: `good` are good answers to its example, one for each variant.
pub fn check_good_answers<G: Generator>(language: &str, good: &[&str]) {
    let example = run::describe::<G>(language).example;
    try_answers::<G>(language, &example, &good.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    injected::check_injections::<G>(language, &example);
}

/// Orders as many variants as there are answers.
fn try_answers<G: Generator>(language: &str, example: &str, answers: &[String]) {
    let mut input: Value = serde_json::from_str(example).expect("the example is JSON");
    if input.get("variants").is_some() || run::describe::<G>(language).input.contains("\"variants\":") {
        input["variants"] = answers.len().into();
    }
    let example = &input.to_string();
    let host = TestHost::new(language);
    // Without a model a tool may fail after its first questions.
    let _ = host.run::<G>(example);
    let is_together = host.asked.take().iter().filter(|request| request.draft.is_none()).count() == 1;
    let texts = if is_together { vec![answers.join("\n===\n")] } else { answers.to_vec() };
    let host = TestHost::new(language).answers(texts);
    let result = host.run::<G>(example).unwrap_or_else(|failure| panic!("{language}: {failure:?}"));
    for variant in &result.variants {
        let messages = odd::broken(variant, "hard");
        assert!(messages.is_empty(), "{language}: an honest answer is marked: {messages:#?}\n{variant:#}");
    }
    hostile::check_hostile_answers::<G>(Language::of(language), example, answers, is_together);
}

/// Checks a tool without drafts: both descriptions are complete and parse.
pub fn check_descriptions<G: Generator>() {
    for language in ["en", "pl"] {
        let about = run::describe::<G>(language);
        assert!(!about.name.is_empty() && !about.summary.is_empty(), "{language}: name and summary");
        for schema in [&about.input, &about.output] {
            let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
            assert_titled(&schema, language);
        }
    }
}

fn assert_titled(schema: &Value, language: &str) {
    for (name, property) in schema["properties"].as_object().expect("properties") {
        let title = property["title"].as_str().unwrap_or_default();
        assert!(!title.is_empty() && title != name, "{language}: `{name}` has no title");
    }
}
