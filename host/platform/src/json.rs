//! Reads JSON bodies. Each kind of invalid body has its own status and names the field.

use axum::extract::{FromRequest, Request};
use garde::Validate;
use garde::i18n::with_i18n;
use serde::Deserializer;
use serde::de::IgnoredAny;

use crate::app::App;
use crate::error::{FieldErrors, Problem, Result, Text, refuse_if};
use crate::http::visit;
use crate::libraries::*;
use crate::locale::{Locale, Params};
use crate::rules::Rules;

/// A JSON body of this shape.
pub struct Json<T>(pub T);

/// Bodies up to this size are decoded in place; a larger one may take more than some milliseconds.
const SMALL_BYTES: usize = 64 * 1024;

impl<T: DeserializeOwned + Send + 'static> FromRequest<App> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        decoded(app, &parts, body).await.map(|(value, _)| Self(value))
    }
}

/// The value of a JSON body, and the body.
async fn decoded<T: DeserializeOwned + Send + 'static>(
    app: &App,
    parts: &Parts,
    body: Body,
) -> Result<(T, Bytes)> {
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    refuse_if(!is_json(kind), || Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request.not-json"))?;
    let bytes = read(app, &parts.headers, body, app.config.body_bytes).await?;
    let object = {
        let bytes = bytes.clone();
        move || {
            expect_object(&bytes)?;
            decode(&bytes)
        }
    };
    let is_small = bytes.len() <= SMALL_BYTES;
    Ok((if is_small { object()? } else { app.conversions.short(object).await?? }, bytes))
}

/// A JSON body of this shape that satisfies the validation rules of its fields.
pub struct Valid<T>(pub T);

impl<T> FromRequest<App> for Valid<T>
where
    T: DeserializeOwned + Validate<Context = ()> + Send + 'static,
{
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let locale = visit(&parts)?.locale(app).await;
        let (value, bytes) = decoded::<T>(app, &parts, body).await?;
        check_as(&value, locale, || serde_json::from_slice(&bytes).unwrap_or_default())?;
        Ok(Self(value))
    }
}

/// Validates a value without lists and reports all errors at once.
pub fn check<T: Validate<Context = ()>>(value: &T, locale: Locale) -> Result<()> {
    check_as(value, locale, || Value::Null)
}

/// Validates a value and reports all errors at once. `body`: the value as JSON.
pub fn check_as<T: Validate<Context = ()>>(
    value: &T,
    locale: Locale,
    body: impl FnOnce() -> Value,
) -> Result<()> {
    let report = |is_list| with_i18n(Rules { locale, is_list }, || value.validate()).err();
    let Some(texts) = report(false) else { return Ok(()) };
    // A rule for a length does not know what it counts: characters of a text, or entries of a list.
    let (lists, body) = (report(true), body());
    let mut errors = FieldErrors::new();
    for (text, list) in texts.iter().zip(lists.iter().flat_map(|report| report.iter())) {
        let (path, error) = if is_list(&body, &text.0.to_string()) { list } else { text };
        // garde's rules have messages; a rule of the product returns a locale key.
        let message = error.message();
        let said =
            if locale.knows(message) { locale.say(message, &Params::new()) } else { message.to_owned() };
        errors.entry(field_name(&path.to_string())).or_default().push(Text::Said(said));
    }
    Err(Problem::invalid(errors))
}

fn is_list(body: &Value, path: &str) -> bool {
    let pointer = format!("/{}", field_name(path).replace('.', "/"));
    body.pointer(&pointer).is_some_and(|value| value.is_array() || value.is_object())
}

