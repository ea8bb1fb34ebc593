//! One error type for everything that is reported to a user or a program, with one JSON shape.
//!
//! A [`Problem`] carries a status, a stable code and values, but no finished sentence. The edge (`http.rs`) makes the
//! sentence in the reader's language, from the code's entry in `locales/`. The cause stays inside the server and is
//! logged once, also at the edge.

use crate::libraries::*;
use crate::locale::{Locale, Params};

/// The value that contains the charged words.
const CHARGED: &str = "charged";
/// The most fields whose errors are returned at once.
pub const MOST_FIELDS: usize = 100;

/// The result type of most functions of the host.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// Refuses a request if the condition holds.
pub fn refuse_if<E>(condition: bool, problem: impl FnOnce() -> E) -> Result<(), E> {
    if condition { Err(problem()) } else { Ok(()) }
}

/// Messages by field; a field is named by its path, such as `input.topic` or `keywords.0`.
pub type FieldErrors = BTreeMap<String, Vec<Text>>;

/// Why a request or a run failed. It can be stored as JSON (a run keeps its problem) and rendered later, in any
/// language.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Problem(Box<Facts>);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Facts {
    status: u16,
    code: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    params: Params,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    errors: FieldErrors,
    /// A finished sentence from a plugin, in the reader's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    #[serde(skip)]
    retry_after: Option<u64>,
    #[serde(skip)]
    cause: Option<Arc<anyhow::Error>>,
}

/// A message: one of the product's by key, or finished text in the reader's language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    Said(String),
    Key {
        key: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "Params::is_empty")]
        params: Params,
    },
}

impl Text {
    /// A message by its key in `locales/`.
    pub fn key(key: &'static str) -> Self {
        Self::Key { key: Cow::Borrowed(key), params: Params::new() }
    }

    /// Sets a value of the message.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Self::Key { params, .. } = &mut self {
            params.insert(name.to_owned(), value.into());
        }
        self
    }

    /// Renders the message in a language.
    pub fn say(&self, locale: Locale) -> String {
        match self {
            Self::Said(text) => text.clone(),
            Self::Key { key, params } => locale.say(key, params),
        }
    }
}

impl Problem {
    /// Makes a problem from its status and code; the code has a sentence in every language.
    pub fn new(status: StatusCode, code: &'static str) -> Self {
        Self::of_code(status, Cow::Borrowed(code))
    }

    /// The same for a code that the engine returns as a value.
    pub fn of_code(status: StatusCode, code: Cow<'static, str>) -> Self {
        Self(Box::new(Facts {
            status: status.as_u16(),
            code,
            params: Params::new(),
            errors: FieldErrors::new(),
            said: None,
            retry_after: None,
            cause: None,
        }))
    }

