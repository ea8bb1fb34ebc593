//! Chooses the model of a run, calls it with its fallbacks, and counts what it costs.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use futures::future::FutureExt as _;
use sitewright_engine::{Completion, CompletionRequest};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::book::{Book, Callable};
use super::detection::Detected;
use super::ledger::{Entry, Ledger};
use super::own::ModelTerms;
use super::store::{self, Connection};
use crate::platform::bus::{Received, Subscriber, Topic};
use crate::platform::model::{
    self, Answered, Connected, Effort, Heard, Model, ModelError, Unanswered, Usage, Written, estimated_tokens,
};
use crate::platform::prelude::*;

/// How often counted calls are stored and the version is read.
const LOOK: Duration = Duration::from_secs(5);
/// A fallback is called only if this much time is left.
const LEAST_TIME: Duration = Duration::from_secs(5);
/// The part of a run's time limit in which its models answer, so that a slow model is reported as the reason.
const SHARE_OF_RUN: f64 = 0.95;
/// Own models that are kept in memory.
const MOST_OWN: usize = 1_000;

/// The connected models. Cheap to clone.
#[derive(Clone)]
pub struct Models(Arc<Inner>);

struct Inner {
    app: App,
    connected: Connected,
    book: RwLock<Arc<Book>>,
    ledger: Ledger,
    unconnected: Arc<dyn Model>,
    /// Calls users' own models.
    fetcher: Fetcher,
    /// Those that were called, by account, with what was learned about their providers.
    own: Mutex<HashMap<String, Arc<Callable>>>,
    topic: Topic<Changed>,
    subscriber: Mutex<Option<Subscriber<Changed>>>,
    reading: tokio::sync::Mutex<()>,
    /// Wakes the storing of counts, because a budget is used up.
    wake: Notify,
    detected: Mutex<Option<Detected>>,
}

/// A message to the other processes: the tables have changed.
#[derive(Serialize, Deserialize)]
struct Changed {}

/// Who calls a model.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// Empty for a test by an administrator.
    pub tool: String,
    pub account: String,
    pub plan: i64,
}

impl Models {
    pub(super) async fn open(app: &App) -> anyhow::Result<Self> {
        let (topic, subscriber) = app.bus.topic("models");
        let book = Book::read(app, None).await?;
        let connected = app.part::<Connected>().clone();
        connected.set(book.is_connected());
        let models = Self(Arc::new(Inner {
            app: app.clone(),
            connected,
            ledger: Ledger::default(),
            book: RwLock::new(Arc::new(book)),
            unconnected: model::unconnected(),
            fetcher: Fetcher::new(&app.config)?,
            own: Mutex::default(),
            topic,
            subscriber: Mutex::new(Some(subscriber)),
            reading: tokio::sync::Mutex::default(),
            wake: Notify::new(),
            detected: Mutex::default(),
        }));
        models.0.ledger.read_spent(app).await?;
        Ok(models)
    }

    /// Starts to store counted calls and to follow changes of other processes.
    pub(super) fn start(&self) {
        let models = self.clone();
        self.0.app.tasks.spawn(async move { models.work().await });
        let subscriber = self.0.subscriber.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(subscriber) = subscriber {
            let models = self.clone();
            self.0.app.tasks.spawn(async move { models.listen(subscriber).await });
        }
    }

    async fn work(self) {
        let mut ticks = tokio::time::interval(LOOK);
        let stop = self.0.app.stop.clone();
        while stop.run_until_cancelled(self.next_look(&mut ticks)).await.is_some() {
            self.look().await;
        }
        self.store_usage().await;
    }

    /// Waits for the next time, or until a budget is used up.
    async fn next_look(&self, ticks: &mut tokio::time::Interval) {
        tokio::select! {
            _ = ticks.tick() => {}
            () = self.0.wake.notified() => {}
        }
    }

    /// Stores what was counted, and reads the tables if they have changed.
    async fn look(&self) {
        self.store_usage().await;
        let version = async {
            let mut conn = self.0.app.db.read().acquire().await?;
            store::settings(&mut conn).await
        };
        match version.await {
            Ok((version, _)) if version != self.book().version => self.reload().await,
            Ok(_) => {}
            Err(problem) => tracing::warn!(%problem, "the version of the models could not be read"),
        }
    }

    async fn listen(self, mut subscriber: Subscriber<Changed>) {
        let stop = self.0.app.stop.clone();
        while let Some(Some(received)) = stop.run_until_cancelled(subscriber.next()).await {
            if matches!(received, Received::Message { .. } | Received::Connected) {
                self.reload().await;
            }
        }
    }

    /// The hosts of the operator's providers that are not on this machine.
    pub fn providers(&self) -> BTreeSet<String> {
        self.book().hosts()
    }

