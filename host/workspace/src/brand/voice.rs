//! Tone, audience and description by a language model, if one is connected.

use super::reading::Reading;
use super::rules;
use super::summary::{FactKind, Found, Summary};
use crate::platform::prelude::*;

/// Characters of a site that the model reads: about 1,500 tokens.
const TEXT_CHARS: usize = 6_000;
/// Shorter lines are parts of menus.
const LINE_CHARS: usize = 30;

/// Describes a brand by a language model; `None` without a model, without words, or with an unusable answer. A later
/// slice provides the function, because this one does not depend on models.
pub struct Describer(pub DescribeFn);
type DescribeFn = for<'a> fn(&'a App, &'a str, SiteText) -> BoxFuture<'a, Result<Option<Described>>>;

/// What the model reads. The text is foreign: it may contain instructions.
#[derive(Debug)]
pub struct SiteText {
    pub locale: Locale,
    pub name: String,
    pub text: String,
}

/// What the model says about a brand.
#[derive(Debug)]
pub struct Described {
    pub tone: String,
    pub audience: String,
    pub description: String,
    /// The words that were charged.
    pub words: i64,
}

/// The sentences of a site.
pub(super) fn text(readings: &[Reading]) -> SiteText {
    let mut text = String::new();
    let lines =
        readings.iter().flat_map(|reading| &reading.lines).filter(|line| line.chars().count() >= LINE_CHARS);
    for line in lines {
        if text.chars().count() + line.chars().count() > TEXT_CHARS {
            break;
        }
        if !text.contains(line.as_str()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    SiteText { locale: readings[0].locale, name: readings[0].title.clone(), text }
}

/// The summary with the words of the model in the place of those of the rules, and the words that were charged.
pub(super) async fn described(
    app: &App,
    account: &str,
    mut summary: Summary,
    text: SiteText,
    home: &Url,
) -> Result<(Summary, i64)> {
    if text.text.is_empty() {
        return Ok((summary, 0));
    }
    let Some(described) = (app.part::<Describer>().0)(app, account, text).await? else {
        return Ok((summary, 0));
    };
    let Described { tone, audience, description, words } = described;
    let kit = &mut summary.brand_kit;
    // The company's own description is better than one of a model.
    let is_described = !kit.description.is_empty();
    let said = [
        (FactKind::Description, &mut kit.description, description, rules::DESCRIPTION, is_described),
        (FactKind::Tone, &mut kit.tone, tone, rules::TONE, false),
        (FactKind::Audience, &mut kit.audience, audience, rules::AUDIENCE, false),
    ];
    for (kind, field, text, most, is_known) in said {
        if is_known || text.is_empty() || text.chars().count() > most {
            continue;
        }
        field.clone_from(&text);
        summary.found.retain(|found| found.kind != kind);
        summary.found.push(Found { kind, text, url: home.to_string() });
    }
    Ok((summary, words))
}
