//! A run with the connected model, of which everything is kept.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use serde_json::value::RawValue;
use sitewright_engine::{BoxFuture, Completion, CompletionRequest, Context, Failure, Plugin, Ports};
use sitewright_package::Package;

use super::test::Case;
use crate::{
    locale::Locale,
    model::Model,
    recordings::{Answer, Call, End, FORMAT, Recorder, Recording},
    runs::problems,
    tools::{self, Schema},
};

/// Runs a case and returns what it asked and was answered.
pub(super) async fn run(
    plugin: &Plugin,
    package: &Package,
    case: &Case,
    model: Arc<dyn Model>,
) -> anyhow::Result<Recording> {
    let described = plugin.describe(case.language.tag()).await?;
    let input = tools::prepare(&Schema::of_input(&described.input)?, case.input.clone())
        .map_err(|_| anyhow!("the input does not satisfy the tool's schema"))?;
    let context = tools::rehearsal_context(case.language.tag());
    let ports = Arc::new(Recorder::new(Arc::new(Asking { context, locale: case.language, model })));
    let report = plugin.run(input.clone(), ports.clone()).await;
    let end = End::of(&report);
    report.result?;
    let (calls, truncated) = ports.calls();
    Ok(Recording {
        format: FORMAT,
        tool: package.manifest.id.clone(),
        version: package.manifest.version.clone(),
        package: Some(package.digest.clone()),
        context: ports.context().clone(),
        input: RawValue::from_string(input)?,
        calls,
        truncated,
        end,
    })
}

/// The model's answers, in the order of the questions.
pub(super) fn answers(recording: &Recording) -> anyhow::Result<Vec<String>> {
    let text = |call: &Call| match &call.answer {
        Some(Answer::Ok(answer)) => answer["text"].as_str().map(str::to_owned),
        _ => None,
    };
    match recording.calls.iter().map(text).collect() {
        Some(answers) if !recording.truncated => Ok(answers),
        _ => bail!("the model failed to answer one of the questions; try again"),
    }
}

/// A project that is nobody's, and the connected model.
struct Asking {
    context: Context,
    locale: Locale,
    model: Arc<dyn Model>,
}

impl Ports for Asking {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        let answer = self.model.complete(request, Arc::new(|_: &str| {}));
        Box::pin(async move {
            answer.await.map_err(|error| problems::failure(&problems::of_model(error), self.locale))
        })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
