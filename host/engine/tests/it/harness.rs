//! An engine for one test, and ports that the test configures.

use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use sitewright_engine::{
    Answer, Call, Completion, CompletionRequest, Context, Engine, Failure, Limits, Plugin, Ports, Report,
    RunError, Settings,
};
use tempfile::TempDir;

use crate::guest::Guest;

/// An engine and its folder, which is deleted with it.
pub struct Bench {
    pub engine: Engine,
    pub folder: TempDir,
}

/// Small limits, so that a test ends soon; each test sets the limits that it is about.
pub fn limits() -> Limits {
    Limits { cpu: Duration::from_millis(50), ..Limits::default() }
}

pub fn bench(limits: Limits) -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let engine = engine_in(&folder, limits);
    Bench { engine, folder }
}

pub fn engine_in(folder: &TempDir, limits: Limits) -> Engine {
    engine_with(folder.path(), limits)
}

/// An engine whose folder of compiled components may outlive the test.
pub fn engine_with(compiled: &Path, limits: Limits) -> Engine {
    let settings = Settings { limits, max_instances: Some(128), ..Settings::new(compiled) };
    Engine::new(settings).expect("the engine starts")
}

impl Bench {
    pub async fn install(&self, component: Vec<u8>) -> Plugin {
        self.engine.install(component).await.expect("the component is a plugin")
    }

    /// Runs a hostile plugin beside 100 normal runs, which must not be affected.
    pub async fn beside_good_runs(&self, hostile: Vec<u8>, ports: Arc<dyn Ports>) -> Report {
        let hostile = self.install(hostile).await;
        let good = self.install(Guest::default().component()).await;
        let run = tokio::spawn(async move { hostile.run("{}".to_owned(), ports).await });
        let good_runs = (0..100).map(|_| good.run("{}".to_owned(), TestPorts::answering("yes")));
        for report in join_all(good_runs).await {
            assert_eq!(report.result.map(|outcome| outcome.title), Ok("Title".to_owned()));
        }
        run.await.expect("the test itself does not panic")
    }
}

/// The error of a run.
pub fn error(report: Report) -> RunError {
    report.result.expect_err("the run must not succeed")
}

type Model = Box<dyn Fn(CompletionRequest) -> BoxFuture<'static, Result<Completion, Failure>> + Send + Sync>;

type Egress = fn(Call) -> BoxFuture<'static, Result<Answer, Failure>>;

/// Ports with a model that the test defines.
pub struct TestPorts {
    pub context: Context,
    answer: Model,
    pub asked: AtomicUsize,
    pub progress: Mutex<Vec<(u32, u32, String)>>,
    /// The egress interfaces, if the test has them.
    pub outside: Option<Egress>,
}

impl TestPorts {
    pub fn new(
        answer: impl Fn(CompletionRequest) -> BoxFuture<'static, Result<Completion, Failure>>
        + Send
        + Sync
        + 'static,
    ) -> Arc<TestPorts> {
        Arc::new(TestPorts {
            context: Context { interface_language: "pl".to_owned(), now_ms: 1_700, ..Context::default() },
            answer: Box::new(answer),
            asked: AtomicUsize::new(0),
            progress: Mutex::default(),
            outside: None,
        })
    }

    /// A model that always returns the same answer immediately.
    pub fn answering(text: &'static str) -> Arc<TestPorts> {
        TestPorts::new(move |_| Box::pin(async move { Ok(completion(text)) }))
    }

    /// A model that answers after a while.
    pub fn slow(after: Duration) -> Arc<TestPorts> {
        TestPorts::new(move |_| {
            Box::pin(async move {
                tokio::time::sleep(after).await;
                Ok(completion("at last"))
            })
        })
    }

    /// A model that never answers.
    pub fn silent() -> Arc<TestPorts> {
        TestPorts::new(|_| Box::pin(std::future::pending()))
    }
}

pub fn completion(text: &str) -> Completion {
    Completion { text: text.to_owned(), words: 1, drafted: false }
}

impl Ports for TestPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        match (call, self.outside) {
            (Call::ModelComplete(request), _) => {
                self.asked.fetch_add(1, SeqCst);
                let answer = (self.answer)(request);
                Box::pin(async move { answer.await.map(Answer::from) })
            }
            (call, Some(outside)) => outside(call),
            (call, None) => call.refuse(),
        }
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.progress.lock().expect("no test panics here").push((done, total, label.to_owned()));
    }
}
