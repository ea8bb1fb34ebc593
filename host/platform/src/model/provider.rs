//! A model at its provider: one HTTP client with retries and timeouts for all protocols. `protocol.rs` writes and reads
//! what each of them sends.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt};
use sitewright_engine::{Completion, CompletionRequest};
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::answer::{Answer, says_no_credit};
use super::dialect::Shape;
use super::protocol::{self, Dialect};
use super::retry::Backoff;
use super::schema::{self, Wanted};
use super::stream::End;
use super::transport::{self, Failure, Pieces, Refusal};
use super::{Kind, Model, ModelError, ModelSettings, Usage, Written, images};

/// A model at its provider. Cheap to clone; the clones share connections and what was learned about the provider.
#[derive(Clone)]
pub struct Provider {
    runtime: Handle,
    inner: Arc<Inner>,
}

struct Inner {
    client: reqwest::Client,
    settings: ModelSettings,
    dialect: Mutex<Dialect>,
}

/// How much a call may take. The default is what the settings allow.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effort {
    /// When the call ends at the latest.
    pub until: Option<Instant>,
    /// Whether another model answers if this one fails: then it is retried once at most, and not after a timeout.
    pub has_fallback: bool,
}

/// A usable answer, with the tokens of all attempts.
#[derive(Debug, Clone)]
pub struct Answered {
    pub completion: Completion,
    pub usage: Usage,
}

/// A call without a usable answer.
#[derive(Debug, Clone)]
pub struct Unanswered {
    pub error: ModelError,
    /// Whether a part of an answer was shown.
    pub shown: bool,
    pub usage: Usage,
    /// The provider's own words, without the prompt and the key. For administrators.
    pub complaint: Option<String>,
}

impl From<ModelError> for Unanswered {
    fn from(error: ModelError) -> Self {
        Self { error, shown: false, usage: Usage::default(), complaint: None }
    }
}

/// What the attempts of a call have led to so far; kept when the call runs out of time.
#[derive(Default)]
struct Progress {
    shown: bool,
    usage: Usage,
}

impl Provider {
    /// Must be called on the runtime that does the I/O.
    pub fn new(settings: ModelSettings) -> anyhow::Result<Self> {
        let client = http_client(&settings)?;
        Self::through(client, settings)
    }

    /// The same with the client of the caller, which must not follow redirects.
    pub fn through(client: reqwest::Client, settings: ModelSettings) -> anyhow::Result<Self> {
        let url = settings.url.trim_end_matches('/').to_owned();
        ensure!(
            url.starts_with("http://") || url.starts_with("https://"),
            "the model's address must begin with https:// or http://, not {url:?}"
        );
        ensure!(!settings.name.is_empty(), "the model has a URL but no name");
        ensure!(
            settings.key.bytes().all(|byte| byte.is_ascii_graphic()),
            "the model's key contains a space, a line break or another invalid character"
        );
        let settings = ModelSettings { url, ..settings };
        let dialect = Mutex::new(Dialect::first(settings.kind));
        Ok(Self { runtime: Handle::current(), inner: Arc::new(Inner { client, settings, dialect }) })
    }

    pub fn settings(&self) -> &ModelSettings {
        &self.inner.settings
    }

    /// Sends one request. Dropping the future also stops the work at the provider.
    pub fn ask(
        &self,
        mut request: CompletionRequest,
        written: Written,
        effort: Effort,
    ) -> BoxFuture<'static, Result<Answered, Unanswered>> {
        // Thousands of requests may wait here at once.
        request.draft = None;
        let inner = self.inner.clone();
        let task = self.runtime.spawn(async move { inner.complete(request, written, effort).await });
        // Aborting the task closes the connection, which stops the provider.
        let task = AbortOnDropHandle::new(task);
        async move {
            task.await.unwrap_or_else(|error| {
                tracing::error!(%error, "the task that calls the model ended early");
                Err(ModelError::Unreachable.into())
            })
        }
        .boxed()
    }
}

