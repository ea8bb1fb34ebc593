//! Any server with the OpenAI protocol: OpenAI, Azure, Mistral, Groq, OpenRouter, Ollama, vLLM, llama.cpp and others.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt};
use sitewright_engine::{Completion, CompletionRequest};
use sitewright_package::AnswerSchema;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::dialect::Dialect;
use super::retry::Backoff;
use super::stream::{Chunk, End, Thinking};
use super::transport::{self, Chunks, Failure, Refusal};
use super::{Model, ModelError, ModelSettings, Written, answer_bytes, count_words, schema};

/// Characters of a provider's error message that are logged.
const LOGGED_COMPLAINT: usize = 300;

pub(super) struct OpenAi {
    runtime: Handle,
    inner: Arc<Inner>,
}

struct Inner {
    client: reqwest::Client,
    url: String,
    settings: ModelSettings,
    dialect: Mutex<Dialect>,
}

impl OpenAi {
    pub fn new(settings: ModelSettings) -> anyhow::Result<Self> {
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
        let client = http_client(&settings)?;
        let url = format!("{url}/chat/completions");
        let inner = Inner { client, url, settings, dialect: Mutex::new(Dialect::FIRST) };
        Ok(Self { runtime: Handle::current(), inner: Arc::new(inner) })
    }
}

/// Connections are many and short-lived while thousands of runs wait, so few idle ones are kept. Redirects are not
/// followed, because the key would be sent along.
fn http_client(settings: &ModelSettings) -> anyhow::Result<reqwest::Client> {
    // Fails only if the process already has a provider, which works as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .user_agent(concat!("sitewright/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(settings.connect)
        .pool_max_idle_per_host(64)
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_keepalive(Duration::from_secs(30))
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .context("the HTTP client for the model could not be made")
}

impl Model for OpenAi {
    fn connected(&self) -> bool {
        true
    }

    fn complete(
        &self,
        mut request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>> {
        // Thousands of requests may wait here at once.
        request.draft = None;
        let inner = self.inner.clone();
        let task = self.runtime.spawn(async move { inner.complete(request, written).await });
        // Aborting the task closes the connection, which stops the provider.
        let task = AbortOnDropHandle::new(task);
        async move {
            task.await.unwrap_or_else(|error| {
                tracing::error!(%error, "the task that calls the model ended early");
                Err(ModelError::Unreachable)
            })
        }
        .boxed()
    }
}

/// Why one attempt failed, and what to do next.
struct Failed {
    error: ModelError,
    again: Again,
}

enum Again {
    Never,
    After(Option<Duration>),
    /// The provider understood the request and refused a part of it.
    Differently(String),
}

impl Failed {
    fn for_good(error: ModelError) -> Self {
        Self { error, again: Again::Never }
    }

    fn for_now(error: ModelError) -> Self {
        Self { error, again: Again::After(None) }
    }
}

impl Inner {
    async fn complete(&self, request: CompletionRequest, written: Written) -> Result<Completion, ModelError> {
        let started = Instant::now();
        let answer = timeout(self.settings.total, self.attempts(&request, &written)).await;
        let answer = answer.unwrap_or(Err(ModelError::TimedOut));
        let outcome = answer.as_ref().map_or_else(|error| error.key(), |_| "ok");
        metrics::histogram!("sitewright_model_seconds", "outcome" => outcome)
            .record(started.elapsed().as_secs_f64());
        answer
    }

