//! The exports of the component.

use sitewright_facts::{Batch, View};

use crate::source::{Pack, Rule, RuleTexts};

wit_bindgen::generate!({
    path: "../../wit",
    inline: "
        package sitewright:data-rules;
        world runner {
            import sitewright:plugin/template@0.1.0;
            export sitewright:plugin/rules@0.1.0;
        }
    ",
    generate_all,
});

use exports::sitewright::plugin::rules;
use sitewright::plugin::facts::{Evidence, Finding, Severity, Table};
use sitewright::plugin::template::source;
use sitewright::plugin::types::Failure;

struct Component;

impl rules::Guest for Component {
    fn describe(language: String) -> rules::Pack {
        let mut pack = Pack::read(&source());
        let texts = std::mem::take(&mut pack.texts[usize::from(language.starts_with("pl"))]);
        let mut said = texts.rules.into_iter();
        rules::Pack {
            name: texts.name,
            summary: texts.summary,
            tables: pack.tables,
            probes: Vec::new(),
            rules: pack
                .rules
                .into_iter()
                .map(|rule| described(rule, said.next().unwrap_or_default()))
                .collect(),
        }
    }

    fn check_pages(tables: Vec<Table>, settings: String) -> Vec<Finding> {
        let pack = Pack::read(&source());
        let mut batch = Batch::default();
        for (name, table) in pack.tables.iter().zip(&tables) {
            batch.set(name, View { width: table.width as usize, cells: &table.cells, text: &table.text });
        }
        let finding = |found: crate::Found| Finding {
            rule: found.rule,
            page: found.page,
            severity: severity(&pack.rules[found.rule as usize]),
            values: found.values,
            evidence: found.evidence.into_iter().map(|(table, row)| Evidence { table, row }).collect(),
        };
        crate::check(&pack, &batch, &settings).into_iter().map(finding).collect()
    }

    /// Rules of data are about pages alone.
    fn check_site(_: String) -> Result<(), Failure> {
        Ok(())
    }
}

fn severity(rule: &Rule) -> Severity {
    match &*rule.severity {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Notice,
    }
}

fn described(rule: Rule, said: RuleTexts) -> rules::Rule {
    let severity = severity(&rule);
    let mut labels = said.labels.into_iter();
    let parameters = rule.params.into_iter().map(|param| rules::Parameter {
        name: param.name,
        default: param.default,
        min: param.min,
        max: param.max,
        label: labels.next().unwrap_or_default(),
    });
    let values = rule.values.into_iter().map(|value| rules::Value { name: value.name, kind: value.kind });
    let fixes = rule.systems.into_iter().zip(said.fixes).map(|(system, text)| rules::Fix { system, text });
    rules::Rule {
        id: rule.id,
        severity,
        category: rule.category,
        scope: rules::Scope::Page,
        score: rule.score,
        needs: rule.needs,
        parameters: parameters.collect(),
        values: values.collect(),
        title: said.title,
        what: said.what,
        why: said.why,
        fix: said.fix,
        fixes: fixes.collect(),
    }
}

export!(Component);
