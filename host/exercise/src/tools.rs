//! The tools of the bundle, loaded into an engine with the default limits.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use futures::future::{BoxFuture, FutureExt};
use serde_json::Value;
use sitewright_engine::{
    Answer, Call, CompletionRequest, Context, Engine, Failure, Outcome, Plugin, Ports, RunError,
};
use sitewright_package::Template;

use crate::model::Model;

/// A tool of the bundle.
pub struct Tool {
    pub id: String,
    pub plugin: Plugin,
    /// The template for the component that runs templates; `None` for a tool with its own component.
    pub template: Option<String>,
    /// Schemas of the input and of the result, in English and Polish.
    pub forms: [(Value, Value); 2],
}

/// How a run of a component ended.
pub struct RunResult {
    pub result: Result<Outcome, RunError>,
    pub asked: Vec<CompletionRequest>,
    pub guest_cpu: Duration,
}

/// Every tool of a bundle that writes texts, by id. Shop systems and rule packs write none.
pub async fn load(engine: &Engine, bundle: &Path) -> Result<Vec<Tool>> {
    let runner = bundle.join("template-runner.wasm");
    let runner =
        std::fs::read(&runner).with_context(|| format!("{} is missing: run `make`", runner.display()))?;
    let runner = engine.install_runner(runner).await?;
    let mut folders: Vec<_> =
        std::fs::read_dir(bundle.join("plugins"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    folders.sort();
    let mut tools = Vec::new();
    for folder in folders {
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let component = folder.join("component.wasm");
        let (plugin, template) = if component.exists() {
            (engine.install(std::fs::read(component)?).await?, None)
        } else {
            let text = std::fs::read_to_string(folder.join("template.toml"))?;
            let template = Template::read(&text).map_err(|problems| anyhow!("{id}: {problems:?}"))?;
            (runner.plugin(template.source()), Some(template.source().to_owned()))
        };
        if plugin.is_shop() || plugin.is_rules() {
            continue;
        }
        let forms = [form(&plugin, "en").await?, form(&plugin, "pl").await?];
        tools.push(Tool { id, plugin, template, forms });
    }
    Ok(tools)
}

async fn form(plugin: &Plugin, language: &str) -> Result<(Value, Value)> {
    let about = plugin.describe(language).await?;
    Ok((serde_json::from_str(&about.input)?, serde_json::from_str(&about.output)?))
}

impl Tool {
    /// Runs the component.
    pub async fn run(&self, input: &Value, context: Context, model: Model) -> RunResult {
        let ports = Arc::new(TestHost { context, model, asked: Mutex::default() });
        let report = self.plugin.run(input.to_string(), ports.clone()).await;
        let asked = ports.asked.lock().map(|asked| asked.clone()).unwrap_or_default();
        RunResult { result: report.result, asked, guest_cpu: report.guest_cpu }
    }
}

/// The host's side of a run: a stand-in model, and a record of the requests to it.
struct TestHost {
    context: Context,
    model: Model,
    asked: Mutex<Vec<CompletionRequest>>,
}

impl Ports for TestHost {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let Call::ModelComplete(request) = call else { return call.refuse() };
        let reply = self.model.reply(&request).map(Answer::from);
        if let Ok(mut asked) = self.asked.lock() {
            asked.push(request);
        }
        async move { reply }.boxed()
    }

    fn progress(&self, _done: u32, _total: u32, _label: &str) {}
}
