//! `rules.describe`

use super::exported::{self, Fix, Value};
use super::{Check, Pack, Rule, Scope};
use crate::language::Language;
use crate::texts::Texts;

/// The texts of a pack in one language, without those of the SDK.
#[derive(Clone, Copy)]
struct Said {
    texts: &'static Texts,
    language: Language,
}

impl Said {
    fn list(self, key: &str) -> &'static [&'static str] {
        let found = self.texts.find(self.language, key);
        debug_assert!(found.is_some(), "there is no text under the key `{key}`");
        found.unwrap_or_default()
    }

    fn text(self, key: &str) -> String {
        self.list(key).first().copied().unwrap_or_default().to_owned()
    }
}

/// The description of a pack in one language.
pub fn describe(pack: &Pack, language: Language) -> exported::Pack {
    let said = Said { texts: pack.texts, language };
    exported::Pack {
        name: said.text("name"),
        summary: said.text("summary"),
        tables: owned(pack.tables),
        probes: owned(pack.probes),
        rules: pack.rules.iter().map(|rule| described(rule, said)).collect(),
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn described(rule: &Rule, said: Said) -> exported::Rule {
    let mut texts = said.list(rule.id).iter();
    let mut text = move || texts.next().copied().unwrap_or_default().to_owned();
    let [title, what, why, fix] = [text(), text(), text(), text()];
    let parameter = |of: &super::Parameter| exported::Parameter {
        name: of.name.to_owned(),
        default: of.default,
        min: of.min,
        max: of.max,
        label: text(),
    };
    let parameters = rule.parameters.iter().map(parameter).collect();
    let fix_in = |(system, key): &(&str, &str)| Fix { system: (*system).to_owned(), text: said.text(key) };
    exported::Rule {
        id: rule.id.to_owned(),
        severity: rule.severity,
        category: rule.category.to_owned(),
        scope: match rule.check {
            Check::Page(_) => Scope::Page,
            Check::Site(_) => Scope::Site,
        },
        score: rule.score,
        needs: owned(rule.needs),
        parameters,
        values: rule
            .values
            .iter()
            .map(|(name, kind)| Value { name: (*name).to_owned(), kind: (*kind).to_owned() })
            .collect(),
        title,
        what,
        why,
        fix,
        fixes: rule.systems.iter().map(fix_in).collect(),
    }
}
