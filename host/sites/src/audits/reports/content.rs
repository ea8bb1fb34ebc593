//! What a report says: the score and its history, what to do first, and the findings by category with texts, fixes and
//! examples.

use super::{answer, brand};
use crate::audits::findings::decimals;
use crate::audits::rules::{self, AuditRule, Texts};
use crate::audits::select;
use crate::audits::store::Audit;
use crate::audits::view::{self, AuditChanges, AuditOverview, AuditPoint};
use crate::platform::days::spoken;
use crate::platform::prelude::*;

/// Findings of a rule that are shown.
const EXAMPLES: i64 = 5;
/// Steps of what to do first.
const FIRST: usize = 5;
/// Audits in the chart of the score.
const HISTORY: usize = 12;
/// Characters of an address or a sentence of the site that are shown.
const MOST_CHARS: usize = 300;
/// The length of the circle of the score, whose radius is 52.
const CIRCLE: f64 = 326.73;
/// The chart of the score, in pixels: its height, and the width of a column with its gap.
const HEIGHT: f64 = 80.0;
const COLUMN: usize = 44;

/// Fixed texts, by the last part of their keys.
const WORDS: [&str; 16] = [
    "audits.report.title",
    "audits.report.score",
    "audits.report.of-100",
    "audits.report.history",
    "audits.report.first",
    "audits.report.first-none",
    "audits.report.findings",
    "audits.report.why",
    "audits.report.fix",
    "audits.report.examples",
    "audits.report.whole-site",
    "audits.report.nothing",
    "audits.report.errors",
    "audits.report.warnings",
    "audits.report.notices",
    "audits.report.method",
];

/// The names of categories.
const CATEGORIES: [(&str, &str); 20] = [
    ("crawlability", "audits.category.crawlability"),
    ("indexability", "audits.category.indexability"),
    ("links", "audits.category.links"),
    ("security", "audits.category.security"),
    ("performance", "audits.category.performance"),
    ("images", "audits.category.images"),
    ("content", "audits.category.content"),
    ("international", "audits.category.international"),
    ("structured-data", "audits.category.structured-data"),
    ("sitemaps", "audits.category.sitemaps"),
    ("redirects", "audits.category.redirects"),
    ("titles", "audits.category.titles"),
    ("url", "audits.category.url"),
    ("headings", "audits.category.headings"),
    ("meta", "audits.category.meta"),
    ("social", "audits.category.social"),
    ("mobile", "audits.category.mobile"),
    ("javascript", "audits.category.javascript"),
    ("ecommerce", "audits.category.ecommerce"),
    ("ai-readiness", "audits.category.ai-readiness"),
];

/// The values of the template.
#[derive(Serialize)]
struct Report {
    lang: &'static str,
    words: BTreeMap<&'static str, String>,
    sender: String,
    logo: Option<String>,
    host: String,
    date: String,
    fetched: String,
    score: String,
    /// The part of the circle that is drawn, and its colour.
    arc: f64,
    colour: &'static str,
    trend: String,
    changes: String,
    errors: String,
    warnings: String,
    notices: String,
    history: Vec<Column>,
    history_width: usize,
    first: Vec<Step>,
    categories: Vec<Category>,
    not_checked: String,
}

/// An audit in the chart of the score.
#[derive(Serialize)]
struct Column {
    x: usize,
    y: f64,
    height: f64,
    score: String,
    date: String,
}

/// What to do first: a rule, or rules that are fixed together.
#[derive(Serialize)]
struct Step {
    /// That they are fixed together, and what they gain; empty for one.
    together: String,
    rules: Vec<StepRule>,
    gain: String,
}

#[derive(Serialize)]
struct StepRule {
    anchor: String,
    title: String,
    places: String,
}

#[derive(Serialize)]
struct Category {
    name: String,
    places: String,
    /// The share of errors, warnings and notices, of 100.
    bars: [f64; 3],
    rules: Vec<Shown>,
}

/// A rule with findings.
#[derive(Serialize)]
struct Shown {
    anchor: String,
    title: String,
    level: &'static str,
    level_name: String,
    places: String,
    why: String,
    fix: String,
    examples: Vec<Example>,
    more: String,
}

#[derive(Serialize)]
struct Example {
    url: String,
    /// Whether the address is one of the web, which may be a link.
    is_link: bool,
    title: String,
    what: String,
}

