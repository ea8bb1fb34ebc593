//! Estimates the cost and the time of rows. The cost: the average of the job's own rows so far, or else of the tool's runs, scaled by the
//! number of requested variants.

use super::rows::Sums;
use super::{Job, rows};
use crate::billing::plans;
use crate::catalogue::models::ModelTerms;
use crate::catalogue::tools::{Averages, Described, Tool, Tools};
use crate::platform::prelude::*;
use crate::runs::{self, Runs};

/// The fields with the number of variants, as the SDK names them.
const ORDERED: [&str; 2] = ["variants", "count"];
/// Rows that are sampled for the number of variants.
const SAMPLE: i64 = 200;

/// Estimates for the jobs of an account; the averages are loaded once, and only if a job needs them.
pub(super) struct Estimates<'a> {
    app: &'a App,
    account: &'a str,
    is_free: bool,
    averages: Option<Averages>,
}

impl<'a> Estimates<'a> {
    pub async fn new(app: &'a App, account: &'a str) -> Result<Self> {
        let mut conn = app.db.read().acquire().await?;
        let terms = ModelTerms::of(&plans::of_account(&mut conn, account).await?.plan);
        let is_free = !app.part::<Runs>().model_connected() || terms.uses_own(&mut conn, account).await?;
        Ok(Self { app, account, is_free, averages: None })
    }

    /// Words of one row; 0 if no model is connected, or the account's own one.
    pub async fn per_row(&mut self, job: &Job, sums: &Sums) -> Result<i64> {
        if self.is_free {
            return Ok(0);
        }
        if sums.rows.succeeded > 0 {
            return Ok(rounded(sums.charged, sums.rows.succeeded));
        }
        let Ok(tool) = self.app.part::<Tools>().find(&job.tool) else { return Ok(0) };
        let usual = self.usual(&tool).await?;
        let Ok(described) = tool.described().await else { return Ok(usual) };
        let Some((field, default)) = ordered_by(&described) else { return Ok(usual) };
        let (ordered, rows) = ordered(self.app, job, field).await?.unwrap_or((default, 1));
        Ok(rounded(usual.saturating_mul(ordered), default * rows))
    }

    async fn usual(&mut self, tool: &Tool) -> Result<i64> {
        let averages = match self.averages.take() {
            Some(known) => known,
            None => self.app.part::<Tools>().averages(self.app, self.account).await?,
        };
        let usual = averages.get(&tool.id).copied().unwrap_or(tool.words);
        self.averages = Some(averages);
        Ok(i64::from(usual))
    }
}

/// Milliseconds of a row whose tool has not run yet: with a model for its start and for each word, and without one.
const ROW_MS: i64 = 3_000;
const WORD_MS: i64 = 30;
const DRAFT_MS: i64 = 200;

/// Seconds that the rest of a job will take: by the usual time of its tool's latest runs, and the rows that run at once.
pub(super) async fn seconds(app: &App, job: &Job, sums: &Sums, per_row: i64) -> Result<i64> {
    let left = sums.rows.waiting + sums.rows.running;
    let usual = runs::usual_ms(&mut app.db.read().acquire().await?, &job.tool).await?;
    let unknown = || match app.part::<Runs>().model_connected() {
        true => ROW_MS.saturating_add(per_row.saturating_mul(WORD_MS)),
        false => DRAFT_MS,
    };
    let at_once = i64::try_from(app.config.bulk_per_account.max(1)).unwrap_or(1);
    Ok(rounded(left.saturating_mul(usual.unwrap_or_else(unknown)), at_once * 1_000))
}

/// Rounds up, so that a nonzero cost is never shown as zero.
fn rounded(words: i64, parts: i64) -> i64 {
    words.saturating_add(parts - 1) / parts.max(1)
}

/// The field with the number of variants, and its default.
fn ordered_by(tool: &Described) -> Option<(&'static str, i64)> {
    let text = tool.text(Locale::En);
    let properties = &text.input.document()["properties"];
    if !text.output.document()["properties"]["variants"].is_object() {
        return None;
    }
    ORDERED.into_iter().find_map(|field| {
        let default = properties[field]["default"].as_i64().filter(|default| *default > 0)?;
        Some((field, default))
    })
}

/// The sum of requested variants and the number of rows; `None` if nothing specifies them.
async fn ordered(app: &App, job: &Job, field: &str) -> Result<Option<(i64, i64)>> {
    let fixed: Map<String, Value> = serde_json::from_str(&job.fixed)?;
    if !job.columns()?.iter().any(|column| column.field.as_deref() == Some(field)) {
        return Ok(fixed.get(field).and_then(Value::as_i64).map(|ordered| (ordered, 1)));
    }
    let inputs = rows::inputs(&mut app.db.read().acquire().await?, &job.id, SAMPLE).await?;
    let ordered: Vec<i64> = inputs
        .iter()
        .filter_map(|input| serde_json::from_str::<Value>(input).ok()?.get(field)?.as_i64())
        .collect();
    Ok((!ordered.is_empty()).then(|| (ordered.iter().sum(), ordered.len() as i64)))
}