    /// Stores the counted calls, and notifies administrators of a budget that is used up.
    pub async fn store_usage(&self) {
        let book = self.book();
        if let Err(problem) = self.0.ledger.store(&self.0.app, &book.budgets).await {
            tracing::error!(%problem, "the usage of models could not be stored");
        }
    }

    /// Reads the tables after a change of this process, and notifies the others.
    pub(super) async fn changed(&self) {
        self.reload().await;
        self.0.topic.publish(&Changed {});
    }

    /// Reads the tables.
    pub(super) async fn reload(&self) {
        let _one = self.0.reading.lock().await;
        let before = self.book();
        match Book::read(&self.0.app, Some(&before)).await {
            Ok(book) => {
                self.0.connected.set(book.is_connected());
                *self.0.book.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(book);
            }
            Err(error) => tracing::error!(%error, "the connected models could not be read"),
        }
    }

    pub(super) fn book(&self) -> Arc<Book> {
        self.0.book.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    pub(super) fn detected(&self) -> std::sync::MutexGuard<'_, Option<Detected>> {
        self.0.detected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a model is connected now.
    pub fn connected(&self) -> bool {
        self.0.connected.get()
    }

    /// The model of a run of this tool, decided now: later changes apply to later runs.
    pub async fn of_run(&self, tool: &str, account: &str, terms: ModelTerms) -> Result<Arc<dyn Model>> {
        let own = match terms.own {
            true => store::find_own(&mut self.0.app.db.read().acquire().await?, account).await?,
            false => None,
        };
        let is_own = own.is_some();
        let route = match own {
            Some(row) => [self.own(&row).ok_or_else(|| ModelError::WrongKey.problem_of_own())?].into(),
            None => self.book().route(tool),
        };
        if route.is_empty() {
            return Ok(self.0.unconnected.clone());
        }
        let asker = Asker { tool: tool.to_owned(), account: account.to_owned(), plan: terms.plan };
        let until = Instant::now() + self.0.app.config.plugin_wall.mul_f64(SHARE_OF_RUN);
        let first = AtomicUsize::new(0);
        Ok(Arc::new(Routed(Arc::new(Route { models: self.clone(), route, first, until, asker, is_own }))))
    }

    /// The own model of an account; `None` if its key is lost or its address is not allowed any more.
    fn own(&self, row: &Connection) -> Option<Arc<Callable>> {
        let mut all = self.0.own.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(&row.id).map(|known| &**known);
        let model = Arc::new(Callable::own(&self.0.app, &self.0.fetcher, row, known)?);
        if all.len() >= MOST_OWN {
            all.clear();
        }
        all.insert(row.id.clone(), model.clone());
        Some(model)
    }

    pub(super) fn fetcher(&self) -> &Fetcher {
        &self.0.fetcher
    }

    /// Calls one model for a test: with few retries, as if it had a fallback.
    pub(super) async fn ask_one(
        &self,
        model: &Callable,
        asker: &Asker,
        request: CompletionRequest,
        written: Written,
    ) -> Result<Answered, Unanswered> {
        let heard = Arc::new(AtomicU64::new(0));
        let call = Call::begin(self, asker, model, &request, &heard);
        let effort = Effort { has_fallback: true, ..Effort::default() };
        let answer = model.provider.ask(request, counting(&heard, written), effort).await;
        call.end(&answer);
        answer
    }
}

/// The models of one run.
struct Routed(Arc<Route>);

struct Route {
    models: Models,
    route: Arc<[Arc<Callable>]>,
    /// The place of the first model that has not failed in this run.
    first: AtomicUsize,
    /// When the last call of the run ends at the latest.
    until: Instant,
    asker: Asker,
    is_own: bool,
}

impl Model for Routed {
    fn connected(&self) -> bool {
        true
    }

    fn is_own(&self) -> bool {
        self.0.is_own
    }

    fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>> {
        let route = self.0.clone();
        async move { route.complete(request, written).await }.boxed()
    }
}

impl Route {
    /// Asks the models of the run. A request with images is for models that see; without any, the plugin's draft is used.
    async fn complete(&self, request: CompletionRequest, written: Written) -> Result<Completion, ModelError> {
        if request.images.is_empty() {
            return self.ask(&self.route, &self.first, request, written).await;
        }
        let route: Arc<[Arc<Callable>]> = match self.is_own {
            true => self.route.iter().filter(|model| model.sees_images).cloned().collect(),
            false => self.models.book().seeing(&self.route),
        };
        if route.is_empty() {
            let drafted = |text| Completion { text, words: 0, drafted: true };
            return request.draft.map(drafted).ok_or(ModelError::Blind);
        }
        let request = model::show(&self.models.0.app, self.models.fetcher(), request).await?;
        self.ask(&route, &AtomicUsize::new(0), request, written).await
    }