/// Connections are many and short-lived while thousands of runs wait, so few idle ones are kept. Redirects are not
/// followed, because the key would be sent along.
pub(super) fn http_client(settings: &ModelSettings) -> anyhow::Result<reqwest::Client> {
    // Fails only if the process already has a provider, which works as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder();
    // A proxy does not lead to this machine.
    let client = if is_here(&settings.url) { client.no_proxy() } else { client };
    client
        .user_agent(concat!("sitewright/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(settings.connect)
        .pool_max_idle_per_host(64)
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_keepalive(Duration::from_secs(30))
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .context("the HTTP client for the model could not be made")
}

/// Whether an address is one of this machine.
fn is_here(url: &str) -> bool {
    match reqwest::Url::parse(url).ok().as_ref().and_then(reqwest::Url::host) {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

impl Model for Provider {
    fn connected(&self) -> bool {
        true
    }

    fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>> {
        let asked = self.ask(request, written, Effort::default());
        async move { asked.await.map(|answered| answered.completion).map_err(|failed| failed.error) }.boxed()
    }
}

/// Why one attempt failed, and what to do next.
pub(super) struct Failed {
    pub error: ModelError,
    again: Again,
    complaint: Option<String>,
}

enum Again {
    Never,
    After(Option<Duration>),
    /// The provider understood the request and refused a part of it.
    Differently(String),
}

impl Failed {
    pub fn for_good(error: ModelError) -> Self {
        Self { error, again: Again::Never, complaint: None }
    }

    pub fn for_now(error: ModelError) -> Self {
        Self::again(error, Again::After(None))
    }

    fn again(error: ModelError, again: Again) -> Self {
        Self { error, again, complaint: None }
    }
}

/// The schema that is sent to a provider of this dialect.
fn sent(wanted: Option<&Arc<Wanted>>, dialect: Dialect) -> Option<&Arc<Wanted>> {
    wanted.filter(|wanted| !wanted.or_text || dialect.shape == Shape::Schema)
}

impl Inner {
    async fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
        effort: Effort,
    ) -> Result<Answered, Unanswered> {
        // Without the router nothing has read the images, and only OpenAI's protocol takes their addresses.
        let is_unread = |image: &String| images::parts(image).is_none();
        if self.settings.kind != Kind::OpenAi && request.images.iter().any(is_unread) {
            return Err(ModelError::Image.into());
        }
        let started = Instant::now();
        let latest = started + self.settings.total;
        let until = effort.until.map_or(latest, |until| until.min(latest));
        let mut progress = Progress::default();
        let attempts =
            self.attempts(&request, &written, Effort { until: Some(until), ..effort }, &mut progress);
        let answer = tokio::time::timeout_at(until, attempts).await;
        let answer = answer.unwrap_or_else(|_| Err(Failed::for_good(ModelError::TimedOut)));
        let outcome = answer.as_ref().map_or_else(|failed| failed.error.key(), |_| "ok");
        metrics::histogram!("sitewright_model_seconds", "outcome" => outcome)
            .record(started.elapsed().as_secs_f64());
        let Progress { shown, usage } = progress;
        match answer {
            Ok(completion) => Ok(Answered { completion, usage }),
            Err(Failed { error, complaint, .. }) => Err(Unanswered { error, shown, usage, complaint }),
        }
    }

    /// Retries until there is an answer, the time is used up, or a part of an answer was shown: a text that a user
    /// has begun to read must not become another one.
    async fn attempts(
        &self,
        request: &CompletionRequest,
        written: &Written,
        effort: Effort,
        progress: &mut Progress,
    ) -> Result<Completion, Failed> {
        let wanted = schema::read(request).await.map_err(Failed::for_good)?;
        let retries = self.settings.retries.min(if effort.has_fallback { 1 } else { u32::MAX });
        let mut backoff = Backoff::new(retries);
        loop {
            let dialect = self.dialect();
            let is_data = sent(wanted.as_ref(), dialect).is_some_and(|wanted| wanted.or_text);
            let mut answer = Answer::new(request, written, is_data);
            let done = self.attempt(dialect, request, wanted.as_ref(), &mut answer, progress).await;
            progress.usage += answer.usage(request, done.is_ok());
            let mut failed = match done {
                Ok(()) => return Ok(answer.completion(request)),
                Err(failed) => failed,
            };
            progress.shown = answer.shown;
            if answer.shown || (effort.has_fallback && failed.error == ModelError::TimedOut) {
                return Err(failed);
            }
            let pause = match std::mem::replace(&mut failed.again, Again::Never) {
                Again::Never => return Err(failed),
                Again::After(asked) => match backoff.next(asked) {
                    Some(pause) => pause,
                    None => return Err(failed),
                },
                Again::Differently(why) => match dialect.after(&why, request) {
                    Some(next) => {
                        self.learn(dialect, next);
                        continue;
                    }
                    None => return Err(failed),
                },
            };
            // A pause beyond the time limit is a failure.
            if effort.until.is_some_and(|until| Instant::now() + pause >= until) {
                return Err(failed);
            }
            metrics::counter!("sitewright_model_retries_total").increment(1);
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(
        &self,
        dialect: Dialect,
        request: &CompletionRequest,
        wanted: Option<&Arc<Wanted>>,
        answer: &mut Answer<'_>,
        progress: &mut Progress,
    ) -> Result<(), Failed> {
        let document = sent(wanted, dialect).map(|wanted| &wanted.document);
        let call = protocol::request(&self.client, &self.settings, dialect, request, document);
        let first_by = Instant::now() + self.settings.first_token;
        let sent = transport::send(call, protocol::reader(self.settings.kind));
        let pieces = match tokio::time::timeout_at(first_by, sent).await {
            Err(_) => return Err(Failed::for_now(ModelError::TimedOut)),
            Ok(pieces) => pieces.map_err(|failure| self.failed(failure, request))?,
        };
        self.read(pieces, first_by, request, answer, progress).await?;
        let checked = answer.check(wanted).await;
        progress.shown = answer.shown;
        checked
    }

    async fn read(
        &self,
        mut pieces: Pieces,
        first_by: Instant,
        request: &CompletionRequest,
        answer: &mut Answer<'_>,
        progress: &mut Progress,
    ) -> Result<(), Failed> {
        let mut patience = first_by;
        loop {
            let piece = match tokio::time::timeout_at(patience, pieces.next()).await {
                Err(_) => return Err(Failed::for_now(ModelError::TimedOut)),
                Ok(None) if answer.has_end => return Ok(()),
                Ok(None) => {
                    tracing::warn!("the model's answer has no end");
                    return Err(Failed::for_now(ModelError::BrokenOff));
                }
                Ok(Some(piece)) => piece.map_err(|failure| self.failed(failure, request))?,
            };
            patience = Instant::now() + self.settings.idle;
            let is_last = piece.end == Some(End::Last);
            let said = piece.error.as_ref().and_then(transport::message_in);
            let added = answer.add(piece);
            progress.shown = answer.shown;
            added.map_err(|failed| {
                tracing::warn!(error = %failed.error, "the model ended its answer with an error");
                Failed { complaint: said.map(|said| self.redacted(&said, request)), ..failed }
            })?;
            if is_last || answer.is_full() {
                return Ok(());
            }
        }
    }

    fn dialect(&self) -> Dialect {
        *self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Many requests find the same difference at once; only the first one changes the dialect.
    fn learn(&self, from: Dialect, to: Dialect) {
        let mut dialect = self.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        if *dialect == from {
            tracing::info!(?to, "the model needs another dialect of the protocol");
            *dialect = to;
        }
    }

    /// Classifies a failure and logs its cause, without the prompt and the key.
    fn failed(&self, failure: Failure, request: &CompletionRequest) -> Failed {
        match failure {
            Failure::Refused(refusal) => self.refused(&refusal, request),
            Failure::Unreachable(error) => {
                let error = error.without_url();
                let cause = chain(&error);
                tracing::warn!(error = cause, "the model is not reachable");
                Failed { complaint: Some(cause), ..Failed::for_now(ModelError::Unreachable) }
            }
            Failure::Aborted(error) => {
                tracing::warn!(%error, "the model aborted its answer");
                Failed::for_now(ModelError::BrokenOff)
            }
            Failure::NoJson(error) => {
                tracing::warn!(%error, "the model sent invalid JSON");
                Failed::for_now(ModelError::Garbled)
            }
        }
    }

    fn refused(&self, refusal: &Refusal, request: &CompletionRequest) -> Failed {
        let complaint = self.redacted(&refusal.complaint(), request);
        tracing::warn!(status = refusal.status.as_u16(), complaint, "the model refused a request");
        let failed = match refusal.status.as_u16() {
            // Waiting does not help an account without credit, which OpenAI reports like too many requests.
            402 => Failed::for_good(ModelError::NoCredit),
            400 | 403 | 429 if says_no_credit(&refusal.body) => Failed::for_good(ModelError::NoCredit),
            400 if refusal.body.contains("API_KEY_INVALID") => Failed::for_good(ModelError::WrongKey),
            401 | 403 => Failed::for_good(ModelError::WrongKey),
            429 => Failed::again(ModelError::Busy, Again::After(refusal.retry_after)),
            408 | 425 | 500..=599 => {
                Failed::again(ModelError::Unreachable, Again::After(refusal.retry_after))
            }
            404 => Failed::again(ModelError::Unknown, Again::Differently(refusal.body.clone())),
            400 | 415 | 422 => Failed::again(ModelError::Rejected, Again::Differently(refusal.body.clone())),
            _ => Failed::for_good(ModelError::Rejected),
        };
        Failed { complaint: Some(complaint), ..failed }
    }

    /// Providers often quote the request in their errors.
    fn redacted(&self, complaint: &str, request: &CompletionRequest) -> String {
        let mut complaint = complaint.to_owned();
        let lines = request.messages.iter().flat_map(|message| message.text.lines());
        for line in lines.map(str::trim).filter(|line| line.len() >= 8) {
            complaint = complaint.replace(line, "[prompt]");
        }
        self.settings.redacted(&complaint)
    }
}

/// The error chain in one line; reqwest alone gives no details.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn invalid_settings_are_refused_at_start() {
        let refused = |url: &str, key: &str, name: &str| {
            Provider::new(ModelSettings::new(url, key, name)).err().map(|error| error.to_string())
        };
        assert!(refused("ftp://model", "", "m").is_some_and(|why| why.contains("https://")));
        assert!(refused("https://model", "", "").is_some_and(|why| why.contains("name")));
        assert!(refused("https://model", "a\nb", "m").is_some_and(|why| why.contains("key")));
        assert_eq!(refused("http://model/v1/", "", "m"), None);
    }
}