    /// Retries until there is an answer, the time is used up, or a part of an answer was shown: a text that a user
    /// has begun to read must not become another one.
    async fn attempts(
        &self,
        request: &CompletionRequest,
        written: &Written,
    ) -> Result<Completion, ModelError> {
        let started = Instant::now();
        let schema = schema::read(request).await?;
        let mut backoff = Backoff::new(self.settings.retries);
        loop {
            let dialect = self.dialect();
            let mut answer = Answer::new(request, written);
            let failed = match self.attempt(dialect, request, schema.as_ref(), &mut answer).await {
                Ok(()) => return Ok(answer.completion(request)),
                Err(failed) => failed,
            };
            if answer.shown {
                return Err(failed.error);
            }
            let pause = match failed.again {
                Again::Never => return Err(failed.error),
                Again::After(asked) => backoff.next(asked).ok_or(failed.error)?,
                Again::Differently(why) => {
                    self.learn(dialect, dialect.after(&why, request).ok_or(failed.error)?);
                    continue;
                }
            };
            // A pause beyond the time limit is a failure.
            if started.elapsed() + pause >= self.settings.total {
                return Err(failed.error);
            }
            metrics::counter!("sitewright_model_retries_total").increment(1);
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(
        &self,
        dialect: Dialect,
        request: &CompletionRequest,
        schema: Option<&Arc<AnswerSchema>>,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failed> {
        let document = schema.map(|schema| schema.document());
        let body = dialect.body(&self.settings.name, request, document);
        let mut call = self.client.post(&self.url).json(&body);
        if !self.settings.key.is_empty() {
            call = call.bearer_auth(&self.settings.key);
        }
        let first_by = Instant::now() + self.settings.first_token;
        let chunks = match tokio::time::timeout_at(first_by, transport::send(call)).await {
            Err(_) => return Err(Failed::for_now(ModelError::TimedOut)),
            Ok(chunks) => chunks.map_err(|failure| self.failed(failure, request))?,
        };
        self.read(chunks, first_by, request, answer).await?;
        answer.check(schema).await
    }

    async fn read(
        &self,
        mut chunks: Chunks,
        first_by: Instant,
        request: &CompletionRequest,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failed> {
        let mut patience = first_by;
        loop {
            let chunk = match tokio::time::timeout_at(patience, chunks.next()).await {
                Err(_) => return Err(Failed::for_now(ModelError::TimedOut)),
                Ok(None) => return Ok(()),
                Ok(Some(chunk)) => chunk.map_err(|failure| self.failed(failure, request))?,
            };
            patience = Instant::now() + self.settings.idle;
            answer.add(chunk).inspect_err(|failed| {
                tracing::warn!(error = %failed.error, "the model ended its answer with an error");
            })?;
            if answer.is_full() {
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
                tracing::warn!(error = %chain(&error), "the model is not reachable");
                Failed::for_now(ModelError::Unreachable)
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
        let complaint = self.redacted(&refusal.body, request);
        tracing::warn!(status = refusal.status.as_u16(), complaint, "the model refused a request");
        match refusal.status.as_u16() {
            // Waiting does not help an account without credit, which OpenAI reports like too many requests.
            402 => Failed::for_good(ModelError::NoCredit),
            400 | 403 | 429 if says_no_credit(&refusal.body) => Failed::for_good(ModelError::NoCredit),
            401 | 403 => Failed::for_good(ModelError::WrongKey),
            429 => Failed { error: ModelError::Busy, again: Again::After(refusal.retry_after) },
            408 | 425 | 500..=599 => {
                Failed { error: ModelError::Unreachable, again: Again::After(refusal.retry_after) }
            }
            404 => Failed { error: ModelError::Unknown, again: Again::Differently(refusal.body.clone()) },
            400 | 415 | 422 => {
                Failed { error: ModelError::Rejected, again: Again::Differently(refusal.body.clone()) }
            }
            _ => Failed::for_good(ModelError::Rejected),
        }
    }

    /// Providers often quote the request in their errors.
    fn redacted(&self, complaint: &str, request: &CompletionRequest) -> String {
        let mut complaint = complaint.to_owned();
        if !self.settings.key.is_empty() {
            complaint = complaint.replace(&self.settings.key, "[key]");
        }
        let lines = request.messages.iter().flat_map(|message| message.text.lines());
        for line in lines.map(str::trim).filter(|line| line.len() >= 8) {
            complaint = complaint.replace(line, "[prompt]");
        }
        complaint.chars().take(LOGGED_COMPLAINT).collect()
    }
}

/// How providers report that an account is empty or has reached its owner's limit.
fn says_no_credit(complaint: &str) -> bool {
    const SIGNS: [&str; 5] = [
        "insufficient_quota",
        "insufficient_balance",
        "billing_hard_limit_reached",
        "billing_not_active",
        "credit balance is too low",
    ];
    let complaint = complaint.to_ascii_lowercase();
    SIGNS.iter().any(|sign| complaint.contains(sign))
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

/// The answer of one attempt so far.
struct Answer<'a> {
    text: String,
    limit: usize,
    thinking: Thinking,
    shown: bool,
    /// The provider reported that it stopped in the middle.
    cut: bool,
    written: &'a Written,
}

impl<'a> Answer<'a> {
    fn new(request: &CompletionRequest, written: &'a Written) -> Self {
        let limit = answer_bytes(request.max_words);
        Self { text: String::new(), limit, thinking: Thinking::default(), shown: false, cut: false, written }
    }

    fn add(&mut self, mut chunk: Chunk) -> Result<(), Failed> {
        if let Some(error) = &chunk.error {
            if says_no_credit(&error.to_string()) {
                return Err(Failed::for_good(ModelError::NoCredit));
            }
            let code = error["code"].as_u64().or_else(|| error["status"].as_u64());
            let error = if code == Some(429) { ModelError::Busy } else { ModelError::BrokenOff };
            return Err(Failed::for_now(error));
        }
        let end = chunk.end();
        if end == Some(End::Declined) {
            return Err(Failed::for_good(ModelError::Declined));
        }
        let piece = self.thinking.feed(chunk.text());
        self.push(&piece);
        match end {
            Some(End::Broken) => Err(Failed::for_now(ModelError::BrokenOff)),
            Some(End::CutOff) => {
                self.cut = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        self.text.push_str(piece);
        self.shown = true;
        (self.written)(piece);
    }

    fn is_full(&self) -> bool {
        self.text.len() >= self.limit
    }

    /// An answer must be complete, not empty, and satisfy its schema if it has one.
    async fn check(&mut self, schema: Option<&Arc<AnswerSchema>>) -> Result<(), Failed> {
        let rest = self.thinking.rest();
        self.push(&rest);
        if self.cut || self.is_full() {
            tracing::warn!(bytes = self.text.len(), "the model's answer was cut off");
            return Err(Failed::for_good(ModelError::CutOff));
        }
        if self.text.trim().is_empty() {
            tracing::warn!("the model's answer is empty");
            self.shown = false;
            return Err(Failed::for_now(ModelError::Garbled));
        }
        let Some(schema) = schema else { return Ok(()) };
        let bare = bare_json(&self.text);
        if !schema::is_satisfied(schema, bare).await.map_err(Failed::for_good)? {
            tracing::warn!("the model's answer does not satisfy the schema");
            return Err(Failed::for_now(ModelError::Garbled));
        }
        self.text = bare.to_owned();
        Ok(())
    }

    fn completion(self, request: &CompletionRequest) -> Completion {
        // Never more than was reserved: the balance must not become negative.
        let words = count_words(&self.text).min(request.max_words);
        Completion { text: self.text, words, drafted: false }
    }
}

/// Models without a schema mode often wrap JSON in a code fence.
fn bare_json(text: &str) -> &str {
    let text = text.trim();
    let Some(fenced) = text.strip_prefix("```") else { return text };
    let fenced = fenced.strip_prefix("json").unwrap_or(fenced);
    fenced.strip_suffix("```").unwrap_or(fenced).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_around_json_are_removed() {
        assert_eq!(bare_json("```json\n{\"a\":1}\n```"), r#"{"a":1}"#);
        assert_eq!(bare_json("```\n[]\n```\n"), "[]");
        assert_eq!(bare_json(" {} "), "{}");
    }

    #[tokio::test]
    async fn invalid_settings_are_refused_at_start() {
        let refused = |url: &str, key: &str, name: &str| {
            OpenAi::new(ModelSettings::new(url, key, name)).err().map(|error| error.to_string())
        };
        assert!(refused("ftp://model", "", "m").is_some_and(|why| why.contains("https://")));
        assert!(refused("https://model", "", "").is_some_and(|why| why.contains("name")));
        assert!(refused("https://model", "a\nb", "m").is_some_and(|why| why.contains("key")));
        assert_eq!(refused("http://model/v1/", "", "m"), None);
    }
}