/// The report of an audit as a page.
pub(super) async fn html(app: &App, audit: &Audit, locale: Locale) -> Result<String> {
    let texts = Texts::load(app, &audit.account_id, locale).await?;
    let mut rules = rules::of_audit(app, audit, &texts).await?;
    let mut conn = app.db.read().acquire().await?;
    let (sender, logo) = brand::sender(&mut conn, audit).await?;
    let overview = view::overview(&mut conn, audit.clone(), locale).await?;
    let not_checked = rules.iter().filter(|rule| rule.state != "checked").count();
    rules.retain(|rule| places(rule) > 0);
    let steps = rules.chunk_by(|one, other| one.step.is_some() && one.step == other.step);
    let first = steps.take(FIRST).map(|rules| step(rules, locale)).collect();
    let mut categories = by_category(&rules, locale);
    for (category, shown) in &mut categories {
        for rule in shown {
            let examples = select::first(&mut conn, audit, &rule.rule, EXAMPLES).await?;
            category.rules.push(shown_rule(rule, &examples, &texts, locale));
        }
    }
    drop(conn);
    let history = columns(&overview.history, locale);
    let of_100 = audit.score.unwrap_or_default();
    let report = Report {
        lang: locale.tag(),
        words: WORDS.iter().map(|key| (last(key), say(locale, key))).collect(),
        sender,
        logo,
        host: audit.host(),
        date: spoken(audit.ended_at.unwrap_or(audit.created_at), locale),
        fetched: locale.say("audits.report.fetched", &params([("pages", audit.fetched.into())])),
        score: points(locale, of_100),
        arc: CIRCLE * of_100 as f64 / 10_000.0,
        colour: colour(of_100),
        trend: trend(&overview, of_100, locale),
        changes: overview.changes.as_ref().map(|changes| changed(changes, locale)).unwrap_or_default(),
        errors: whole(locale, audit.errors),
        warnings: whole(locale, audit.warnings),
        notices: whole(locale, audit.notices),
        history_width: history.len() * COLUMN,
        history,
        first,
        categories: categories.into_iter().map(|(category, _)| category).collect(),
        not_checked: match not_checked {
            0 => String::new(),
            count => locale.say("audits.report.not-checked", &params([("rules", count.into())])),
        },
    };
    answer::render("report", locale, &report)
}

/// The values of the mail about a report.
pub(super) async fn summary(conn: &mut Conn, audit: &Audit, locale: Locale) -> Result<Params> {
    let overview = view::overview(conn, audit.clone(), locale).await?;
    let score = audit.score.unwrap_or_default();
    Ok(params([
        ("host", audit.host().into()),
        ("date", spoken(audit.ended_at.unwrap_or(audit.created_at), locale).into()),
        ("score", points(locale, score).into()),
        ("trend", trend(&overview, score, locale).into()),
        ("errors", whole(locale, audit.errors).into()),
        ("warnings", whole(locale, audit.warnings).into()),
        ("notices", whole(locale, audit.notices).into()),
    ]))
}

fn say(locale: Locale, key: &str) -> String {
    locale.say(key, &Params::new())
}

fn last(key: &'static str) -> &'static str {
    key.rsplit('.').next().unwrap_or(key)
}

fn points(locale: Locale, hundredths: i64) -> String {
    decimals(locale, view::points(hundredths), 1)
}

fn whole(locale: Locale, number: i64) -> String {
    decimals(locale, number as f64, 0)
}

fn places(rule: &AuditRule) -> i64 {
    rule.errors + rule.warnings + rule.notices
}

fn in_places(locale: Locale, places: i64) -> String {
    locale.say("audits.report.places", &params([("places", places.into())]))
}

/// The colour of a score, as in the application.
fn colour(hundredths: i64) -> &'static str {
    match hundredths {
        7_000.. => "#1d5c4d",
        3_000.. => "#9a6700",
        _ => "#b3261e",
    }
}

/// How the score changed since the audit before; empty for the first one.
fn trend(overview: &AuditOverview, now: i64, locale: Locale) -> String {
    let Some((before, date)) =
        overview.changes.as_ref().and_then(|one| Some((one.hundredths?, one.ended_at?)))
    else {
        return String::new();
    };
    let key = match now.cmp(&before) {
        std::cmp::Ordering::Greater => "audits.report.trend-up",
        std::cmp::Ordering::Less => "audits.report.trend-down",
        std::cmp::Ordering::Equal => "audits.report.trend-same",
    };
    let values =
        [("points", points(locale, (now - before).abs()).into()), ("date", spoken(date, locale).into())];
    locale.say(key, &params(values))
}

fn changed(changes: &AuditChanges, locale: Locale) -> String {
    let values = [
        ("fresh", whole(locale, changes.fresh).into()),
        ("returned", whole(locale, changes.returned).into()),
        ("fixed", whole(locale, changes.fixed).into()),
    ];
    locale.say("audits.report.changes", &params(values))
}

/// The scores of the last audits, if there are several.
fn columns(history: &[AuditPoint], locale: Locale) -> Vec<Column> {
    let newest = &history[history.len().saturating_sub(HISTORY)..];
    if newest.len() < 2 {
        return Vec::new();
    }
    let column = |(place, point): (usize, &AuditPoint)| {
        let height = (HEIGHT * point.score / 100.0).max(1.0);
        Column {
            x: place * COLUMN,
            y: HEIGHT - height,
            height,
            score: decimals(locale, point.score, 0),
            date: short(point.ended_at, locale),
        }
    };
    newest.iter().enumerate().map(column).collect()
}

