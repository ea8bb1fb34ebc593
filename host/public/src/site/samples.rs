//! Samples of what tools write: the result of a tool's own example, without a model, with its measures.

use crate::catalogue::tools::{self, Tool, Tools};
use crate::platform::prelude::*;
use crate::work::runs;

/// What a page shows of a result.
#[derive(Debug, Serialize)]
pub struct Sample {
    /// The tool's name.
    pub name: String,
    /// Whom the example is about: its brand or product.
    pub site: String,
    /// The example's address without its scheme; empty if it has none.
    pub address: String,
    /// The result's data, and its first variant.
    #[serde(skip)]
    pub data: Value,
    pub variant: Value,
    /// The measure of each field that has a limit.
    pub measures: BTreeMap<String, Measure>,
}

#[derive(Debug, Serialize)]
pub struct Measure {
    /// The used part of the limit, from 0 to 1.
    pub share: f64,
    /// The value and its limit, such as "531 / 561 px".
    pub text: String,
}

/// A check of a result, as every tool writes them.
#[derive(Debug, Deserialize)]
pub struct Check {
    pub field: String,
    unit: String,
    value: f64,
    max: Option<f64>,
    pub ok: bool,
    pub message: String,
}

/// Samples in memory; then all of them are made again as they are needed.
const MOST: usize = 500;

/// By the tool with its version, and the language; `None` for a tool without a sample.
type Known = HashMap<(String, Locale), Option<Arc<Sample>>>;

/// The samples of the versions that serve now.
#[derive(Clone, Default)]
pub struct Samples(Arc<Mutex<Known>>);

impl Samples {
    /// The sample of a tool; `None` if there is no such tool, or its example needs a model.
    pub async fn of(&self, app: &App, id: &str, locale: Locale) -> Option<Arc<Sample>> {
        let tool = app.part::<Tools>().find(id).ok()?;
        let key = (format!("{id} {}", tool.version), locale);
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let made = make(&tool, locale).await;
        let sample =
            made.inspect_err(|error| tracing::warn!(tool = id, %error, "no sample for the site")).ok();
        let sample = sample.map(Arc::new);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, sample.clone());
        sample
    }
}

async fn make(tool: &Tool, locale: Locale) -> Result<Sample> {
    let described = tool.described().await?;
    let input: Value = serde_json::from_str(&described.text(locale).example).map_err(Problem::internal)?;
    let prepared = tools::prepare_aside(&described, locale, input.clone()).await?;
    let data: Value =
        serde_json::from_str(&runs::draft(tool, locale, prepared).await?.data).map_err(Problem::internal)?;
    let variant = data["variants"].get(0).cloned().unwrap_or_else(|| data.clone());
    let checks: Vec<Check> = serde_json::from_value(variant["checks"].clone()).unwrap_or_default();
    let text =
        |names: &[&str]| names.iter().find_map(|name| input[*name].as_str()).unwrap_or_default().to_owned();
    let address = text(&["url", "final_url"]);
    Ok(Sample {
        name: tool.text(locale).name.clone(),
        site: text(&["brand", "product", "product_name", "name"]),
        address: address.split_once("://").map_or(address.clone(), |(_, rest)| rest.to_owned()),
        measures: measures(&checks, locale),
        data,
        variant,
    })
}

/// The measure of each field: that in pixels, or else the one with the closest limit.
pub fn measures(checks: &[Check], locale: Locale) -> BTreeMap<String, Measure> {
    let mut best: BTreeMap<String, (bool, Measure)> = BTreeMap::new();
    for check in checks {
        let (Some(max), true) = (check.max, matches!(check.unit.as_str(), "pixels" | "characters" | "words"))
        else {
            continue;
        };
        let measure = Measure { share: (check.value / max).clamp(0.0, 1.0), text: said(check, max, locale) };
        let is_pixels = check.unit == "pixels";
        let known = best.get(&check.field);
        if known.is_none_or(|(pixels, known)| (is_pixels, measure.share) > (*pixels, known.share)) {
            best.insert(check.field.clone(), (is_pixels, measure));
        }
    }
    best.into_iter().map(|(field, (_, measure))| (field, measure)).collect()
}

fn said(check: &Check, max: f64, locale: Locale) -> String {
    let unit = match check.unit.as_str() {
        "pixels" => "px",
        "words" => locale.pick("words", "słów"),
        _ => locale.pick("characters", "znaków"),
    };
    format!("{} / {}\u{a0}{unit}", check.value, max)
}