/// Trims a text; an empty one becomes `None`.
pub fn trimmed<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Reads a field that may be absent (`None`), null (`Some(None)`) or a value.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// Refuses a field that is present and empty.
pub fn expect_filled(field: &str, text: Option<&str>) -> Result<()> {
    let required = || Problem::invalid_field(field, Text::key("validation.required"));
    refuse_if(text == Some(""), required)
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads the body, at most `most` bytes.
pub async fn read(app: &App, headers: &HeaderMap, body: Body, most: usize) -> Result<Bytes> {
    let length =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let too_large =
        || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too-large").with("max_bytes", most);
    refuse_if(length.is_some_and(|length| length > most), too_large)?;
    match tokio::time::timeout(app.config.body_timeout, axum::body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_length_limit(&error) => Err(too_large()),
        Ok(Err(error)) => Err(Problem::new(StatusCode::BAD_REQUEST, "request.malformed").because(error)),
        Err(error) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "request.too-slow").because(error)),
    }
}

fn is_length_limit(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.to_string().contains("length limit"))
}

/// Every body is an object. serde would also accept an array with the values in field order.
fn expect_object(bytes: &[u8]) -> Result<()> {
    if bytes.trim_ascii_start().first().is_none_or(|first| *first == b'{') {
        return Ok(());
    }
    decode::<IgnoredAny>(bytes)?;
    Err(Problem::invalid_field("body", Text::key("validation.wrong-type")))
}

/// Refuses NUL in a text, which the databases treat differently. JSON can only write it as an escape.
fn refuse_nul(json: &str) -> Result<()> {
    if !json.contains("\\u0000") {
        return Ok(());
    }
    // The escape may be a backslash followed by five characters; the decoder reports invalid JSON.
    match serde_json::from_str(json).ok().and_then(|value| nul_in(&value, "")) {
        Some(path) => {
            let field = if path.is_empty() { "body" } else { &path };
            Err(Problem::invalid_field(field, Text::key("validation.nul")))
        }
        None => Ok(()),
    }
}

/// The path of the first text with NUL in it.
fn nul_in(value: &Value, path: &str) -> Option<String> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::String(text) => text.contains('\0').then(|| path.to_owned()),
        Value::Array(values) => {
            values.iter().enumerate().find_map(|(place, value)| nul_in(value, &below(&place.to_string())))
        }
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let path = below(&name.replace('\0', ""));
            if name.contains('\0') { Some(path) } else { nul_in(value, &path) }
        }),
        _ => None,
    }
}

/// Decodes JSON; a wrong shape is reported at its field.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, "request.not-utf8").because(error))?;
    refuse_nul(text)?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() { misshapen(&path, &inner) } else { broken(inner) }
    })?;
    json.end().map_err(broken)?;
    Ok(value)
}

fn broken(error: serde_json::Error) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "request.broken-json")
        .with("line", error.line())
        .with("column", error.column())
        .because(error)
}

/// serde reports the kind of error only in its message; the few that a client can cause are recognised by their
/// prefix.
fn misshapen(path: &str, error: &serde_json::Error) -> Problem {
    let sentence = error.to_string();
    let quoted = sentence.split('`').nth(1).unwrap_or_default();
    let (field, key) = match &sentence {
        s if s.starts_with("missing field") => (join(path, quoted), "validation.required"),
        s if s.starts_with("unknown field") => (path.to_owned(), "validation.unknown-field"),
        s if s.starts_with("unknown variant") => (path.to_owned(), "validation.not-a-choice"),
        s if s.starts_with("invalid value") || s.starts_with("number out of range") => {
            (path.to_owned(), "validation.out-of-range")
        }
        _ => (path.to_owned(), "validation.wrong-type"),
    };
    let field = field_name(&field);
    // A body of the wrong type has no field.
    let field = if field.is_empty() || field == "." { "body".to_owned() } else { field };
    Problem::invalid_field(&field, Text::key(key))
}

fn join(path: &str, field: &str) -> String {
    if path.is_empty() || path == "." { field.to_owned() } else { format!("{path}.{field}") }
}

/// `addresses[0].city` is written `addresses.0.city`, as Laravel's clients expect.
fn field_name(path: &str) -> String {
    path.replace('[', ".").replace(']', "")
}
