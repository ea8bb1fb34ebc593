//! `[[rules]]`: a rule with its condition and its texts.

use serde::Serialize;
use sitewright_conditions::{
    Condition, MOST_CHARS, MOST_DEPTH, MOST_PARTS, Names, Reason, Rows, Type, Wrong,
};
use toml::Value;

use super::{ID_CHARS, id};
use crate::layout::is_snake;
use crate::node::Node;
use crate::{Code, LANGUAGES, Problem, markup};

const MOST_ENTRIES: usize = 20;
const TITLE_CHARS: usize = 150;
const WHAT_CHARS: usize = 1_000;
const WHY_CHARS: usize = 2_000;
const FIX_CHARS: usize = 3_000;
/// Larger numbers than a fact can have.
const LARGEST: f64 = 1e10;
const KINDS: [&str; 7] = ["number", "text", "url", "ms", "bytes", "percent", "date"];

#[derive(Serialize)]
pub(super) struct Rule {
    id: String,
    severity: &'static str,
    category: String,
    score: bool,
    needs: Vec<String>,
    /// Whether it is about every address rather than about pages that were read.
    all: bool,
    params: Vec<Param>,
    rows: Option<String>,
    when: Option<String>,
    values: Vec<Filled>,
    systems: Vec<String>,
}

#[derive(Serialize)]
struct Param {
    name: String,
    default: f64,
    min: f64,
    max: f64,
}

/// A placeholder of `what`.
#[derive(Serialize)]
struct Filled {
    name: String,
    kind: &'static str,
    is: String,
}

/// The texts of a rule in one language.
#[derive(Default, Serialize)]
pub(super) struct Texts {
    title: String,
    what: String,
    why: String,
    fix: String,
    /// The labels of the parameters.
    labels: Vec<String>,
    /// In the order of the systems.
    fixes: Vec<String>,
}

/// Reads a rule; the tables that it reads are added to `tables`. `None` if a part is missing, which is then reported.
pub(super) fn read(
    node: &mut Node<'_>,
    id: String,
    category: &str,
    tables: &mut Vec<&'static str>,
) -> Option<(Rule, [Texts; 2])> {
    let severity = node.one_of("severity", &["error", "warning", "notice"]);
    if node.has("scope") {
        node.one_of("scope", &["page"]);
    }
    let category = if node.has("category") { self::id(node, "category") } else { Some(category.to_owned()) };
    let of = if node.has("pages") { node.one_of("pages", &["read", "all"]) } else { Some("read") };
    let score = node.flag("score");
    let needs =
        if node.has("needs") { node.texts("needs", 0, MOST_ENTRIES, ID_CHARS) } else { Some(Vec::new()) };
    let mut texts = <[Texts; 2]>::default();
    let params = parameters(node, &mut texts);
    let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    if !node.has("when") && !node.has("rows") {
        node.report("when", Code::ConditionMissing);
    }
    let has_rows = node.has("rows");
    let (rows_text, rows) = rows(node, &names, tables);
    let names = Names { parameters: &names, rows: rows.as_ref() };
    // Conditions that name rows with a problem would be reported, too.
    let is_sure = !has_rows || rows.is_some();
    let truth = Some(Type::Truth).filter(|_| is_sure);
    let when = if node.has("when") { condition(node, "when", truth, names, tables) } else { None };
    let values = values(node, names, is_sure, tables);
    let systems = said(node, &mut texts, &values);
    // The pages that test the rule; `plugin test` reads them.
    node.allow(&["breaks", "holds"]);
    let (severity, category, needs, of) = (severity?, category?, needs?, of?);
    let all = of == "all";
    let rule =
        Rule { id, severity, category, score, needs, all, params, rows: rows_text, when, values, systems };
    Some((rule, texts))
}

fn parameters(node: &mut Node<'_>, texts: &mut [Texts; 2]) -> Vec<Param> {
    let mut params = Vec::new();
    for (name, mut inner) in entries(node, "params") {
        let mut inner = inner.under(node);
        let [default, min, max] = ["default", "min", "max"].map(|key| decimal(&mut inner, key));
        let labels = LANGUAGES.map(|language| plain(&mut inner, language, TITLE_CHARS));
        if let (Some(default), Some(min), Some(max)) = (default, min, max) {
            if min > max {
                inner.report("min", Code::RangeEmpty);
            } else if !(min..=max).contains(&default) {
                let place = inner.place("default");
                inner.found.add(Problem::at(Code::NumberWrong, place).with("min", min).with("max", max));
            }
        }
        // One with a problem is kept, so that conditions may name it.
        let [default, min, max] = [default, min, max].map(Option::unwrap_or_default);
        params.push(Param { name, default, min, max });
        for (texts, label) in texts.iter_mut().zip(labels) {
            texts.labels.push(label.unwrap_or_default());
        }
        inner.finish();
    }
    params
}

