//! A run with the connected model and real egress, which is recorded.

use sitewright_engine::{Answer, BoxFuture, Call, Context, Failure, Ports};

use super::case::Case;
use crate::catalogue::tools;
use crate::cli::desk::{Desk, WayOut};
use crate::cli::prelude::*;
use crate::platform::model::Model;
use crate::work::recordings::{End, FORMAT, RecordedAnswer, Recorder, Recording};
use crate::work::runs::problems;

/// The model and egress for recordings.
pub(super) struct Recorders<'a> {
    pub plugin: &'a Plugin,
    pub package: &'a Package,
    pub model: Arc<dyn Model>,
    pub desk: &'a Desk,
}

/// Runs a case and returns its recording.
///
/// Errors: the run fails, or the model failed to answer a call.
pub(super) async fn run(recorders: &Recorders<'_>, case: &Case) -> anyhow::Result<Recording> {
    let Recorders { plugin, package, model, desk } = recorders;
    let described = plugin.describe(case.language.tag()).await?;
    let input = tools::prepare(&Schema::of_input(&described.input)?, case.input.clone())
        .map_err(|_| anyhow!("the input does not satisfy the tool's schema"))?;
    let context = tools::rehearsal_context(case.language.tag());
    let (locale, way) = (case.language, desk.way(case.language));
    let ports = Arc::new(Recorder::new(Arc::new(Asking { context, locale, model: model.clone(), way })));
    let report = plugin.run(input.clone(), ports.clone()).await;
    let end = End::of(&report);
    report.result?;
    let (calls, truncated) = ports.calls();
    let unanswered = calls.iter().any(|recorded| {
        matches!(recorded.call, Call::ModelComplete(_))
            && !matches!(recorded.answer, Some(RecordedAnswer::Ok(_)))
    });
    if truncated || unanswered {
        bail!("the model failed to answer a call; try again");
    }
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

/// Ports without a project, with the connected model, and with egress if the plugin may use it.
struct Asking {
    context: Context,
    locale: Locale,
    model: Arc<dyn Model>,
    way: Option<WayOut>,
}

impl Ports for Asking {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        match (call, &self.way) {
            (Call::ModelComplete(request), _) => Box::pin(async {
                let answer = self.model.complete(request, Arc::new(|_| {})).await;
                let answer = answer.map(Answer::from).map_err(|error| error.problem());
                answer.map_err(|problem| problems::failure(&problem, self.locale))
            }),
            (call, Some(way)) => Box::pin(way.call(call)),
            (call, None) => call.refuse(),
        }
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
