//! A run with the connected model whose answers are kept.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{anyhow, bail};
use sitewright_engine::{BoxFuture, Completion, CompletionRequest, Context, Failure, Plugin, Ports};

use super::test::Case;
use crate::{
    locale::Locale,
    model::Model,
    runs::problems,
    tools::{self, Schema},
};

/// The model's answers, in the order of the questions.
pub(super) async fn answers(
    plugin: &Plugin,
    case: &Case,
    model: Arc<dyn Model>,
) -> anyhow::Result<Vec<String>> {
    let described = plugin.describe(case.language.tag()).await?;
    let input = tools::prepare(&Schema::of_input(&described.input)?, case.input.clone())
        .map_err(|_| anyhow!("the input does not satisfy the tool's schema"))?;
    let ports = Arc::new(Recorder {
        context: tools::rehearsal_context(case.language.tag()),
        locale: case.language,
        model,
        answers: Mutex::default(),
    });
    plugin.run(input, ports.clone()).await.result?;
    let answers = ports.answers.lock().unwrap_or_else(PoisonError::into_inner);
    match answers.iter().cloned().collect() {
        Some(answers) => Ok(answers),
        None => bail!("the model failed to answer one of the questions; try again"),
    }
}

struct Recorder {
    context: Context,
    locale: Locale,
    model: Arc<dyn Model>,
    /// By the order of the questions; none while an answer is on its way.
    answers: Mutex<Vec<Option<String>>>,
}

impl Ports for Recorder {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        let place = {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.push(None);
            answers.len() - 1
        };
        let answer = self.model.complete(request, Arc::new(|_: &str| {}));
        Box::pin(async move {
            let answer =
                answer.await.map_err(|error| problems::failure(&problems::of_model(error), self.locale))?;
            self.answers.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(answer.text.clone());
            Ok(answer)
        })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