    /// The resource does not exist, or this user may not see it.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found")
    }

    /// The request is not signed in.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "auth.unauthenticated")
    }

    /// The user is signed in, but may not do this.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "auth.forbidden")
    }

    /// The state of the resource does not allow this.
    pub fn conflict(code: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, code)
    }

    /// Fields of the request are invalid. Reports the first [`MOST_FIELDS`] of them.
    pub fn invalid(mut errors: FieldErrors) -> Self {
        if let Some(beyond) = errors.keys().nth(MOST_FIELDS).cloned() {
            drop(errors.split_off(&beyond));
        }
        let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation.failed");
        problem.0.errors = errors;
        problem
    }

    /// One field of the request is invalid.
    pub fn invalid_field(field: &str, message: Text) -> Self {
        Self::invalid(FieldErrors::from([(field.to_owned(), vec![message])]))
    }

    /// A number must be in this range.
    pub fn not_between(field: &str, min: i64, max: i64) -> Self {
        let text = Text::key("validation.number-between").with("min", min).with("max", max);
        Self::invalid_field(field, text)
    }

    /// An internal error; the user gets no details.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server.error").because(cause)
    }

    /// Sets a value of the sentence; it is also a field of the response.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.params.insert(name.to_owned(), value.into());
        self
    }

    /// Uses this sentence, already in the reader's language, instead of the code's.
    pub fn saying(mut self, sentence: impl Into<String>) -> Self {
        self.0.said = Some(sentence.into());
        self
    }

    /// Replaces `validation.failed` with a more specific code.
    pub fn named(mut self, code: &'static str) -> Self {
        self.0.code = Cow::Borrowed(code);
        self
    }

    /// Adds the words that a failed run was charged.
    pub fn charged(self, words: i64) -> Self {
        self.with(CHARGED, words)
    }

    /// Keeps the cause for the log.
    pub fn because(mut self, cause: impl Into<anyhow::Error>) -> Self {
        self.0.cause = Some(Arc::new(cause.into()));
        self
    }

    /// Adds when to retry: `Retry-After`, and `{retry_after}` in the sentence.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self.with("retry_after", seconds)
    }

    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    pub fn code(&self) -> &str {
        &self.0.code
    }

    pub fn cause(&self) -> Option<&anyhow::Error> {
        self.0.cause.as_deref()
    }

    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.0.retry_after
    }

    pub fn errors(&self) -> &FieldErrors {
        &self.0.errors
    }

    /// The same without the plugin's own sentence, which may repeat user input.
    pub fn impersonal(mut self) -> Self {
        self.0.said = None;
        for texts in self.0.errors.values_mut() {
            texts.retain(|text| matches!(text, Text::Key { .. }));
        }
        self.0.errors.retain(|_, texts| !texts.is_empty());
        self
    }

    /// The sentence about the charge. It says that nothing was charged if the user did not cause the failure.
    fn charge(&self, locale: Locale) -> Option<String> {
        match self.0.params.get(CHARGED)?.as_i64()? {
            0 if self.0.status < 500 => None,
            0 => Some(locale.say("run.nothing-charged", &Params::new())),
            _ => Some(locale.say("run.charged", &self.0.params)),
        }
    }

    /// Renders the problem in a language. With field errors the message is the first of them, as Laravel's clients
    /// expect.
    pub fn render(&self, locale: Locale) -> ProblemView {
        let errors: BTreeMap<String, Vec<String>> = self
            .0
            .errors
            .iter()
            .map(|(field, texts)| (field.clone(), texts.iter().map(|text| text.say(locale)).collect()))
            .collect();
        let first = errors.values().flatten().next().cloned();
        let message =
            self.0.said.clone().or(first).unwrap_or_else(|| locale.say(&self.0.code, &self.0.params));
        let message = match self.charge(locale) {
            Some(charge) => format!("{message} {charge}"),
            None => message,
        };
        ProblemView {
            message,
            status: self.0.status,
            code: self.0.code.to_string(),
            errors: (!errors.is_empty()).then_some(errors),
            request_id: None,
            more: self.0.params.clone(),
        }
    }
}

/// The JSON shape of every error.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemView {
    /// What went wrong and what to do, in the reader's language.
    #[schema(example = "You are not signed in.")]
    pub message: String,
    /// The HTTP status.
    #[schema(example = 401)]
    pub status: u16,
    /// Stable name of the problem.
    #[schema(example = "auth.unauthenticated")]
    pub code: String,
    /// With status 422: messages by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<String, Vec<String>>>,
    /// Names the request in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Values of the problem, such as `retry_after` or `left`.
    #[serde(flatten)]
    #[schema(value_type = Object, additional_properties)]
    pub more: Params,
}

/// The response has no body yet: the edge takes the problem from the extensions and renders it in the reader's
/// language.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // All connections are in use: the server is overloaded, and the request was fine.
            sqlx::Error::PoolTimedOut => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "server.busy").retry_after(2).because(error)
            }
            // PostgreSQL refuses NUL in a text.
            sqlx::Error::Database(cause) if cause.code().as_deref() == Some("22021") => {
                Self::new(StatusCode::BAD_REQUEST, "request.malformed").because(sqlx::Error::Database(cause))
            }
            error => Self::internal(error),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::internal(error)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.render(Locale::En).message)?;
        match self.cause() {
            Some(cause) => write!(f, " ({cause:#})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}
