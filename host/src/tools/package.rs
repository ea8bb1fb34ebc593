//! What only running a component shows: how it describes itself, and what it makes of an example.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;
use sitewright_engine::{
    BoxFuture, Completion, CompletionRequest, Context, Engine, Failure, Plugin, Ports, RunError,
};
use sitewright_package::{Code, Descriptor, Example, Expected, Package, Problem};

use super::{prepare, schema::Schema};
use crate::locale::Locale;

/// The time of every example: a result must not depend on when it is made.
const NOW_MS: u64 = 1_767_225_600_000;

/// How the component describes itself in a language.
pub async fn describe(plugin: &Plugin, locale: Locale) -> anyhow::Result<Descriptor> {
    let text =
        plugin.describe(locale.tag()).await.with_context(|| format!("describe({:?})", locale.tag()))?;
    Descriptor::of(&text.name, &text.summary, [&text.input, &text.output, &text.example]).with_context(|| {
        format!("describe({:?}) returned a schema or an example that is not JSON", locale.tag())
    })
}

/// Runs an input as a package records it: with its own answers in the place of a language model's.
pub async fn rehearse(
    plugin: &Plugin,
    language: &str,
    input: Value,
    answers: &[String],
) -> anyhow::Result<Expected> {
    let described = plugin.describe(language).await?;
    let input = prepare(&Schema::of_input(&described.input)?, input).map_err(|problem| {
        let fields: Vec<_> = problem.errors().keys().cloned().collect();
        anyhow!("the input does not satisfy the tool's schema: {}", fields.join(", "))
    })?;
    match plugin.run(input, Arc::new(Rehearsal::new(language, answers))).await.result {
        Ok(outcome) => {
            let data = serde_json::from_str(&outcome.data).context("the result's data")?;
            Ok(Expected::Outcome { title: outcome.title, text: outcome.text, data })
        }
        Err(RunError::Failure(failure)) => Ok(Expected::Failure(name(&failure).to_owned())),
        Err(error) => bail!("{error}"),
    }
}

/// Everything that a package says of its component and that is not so.
pub async fn verify(engine: &Engine, package: &Package) -> Vec<Problem> {
    let component = package.files.get("component.wasm").cloned().unwrap_or_default();
    let refused = |why: String| vec![Problem::at(Code::ComponentRefused, "component.wasm").with("why", why)];
    let plugin = match engine.install(component).await {
        Ok(plugin) => plugin,
        Err(error) => return refused(error.to_string()),
    };
    let mut problems = Vec::new();
    for (language, recorded) in &package.descriptors {
        let Some(locale) = Locale::of_tag(language) else { continue };
        match describe(&plugin, locale).await {
            Ok(described) if described == *recorded => {}
            Ok(_) => problems.push(Problem::at(Code::DescribeDiffers, format!("describe/{language}.json"))),
            Err(error) => problems.extend(refused(format!("{error:#}"))),
        }
    }
    for (place, example) in &package.examples {
        let Example { language, input, answers, expected } = example;
        match rehearse(&plugin, language, input.clone(), answers).await {
            Ok(made) if made == *expected => {}
            // A component that breaks down makes something else of it, too.
            _ => problems.push(Problem::at(Code::ExampleDiffers, place.as_str())),
        }
    }
    problems
}

/// The contract's name of a failure.
fn name(failure: &Failure) -> &'static str {
    match failure {
        Failure::InvalidInput(_) => "invalid-input",
        Failure::LimitReached(_) => "limit-reached",
        Failure::NeedsModel => "needs-model",
        Failure::Unavailable(_) => "unavailable",
        Failure::Refused(_) => "refused",
    }
}

/// The host of an example: nobody's project, a fixed time, recorded answers. Without answers no model is connected.
struct Rehearsal {
    context: Context,
    connected: bool,
    answers: Mutex<VecDeque<String>>,
}

impl Rehearsal {
    fn new(language: &str, answers: &[String]) -> Self {
        Self {
            context: Context {
                interface_language: language.to_owned(),
                now_ms: NOW_MS,
                ..Context::default()
            },
            connected: !answers.is_empty(),
            answers: Mutex::new(answers.iter().cloned().collect()),
        }
    }

    fn answer(&self, request: CompletionRequest) -> Result<Completion, Failure> {
        if !self.connected {
            let text = request.draft.ok_or(Failure::NeedsModel)?;
            return Ok(Completion { text, words: 0, drafted: true });
        }
        let next = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let text =
            next.ok_or_else(|| Failure::Unavailable("The example records no further answer.".to_owned()))?;
        Ok(Completion { text, words: 0, drafted: false })
    }
}

impl Ports for Rehearsal {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        // Taken when the question is asked, so that answers follow the order of the questions.
        let answer = self.answer(request);
        Box::pin(async move { answer })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
