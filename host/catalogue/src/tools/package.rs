//! Checks that need to run a component: its descriptions, and the results of its examples.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;
use sitewright_engine::{
    Answer, BoxFuture, Call, Completion, CompletionRequest, Context, Failure, InstallError, Outcome, Plugin,
    Ports, RunError,
};
use sitewright_package::{Code, Descriptor, Example, Expected, Package, Problem, Program};

use super::schema::Schema;
use super::{Workshop, prepare};
use crate::platform::locale::Locale;

/// The time of every example, so that results are reproducible.
const NOW_MS: u64 = 1_767_225_600_000;

/// The component's description in a language.
pub async fn describe(plugin: &Plugin, locale: Locale) -> anyhow::Result<Descriptor> {
    let text =
        plugin.describe(locale.tag()).await.with_context(|| format!("describe({:?})", locale.tag()))?;
    Descriptor::of(&text.name, &text.summary, [&text.input, &text.output, &text.example]).with_context(|| {
        format!("describe({:?}) returned a schema or an example that is not JSON", locale.tag())
    })
}

/// Runs an example input with the recorded answers instead of a language model's.
pub async fn rehearse(
    plugin: &Plugin,
    language: &str,
    input: Value,
    answers: &[String],
) -> anyhow::Result<Expected> {
    let described = plugin.describe(language).await?;
    run_example(plugin, language, &Schema::of_input(&described.input)?, input, answers).await
}

async fn run_example(
    plugin: &Plugin,
    language: &str,
    schema: &Schema,
    input: Value,
    answers: &[String],
) -> anyhow::Result<Expected> {
    let input = prepare(schema, input).map_err(|problem| {
        let fields: Vec<_> = problem.errors().keys().cloned().collect();
        anyhow!("the input does not satisfy the tool's schema: {}", fields.join(", "))
    })?;
    ended(plugin.run(input, Arc::new(Rehearsal::new(language, answers))).await.result)
}

/// The result of a run in the form of an example.
///
/// Errors: the plugin trapped, or a limit of the engine ended it.
pub fn ended(result: Result<Outcome, RunError>) -> anyhow::Result<Expected> {
    match result {
        Ok(outcome) => {
            let data = serde_json::from_str(&outcome.data).context("the result's data")?;
            Ok(Expected::Outcome { title: outcome.title, text: outcome.text, data })
        }
        Err(RunError::Failure(failure)) => Ok(Expected::Failure(failure_name(&failure).to_owned())),
        Err(error) => bail!("{error}"),
    }
}

/// The context of an example: no user or project, and a fixed time.
pub fn rehearsal_context(language: &str) -> Context {
    Context { interface_language: language.to_owned(), now_ms: NOW_MS, ..Context::default() }
}

/// What a run gets that has neither an account nor a model: its language, the time, and its own drafts.
pub fn without_account(language: &str, now_ms: u64) -> Arc<dyn Ports> {
    let mut ports = Rehearsal::new(language, &[]);
    ports.context.now_ms = now_ms;
    Arc::new(ports)
}

/// All differences between a package's files and its component.
pub async fn verify(workshop: &Workshop, package: &Package) -> Vec<Problem> {
    let place = match package.program() {
        Program::Component(_) => "component.wasm",
        Program::Template(_) => "template.toml",
        Program::Rules(_) => "rules.toml",
    };
    let refused = |why: String| vec![Problem::at(Code::ComponentRefused, place).with("why", why)];
    // A separate instance of the code: traps here must not quarantine a tool with the same component.
    let plugin = match workshop.plugin(package.program()).await {
        Ok(plugin) => plugin.apart(),
        Err(error) => match error.downcast_ref::<InstallError>() {
            Some(InstallError::TooCostly { limit }) => {
                return vec![Problem::at(Code::ComponentTooCostly, place).with("limit", limit.as_str())];
            }
            _ => return refused(format!("{error:#}")),
        },
    };
    let mut problems = Vec::new();
    for (language, recorded) in &package.descriptors {
        let Some(locale) = Locale::of_tag(language) else { continue };
        match describe(&plugin, locale).await {
            Ok(described) if described == *recorded => {}
            Ok(described) if package.is_data() && says_the_same(&described, recorded) => {}
            Ok(_) => problems.push(Problem::at(Code::DescribeDiffers, format!("describe/{language}.json"))),
            Err(error) => problems.extend(refused(format!("{error:#}"))),
        }
    }
    if plugin.is_rules()
        && let Err(error) = plugin.describe_rules_in(Locale::ALL.map(Locale::tag)).await
    {
        problems.extend(refused(error.to_string()));
    }
    for (place, example) in &package.examples {
        let Example { language, input, answers, expected } = example;
        // With the schema that was checked with the package: one from the component could take for ever.
        let recorded = package.descriptors.iter().find(|(known, _)| known == language);
        let Some((_, recorded)) = recorded else { continue };
        let schema = Schema::checked(recorded.input.get().to_owned());
        match run_example(&plugin, language, &schema, input.clone(), answers).await {
            Ok(made) if made == *expected => {}
            Ok(made) if package.is_data() && makes_the_same(&made, expected) => {}
            // A trap also counts as a different result.
            _ => problems.push(Problem::at(Code::ExampleDiffers, place.as_str())),
        }
    }
    problems
}

/// Compares descriptions. A template's description contains texts of this host, such as titles of common fields,
/// which another version may have worded differently.
fn says_the_same(one: &Descriptor, other: &Descriptor) -> bool {
    let own = |of: &Descriptor| (of.name.clone(), of.summary.clone(), of.example.get().to_owned());
    let fields = |of: &Descriptor| [&of.input, &of.output].map(|schema| field_names(schema.get()));
    own(one) == own(other) && fields(one) == fields(other)
}

fn field_names(schema: &str) -> Vec<String> {
    fn names(schema: &Value, path: &str, out: &mut Vec<String>) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}/{name}");
            names(field, &path, out);
            names(&field["items"], &path, out);
            out.push(path);
        }
    }
    let mut out = Vec::new();
    names(&serde_json::from_str(schema).unwrap_or_default(), "", &mut out);
    out.sort_unstable();
    out
}

/// The same for results: the host computes the measures.
fn makes_the_same(one: &Expected, other: &Expected) -> bool {
    let unmeasured = |mut expected: Expected| {
        if let Expected::Outcome { data, .. } = &mut expected {
            for variant in
                data["variants"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut)
            {
                variant.remove("checks");
            }
        }
        expected
    };
    unmeasured(one.clone()) == unmeasured(other.clone())
}

/// The name of a failure in the contract.
pub fn failure_name(failure: &Failure) -> &'static str {
    match failure {
        Failure::InvalidInput(_) => "invalid-input",
        Failure::LimitReached(_) => "limit-reached",
        Failure::NeedsModel => "needs-model",
        Failure::Unavailable(_) => "unavailable",
        Failure::Refused(_) => "refused",
    }
}

/// The host of an example: no project, a fixed time, recorded answers. Without answers no model is connected.
struct Rehearsal {
    context: Context,
    connected: bool,
    answers: Mutex<VecDeque<String>>,
}

impl Rehearsal {
    fn new(language: &str, answers: &[String]) -> Self {
        Self {
            context: rehearsal_context(language),
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

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let Call::ModelComplete(request) = call else { return call.refuse() };
        // Taken when the call is made, so that answers follow the order of calls.
        let answer = self.answer(request).map(Answer::from);
        Box::pin(async move { answer })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