/// A table of a table of named entries.
struct Entry {
    path: String,
    value: toml::Table,
}

impl Entry {
    fn under<'n>(&mut self, node: &'n mut Node<'_>) -> Node<'n> {
        node.below(std::mem::take(&mut self.value), &self.path)
    }
}

/// The entries of an optional table whose keys the author chooses.
fn entries(node: &mut Node<'_>, key: &str) -> Vec<(String, Entry)> {
    let table = match node.take(key) {
        Some(Value::Table(table)) => table,
        Some(_) => {
            node.wrong_type(key, "table");
            return Vec::new();
        }
        None => return Vec::new(),
    };
    if table.len() > MOST_ENTRIES {
        let place = node.place(key);
        node.found.add(Problem::at(Code::CountWrong, place).with("min", 0).with("max", MOST_ENTRIES));
    }
    let mut entries = Vec::new();
    for (name, value) in table.into_iter().take(MOST_ENTRIES) {
        let path = format!("{key}.{name}");
        if !is_snake(&name) || name.len() > ID_CHARS {
            node.report_with(&path, Code::ParameterName, "max", ID_CHARS);
            continue;
        }
        match value {
            Value::Table(value) => entries.push((name, Entry { path, value })),
            _ => node.wrong_type(&path, "table"),
        }
    }
    entries
}

fn decimal(node: &mut Node<'_>, key: &str) -> Option<f64> {
    let number = match node.take(key) {
        Some(Value::Integer(number)) => number as f64,
        Some(Value::Float(number)) => number,
        Some(_) => {
            node.wrong_type(key, "number");
            return None;
        }
        None => {
            node.report(key, Code::FieldMissing);
            return None;
        }
    };
    if number.is_finite() && number.abs() <= LARGEST {
        return Some(number);
    }
    let place = node.place(key);
    node.found.add(Problem::at(Code::NumberWrong, place).with("min", -LARGEST).with("max", LARGEST));
    None
}

fn rows(
    node: &mut Node<'_>,
    parameters: &[String],
    tables: &mut Vec<&'static str>,
) -> (Option<String>, Option<Rows>) {
    if !node.has("rows") {
        return (None, None);
    }
    let Some(source) = node.name("rows") else { return (None, None) };
    match Rows::read(&source, parameters) {
        Ok(rows) => {
            add_tables(rows.tables(), tables);
            (Some(source), Some(rows))
        }
        Err(wrong) => {
            report(node, "rows", &wrong);
            (None, None)
        }
    }
}

/// A condition or a value. Without a type it is not read, as what it depends on has a problem.
fn condition(
    node: &mut Node<'_>,
    key: &str,
    of: Option<Type>,
    names: Names<'_>,
    tables: &mut Vec<&'static str>,
) -> Option<String> {
    let source = node.name(key)?;
    let of = of?;
    match Condition::read(&source, of, names) {
        Ok(condition) => {
            add_tables(condition.tables(), tables);
            Some(source)
        }
        Err(wrong) => {
            report(node, key, &wrong);
            None
        }
    }
}