/// A day without its year, which is short enough for a column of the chart.
fn short(at: Timestamp, locale: Locale) -> String {
    let day = spoken(at, Locale::En);
    let mut parts = day.split(' ');
    let (day, month) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match locale {
        Locale::En => format!("{day} {}", month.get(..3).unwrap_or(month)),
        Locale::Pl => format!("{day}.{}", at.date().get(5..7).unwrap_or_default()),
    }
}

fn step(rules: &[AuditRule], locale: Locale) -> Step {
    let gain = rules.first().map_or(0.0, |rule| rule.step_gain);
    let points = decimals(locale, gain, 1);
    let rule = |rule: &AuditRule| StepRule {
        anchor: anchor(rule),
        title: rule.title.clone(),
        places: in_places(locale, places(rule)),
    };
    let values = params([("points", points.into()), ("rules", rules.len().into())]);
    Step {
        together: match rules.len() {
            2.. => locale.say("audits.report.together", &values),
            _ => String::new(),
        },
        gain: match gain > 0.0 {
            true => locale.say("audits.report.gain", &values),
            false => String::new(),
        },
        rules: rules.iter().map(rule).collect(),
    }
}

/// The place of a rule on the page. Its id is a name that its pack has chosen.
fn anchor(rule: &AuditRule) -> String {
    format!("rule-{}", rule.rule)
}

/// The rules of each category, those with errors first; the category with the most errors is the first.
fn by_category<'a>(rules: &'a [AuditRule], locale: Locale) -> Vec<(Category, Vec<&'a AuditRule>)> {
    let mut groups: BTreeMap<&str, Vec<&AuditRule>> = BTreeMap::new();
    for rule in rules {
        groups.entry(&rule.category).or_default().push(rule);
    }
    let sum =
        |rules: &[&AuditRule], of: fn(&AuditRule) -> i64| rules.iter().map(|rule| of(rule)).sum::<i64>();
    let mut groups: Vec<(&str, Vec<&AuditRule>)> = groups.into_iter().collect();
    for (_, rules) in &mut groups {
        let levels = |rule: &AuditRule| (rule.errors, rule.warnings, rule.notices);
        rules.sort_by(|one, other| levels(other).cmp(&levels(one)).then_with(|| one.rule.cmp(&other.rule)));
    }
    groups.sort_by_key(|(_, rules)| {
        std::cmp::Reverse((
            sum(rules, |rule| rule.errors),
            sum(rules, |rule| rule.warnings),
            sum(rules, places),
        ))
    });
    let most = groups.iter().map(|(_, rules)| sum(rules, places)).max().unwrap_or(1).max(1) as f64;
    let group = |(category, rules): (&str, Vec<&'a AuditRule>)| {
        let name = CATEGORIES.iter().find(|(code, _)| *code == category);
        let share = |of: fn(&AuditRule) -> i64| sum(&rules, of) as f64 * 100.0 / most;
        let shown = Category {
            name: name.map_or_else(|| category.to_owned(), |(_, key)| say(locale, key)),
            places: in_places(locale, sum(&rules, places)),
            bars: [share(|rule| rule.errors), share(|rule| rule.warnings), share(|rule| rule.notices)],
            rules: Vec::new(),
        };
        (shown, rules)
    };
    groups.into_iter().map(group).collect()
}

fn shown_rule(rule: &AuditRule, examples: &[select::Row], texts: &Texts, locale: Locale) -> Shown {
    let (level, key) = match (rule.errors, rule.warnings) {
        (1.., _) => ("error", "audits.level.error"),
        (_, 1..) => ("warning", "audits.level.warning"),
        _ => ("notice", "audits.level.notice"),
    };
    let described = texts.rule(&rule.rule);
    let more = places(rule) - examples.len() as i64;
    Shown {
        anchor: anchor(rule),
        title: rule.title.clone(),
        level,
        level_name: say(locale, key),
        places: in_places(locale, places(rule)),
        why: described.map(|rule| rule.why.clone()).unwrap_or_default(),
        fix: described.map(|rule| rule.fix.clone()).unwrap_or_default(),
        examples: examples.iter().map(|row| example(row, texts, locale)).collect(),
        more: match more {
            1.. => locale.say("audits.report.more", &params([("count", more.into())])),
            _ => String::new(),
        },
    }
}

fn example(row: &select::Row, texts: &Texts, locale: Locale) -> Example {
    let line = row.line(texts, locale);
    let cut = |text: &str| match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let url = line.url.unwrap_or_default();
    let is_whole = url.chars().count() <= MOST_CHARS;
    Example {
        is_link: is_whole && (url.starts_with("https://") || url.starts_with("http://")),
        url: cut(url),
        title: cut(line.page_title.unwrap_or_default()),
        what: cut(&line.what),
    }
}
