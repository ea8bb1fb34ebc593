//! A test of a model: one short request, with its speed, its cost, or the reason of its failure.

use std::sync::{Arc, OnceLock};

use sitewright_engine::{CompletionRequest, Message, Role as Speaker};
use tokio::time::Instant;

use super::Models;
use super::book::Callable;
use super::offers;
use super::router::Asker;
use super::store::{self, FROM_SETTINGS};
use super::usd;
use crate::billing::plans;
use crate::platform::error::ProblemView;
use crate::platform::model::{Answered, Heard, ModelError, Unanswered};
use crate::platform::prelude::*;

/// Words of the answer.
const WORDS: u32 = 80;

/// The result of a test.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ModelTest {
    ok: bool,
    /// What the model wrote; empty if it failed.
    text: String,
    /// Milliseconds until the first piece of the answer; null without any.
    #[schema(required)]
    first_token_ms: Option<i64>,
    /// Milliseconds of the whole call.
    total_ms: i64,
    words: u32,
    /// Null if the call failed, as for the next field.
    #[schema(required)]
    words_per_second: Option<f64>,
    #[schema(required)]
    tokens_per_second: Option<f64>,
    input_tokens: u64,
    output_tokens: u64,
    /// Whether the numbers of tokens are estimates.
    estimated: bool,
    /// Null if the model has no price.
    #[schema(required)]
    cost_usd: Option<f64>,
    /// Why it failed and what an administrator can do, with the provider's own words.
    #[schema(required, inline = false)]
    problem: Option<ProblemView>,
}

/// Test a model with a short request
///
/// The request is counted and costs what the provider charges for it.
#[utoipa::path(post, path = "/api/admin/models/{id}/test", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = ModelTest)))]
pub(super) async fn test_model(
    app: App,
    Admin(admin): Admin,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<ModelTest>> {
    let (model, plan) = find(&app, &id, &admin.id).await?;
    let Some(model) = model else {
        return Ok(Json(failed(&ModelError::WrongKey.into(), "models.key-lost", locale)));
    };
    let first = Arc::new(OnceLock::new());
    let written = {
        let first = first.clone();
        Arc::new(move |_: Heard<'_>| {
            let _ = first.set(Instant::now());
        })
    };
    let asker = Asker { tool: String::new(), account: admin.id.clone(), plan };
    let started = Instant::now();
    let answer = app.part::<Models>().ask_one(&model, &asker, request(locale), written).await;
    let total = started.elapsed();
    let whole = |ms: u128| i64::try_from(ms).unwrap_or(i64::MAX);
    let waited = first.get().map(|at| at.duration_since(started));
    let usage = match &answer {
        Ok(answered) => answered.usage,
        Err(failed) => failed.usage,
    };
    let test = match answer {
        Ok(Answered { completion, .. }) => {
            // A single piece has no speed of its own, so the whole time counts.
            let writing = waited.map_or(total, |waited| total.saturating_sub(waited)).as_secs_f64();
            let writing = if writing < 0.01 { total.as_secs_f64().max(0.001) } else { writing };
            let rate = |number: f64| Some((number / writing * 10.0).round() / 10.0);
            ModelTest {
                ok: true,
                words: completion.words,
                words_per_second: rate(completion.words.into()),
                tokens_per_second: rate(usage.output as f64),
                text: completion.text,
                ..ModelTest::default()
            }
        }
        Err(unanswered) => failed(&unanswered, advice(unanswered.error), locale),
    };
    Ok(Json(ModelTest {
        first_token_ms: waited.map(|waited| whole(waited.as_millis())),
        total_ms: whole(total.as_millis()),
        input_tokens: usage.input,
        output_tokens: usage.output,
        estimated: usage.estimated,
        cost_usd: model.price(usage).map(usd),
        ..test
    }))
}

fn failed(unanswered: &Unanswered, why: &'static str, locale: Locale) -> ModelTest {
    let said = offers::with_complaint(Text::key(why).say(locale), unanswered.complaint.clone(), locale);
    ModelTest {
        problem: Some(unanswered.error.problem().saying(said).render(locale)),
        ..ModelTest::default()
    }
}

/// The sentence for administrators: what failed, and what to do. That for users sends them to an administrator.
fn advice(error: ModelError) -> &'static str {
    match error {
        ModelError::Busy => "models.busy",
        ModelError::WrongKey => "models.wrong-key",
        ModelError::NoCredit => "models.no-credit",
        ModelError::Unknown => "models.unknown",
        ModelError::Unreachable => "models.no-answer",
        ModelError::TimedOut => "models.timed-out",
        ModelError::BrokenOff => "models.broken-off",
        ModelError::Garbled | ModelError::Declined | ModelError::CutOff => "models.unusable",
        // The others are of runs only.
        _ => "models.failed",
    }
}

/// The model, unless its key is lost, and the plan of the administrator.
async fn find(app: &App, id: &str, admin: &str) -> Result<(Option<Callable>, i64)> {
    let mut conn = app.db.read().acquire().await?;
    let plan = plans::of_account(&mut conn, admin).await?.plan.id;
    if id == FROM_SETTINGS {
        return Ok((Some(Callable::of_settings(app)?.ok_or_else(Problem::not_found)?), plan));
    }
    let row = store::find_model(&mut conn, id).await?.ok_or_else(Problem::not_found)?;
    let connection = store::find_connection(&mut conn, &row.connection_id).await?;
    Ok((Callable::of(app, &connection, &row, None), plan))
}

fn request(locale: Locale) -> CompletionRequest {
    let text = match locale {
        Locale::En => "Write two sentences about why a small shop should have its own website.",
        Locale::Pl => "Napisz dwa zdania o tym, dlaczego mały sklep powinien mieć własną stronę internetową.",
    };
    CompletionRequest {
        messages: vec![Message { role: Speaker::User, text: text.to_owned() }],
        max_words: WORDS,
        temperature: None,
        schema: None,
        draft: None,
        show_as: None,
        images: Vec::new(),
    }
}