fn add_tables(of: &[&'static str], tables: &mut Vec<&'static str>) {
    for table in of {
        if !tables.contains(table) {
            tables.push(table);
        }
    }
}

fn report(node: &mut Node<'_>, key: &str, wrong: &Wrong) {
    let at = |code| Problem::at(code, node.place(key));
    // What is spelled alike comes first: a long list is cut.
    let like = |name: &str, known: &[&str]| {
        let mut known = known.to_vec();
        let shared =
            |one: &str| one.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count();
        known.sort_by_key(|one| std::cmp::Reverse(shared(one)));
        known.join(", ")
    };
    let problem = match &wrong.reason {
        Reason::Unexpected { found, wanted } => {
            at(Code::ConditionUnexpected).with("found", found.as_str()).with("wanted", *wanted)
        }
        Reason::Column { name, table, known } => at(Code::ConditionColumn)
            .with("column", name.as_str())
            .with("table", *table)
            .with("known", like(name, known)),
        Reason::Table { name, known } => {
            at(Code::ConditionTable).with("table", name.as_str()).with("known", like(name, known))
        }
        Reason::Parameter { name, known } => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let problem = at(Code::ConditionParameter).with("parameter", name.as_str());
            problem.with("known", like(name, &known))
        }
        Reason::Kind { part, found, wanted } => at(Code::ConditionType)
            .with("part", part.as_str())
            .with("is", found.name())
            .with("wanted", wanted.name()),
        Reason::TooLarge => at(Code::ConditionTooLarge)
            .with("chars", MOST_CHARS)
            .with("parts", MOST_PARTS)
            .with("depth", MOST_DEPTH),
    };
    node.found.add(problem);
}

fn values(
    node: &mut Node<'_>,
    names: Names<'_>,
    is_sure: bool,
    tables: &mut Vec<&'static str>,
) -> Vec<Filled> {
    let mut values = Vec::new();
    for (name, mut entry) in entries(node, "values") {
        let mut inner = entry.under(node);
        let kind = inner.one_of("kind", &KINDS);
        let of = kind.map(|kind| if matches!(kind, "text" | "url") { Type::Text } else { Type::Number });
        let of = of.filter(|_| is_sure);
        let is = condition(&mut inner, "is", of, names, tables);
        inner.finish();
        // One with a problem is kept, so that `what` may name it.
        values.push(Filled { name, kind: kind.unwrap_or("number"), is: is.unwrap_or_default() });
    }
    values
}

/// The texts in both languages. Returns the systems with a fix of their own.
fn said(node: &mut Node<'_>, texts: &mut [Texts; 2], values: &[Filled]) -> Vec<String> {
    let mut systems: [Vec<String>; 2] = Default::default();
    for ((language, texts), systems) in LANGUAGES.into_iter().zip(texts).zip(&mut systems) {
        let Some(mut inner) = node.inner(language, true) else { continue };
        texts.title = plain(&mut inner, "title", TITLE_CHARS).unwrap_or_default();
        texts.what = plain(&mut inner, "what", WHAT_CHARS).unwrap_or_default();
        texts.why = plain(&mut inner, "why", WHY_CHARS).unwrap_or_default();
        texts.fix = plain(&mut inner, "fix", FIX_CHARS).unwrap_or_default();
        let unknown = placeholders(&texts.what).find(|name| !values.iter().any(|value| value.name == *name));
        if let Some(name) = unknown {
            inner.report_with("what", Code::ValueMissing, "placeholder", format!("{{{name}}}"));
        }
        let fixes = match inner.take("fix_in") {
            Some(Value::Table(fixes)) => fixes,
            Some(_) => {
                inner.wrong_type("fix_in", "table");
                continue;
            }
            None => toml::Table::new(),
        };
        systems.extend(fixes.keys().cloned());
        let mut fixes = inner.below(fixes, "fix_in");
        for system in systems {
            if !crate::is_kebab(system) || system.len() > ID_CHARS {
                fixes.report_with(system, Code::RuleId, "max", ID_CHARS);
            }
            texts.fixes.push(plain(&mut fixes, system, FIX_CHARS).unwrap_or_default());
        }
        inner.finish();
    }
    let [systems, others] = systems;
    if systems != others {
        node.report("pl.fix_in", Code::FixesDiffer);
    }
    if systems.len() > MOST_ENTRIES {
        let place = node.place("en.fix_in");
        node.found.add(Problem::at(Code::CountWrong, place).with("min", 0).with("max", MOST_ENTRIES));
    }
    systems
}

/// A text that users read: markup is only allowed in code between backticks.
fn plain(node: &mut Node<'_>, key: &str, max: usize) -> Option<String> {
    let text = node.words(key, max)?;
    let place = node.place(key);
    if text.matches('`').count() % 2 == 1 {
        node.report(key, Code::Backtick);
    } else {
        text.split('`').step_by(2).for_each(|part| markup::check(part, &place, node.found));
    }
    Some(text)
}

/// The names in braces. Braces around anything else are plain text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let named = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    named.map(|(name, _)| name).filter(|name| is_snake(name))
}
