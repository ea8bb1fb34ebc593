//! The pack in the host's format.
//!
//! The host made this JSON itself, from a `rules.toml` that it checked, so nothing is checked again: missing values are
//! empty, and a rule whose condition cannot be read finds nothing.

use sitewright_conditions::{Condition, Names, Rows, Type};
use sitewright_sdk::json::{self, Value};

/// A pack that is ready to run.
#[derive(Debug, Default)]
pub struct Pack {
    pub tables: Vec<String>,
    pub rules: Vec<Rule>,
    /// English and Polish.
    pub texts: [Texts; 2],
}

#[derive(Debug)]
pub struct Rule {
    pub id: String,
    pub severity: String,
    pub category: String,
    pub score: bool,
    pub needs: Vec<String>,
    /// Whether it is about every address rather than about pages that were read.
    pub all: bool,
    pub params: Vec<Param>,
    pub rows: Option<Rows>,
    pub when: Option<Condition>,
    pub values: Vec<Filled>,
    pub systems: Vec<String>,
}

#[derive(Debug)]
pub struct Param {
    pub name: String,
    pub default: f64,
    pub min: f64,
    pub max: f64,
}

/// A placeholder with its value.
#[derive(Debug)]
pub struct Filled {
    pub name: String,
    pub kind: String,
    pub is: Option<Condition>,
}

/// The texts of the pack in one language.
#[derive(Debug, Default)]
pub struct Texts {
    pub name: String,
    pub summary: String,
    /// In the order of the rules.
    pub rules: Vec<RuleTexts>,
}

#[derive(Debug, Default)]
pub struct RuleTexts {
    pub title: String,
    pub what: String,
    pub why: String,
    pub fix: String,
    pub labels: Vec<String>,
    pub fixes: Vec<String>,
}

impl Pack {
    pub fn read(source: &str) -> Self {
        let source = json::parse(source).unwrap_or(Value::Null);
        let mut texts = source.get("texts").list().iter().map(said);
        Self {
            tables: owned(source.get("tables")),
            rules: source.get("rules").list().iter().map(rule).collect(),
            texts: [texts.next().unwrap_or_default(), texts.next().unwrap_or_default()],
        }
    }
}

fn text(value: &Value<'_>, name: &str) -> String {
    value.get(name).text().to_owned()
}

fn owned(list: &Value<'_>) -> Vec<String> {
    list.list().iter().map(|entry| entry.text().to_owned()).collect()
}

fn rule(of: &Value<'_>) -> Rule {
    let number = |value: &Value<'_>, name: &str| value.get(name).number().unwrap_or_default();
    let param = |param: &Value<'_>| Param {
        name: text(param, "name"),
        default: number(param, "default"),
        min: number(param, "min"),
        max: number(param, "max"),
    };
    let params: Vec<Param> = of.get("params").list().iter().map(param).collect();
    let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    let rows = Rows::read(of.get("rows").text(), &names).ok();
    let named = Names { parameters: &names, rows: rows.as_ref() };
    let value = |value: &Value<'_>| {
        let kind = text(value, "kind");
        let of = if matches!(&*kind, "text" | "url") { Type::Text } else { Type::Number };
        let is = Condition::read(value.get("is").text(), of, named).ok();
        Filled { name: text(value, "name"), kind, is }
    };
    Rule {
        id: text(of, "id"),
        severity: text(of, "severity"),
        category: text(of, "category"),
        score: of.get("score").is_on(),
        needs: owned(of.get("needs")),
        all: of.get("all").is_on(),
        when: Condition::read(of.get("when").text(), Type::Truth, named).ok(),
        values: of.get("values").list().iter().map(value).collect(),
        systems: owned(of.get("systems")),
        params,
        rows,
    }
}

fn said(of: &Value<'_>) -> Texts {
    let rule = |of: &Value<'_>| RuleTexts {
        title: text(of, "title"),
        what: text(of, "what"),
        why: text(of, "why"),
        fix: text(of, "fix"),
        labels: owned(of.get("labels")),
        fixes: owned(of.get("fixes")),
    };
    Texts {
        name: text(of, "name"),
        summary: text(of, "summary"),
        rules: of.get("rules").list().iter().map(rule).collect(),
    }
}