    /// Asks the first model, and the next one if its provider fails, also in the middle of a text. A model that failed
    /// is not called again in this run: each of its calls may take as long as the first one.
    async fn ask(
        &self,
        route: &[Arc<Callable>],
        first: &AtomicUsize,
        request: CompletionRequest,
        written: Written,
    ) -> Result<Completion, ModelError> {
        let budgets = &self.models.book().budgets;
        if !self.is_own && self.models.ledger().is_used_up(budgets, self.asker.plan) {
            self.models.0.wake.notify_one();
            return Err(ModelError::BudgetUsedUp);
        }
        let started = Instant::now();
        let mut next = Some(request);
        let mut failure = ModelError::NeedsModel;
        for (place, model) in route.iter().enumerate().skip(first.load(Ordering::Relaxed)) {
            let Some(request) = next.take() else { break };
            let has_fallback = place + 1 < route.len();
            // Thousands of requests may wait, so a copy is kept only if it may be needed.
            next = has_fallback.then(|| request.clone());
            let until = self.until.min(started + model.provider.settings().total);
            let heard = Arc::new(AtomicU64::new(0));
            let call = Call::begin(&self.models, &self.asker, model, &request, &heard);
            let effort = Effort { until: Some(until), has_fallback };
            let answer = model.provider.ask(request, counting(&heard, written.clone()), effort).await;
            call.end(&answer);
            let failed = match answer {
                Ok(answered) => return Ok(answered.completion),
                Err(failed) => failed,
            };
            failure = failed.error;
            let is_unusable = failed.error.is_unusable_answer();
            let may_ask_next = has_fallback
                && failed.error.is_of_provider()
                // Another provider's answer would evade the refusal.
                && failed.error != ModelError::Declined
                // The tool asks for a better text itself.
                && !(failed.shown && is_unusable);
            if !may_ask_next {
                break;
            }
            if !is_unusable {
                first.fetch_max(place + 1, Ordering::Relaxed);
            }
            if Instant::now() + LEAST_TIME >= until {
                break;
            }
            tracing::warn!(model = model.label, error = %failed.error, "a model failed; its fallback is called");
            metrics::counter!("sitewright_model_fallbacks_total").increment(1);
            if failed.shown {
                written(Heard::Again);
            }
        }
        Err(failure)
    }
}

/// Passes pieces on and counts their characters.
fn counting(heard: &Arc<AtomicU64>, written: Written) -> Written {
    let heard = heard.clone();
    Arc::new(move |part: Heard<'_>| {
        if let Heard::Piece(piece) = part {
            heard.fetch_add(piece.chars().count() as u64, Ordering::Relaxed);
        }
        written(part);
    })
}

/// A call that is being counted. One that is dropped was cancelled; the provider still charges what it wrote.
struct Call<'a> {
    models: &'a Models,
    asker: &'a Asker,
    model: &'a Callable,
    heard: Arc<AtomicU64>,
    prompt: u64,
    started: Instant,
    is_over: bool,
}

impl<'a> Call<'a> {
    fn begin(
        models: &'a Models,
        asker: &'a Asker,
        model: &'a Callable,
        request: &CompletionRequest,
        heard: &Arc<AtomicU64>,
    ) -> Self {
        let texts = request.messages.iter().map(|message| message.text.as_str());
        let prompt = texts.chain(request.schema.as_deref()).map(estimated_tokens).sum();
        let heard = heard.clone();
        Self { models, asker, model, heard, prompt, started: Instant::now(), is_over: false }
    }

    fn end(mut self, answer: &Result<Answered, Unanswered>) {
        self.is_over = true;
        match answer {
            Ok(Answered { completion, usage }) => self.count(*usage, completion.words, false),
            // The time ran out in the middle of an answer.
            Err(failed) if failed.usage == Usage::default() && failed.shown => {
                self.count(self.estimate(), 0, true);
            }
            // The provider was not called.
            Err(failed) if !failed.error.is_of_provider() => {}
            Err(failed) => self.count(failed.usage, 0, true),
        }
    }

    fn estimate(&self) -> Usage {
        let output = (self.heard.load(Ordering::Relaxed) * 2).div_ceil(7);
        Usage { input: self.prompt, output, estimated: true }
    }

    fn count(&self, usage: Usage, words: u32, failed: bool) {
        self.models.ledger().add(
            self.asker,
            (&self.model.id, &self.model.label),
            Entry {
                failures: i64::from(failed),
                words: words.into(),
                usage,
                micro_usd: self.model.price(usage).unwrap_or(0),
                ms: i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX),
            },
        );
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.count(self.estimate(), 0, false);
        }
    }
}
