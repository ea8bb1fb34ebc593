//! How the tools stand, and how they stood in the accepted run: `eval/accepted.json` without a model, and
//! `target/eval/accepted-{model}.json` with one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{CaseResult, Kind, Results, folder};
use crate::root;

/// The figures of one tool.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub cases: usize,
    /// Inputs with texts, with frames, and those that need a model.
    pub texts: usize,
    pub frames: usize,
    pub needs_model: usize,
    /// Findings by rule.
    pub serious: BTreeMap<String, usize>,
    pub minor: BTreeMap<String, usize>,
    /// Inputs with texts without a serious finding, and without any.
    pub usable: usize,
    pub clean: usize,
    pub cost: Option<Cost>,
}

/// What finished results cost with good answers.
#[derive(Clone, Copy, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cost {
    pub results: usize,
    pub questions: usize,
    pub tokens: usize,
}

impl Cost {
    pub fn questions_each(self) -> f64 {
        self.questions as f64 / self.results.max(1) as f64
    }

    pub fn tokens_each(self) -> usize {
        self.tokens / self.results.max(1)
    }
}

impl Figures {
    fn new(results: &[CaseResult], cost: Option<Cost>) -> Self {
        let mut figures = Self { cases: results.len(), cost, ..Self::default() };
        for result in results {
            match result.kind {
                Kind::Text | Kind::Failed => figures.texts += 1,
                Kind::Frame => figures.frames += 1,
                Kind::NeedsModel => figures.needs_model += 1,
            }
            if matches!(result.kind, Kind::Text | Kind::Failed) {
                figures.usable += usize::from(!result.findings.iter().any(|finding| finding.serious));
                figures.clean += usize::from(result.findings.is_empty());
            }
            for finding in &result.findings {
                let list = if finding.serious { &mut figures.serious } else { &mut figures.minor };
                *list.entry(finding.rule.clone()).or_default() += 1;
            }
        }
        figures
    }

    fn findings(&self) -> (usize, usize) {
        (self.serious.values().sum(), self.minor.values().sum())
    }

    /// A school grade for the texts: how many could be sent, and how many as they are.
    pub fn grade(&self) -> &'static str {
        if self.texts == 0 {
            return if self.frames > 0 { "frame" } else { "–" };
        }
        let share = |count: usize| count as f64 / self.texts as f64;
        match share(self.usable) * 0.75 + share(self.clean) * 0.25 {
            score if score >= 0.93 => "A",
            score if score >= 0.80 => "B",
            score if score >= 0.60 => "C",
            score if score >= 0.35 => "D",
            _ => "F",
        }
    }
}

/// The figures of all tools.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Standing(pub BTreeMap<String, Figures>);

impl Standing {
    pub fn new(results: &Results, costs: &BTreeMap<String, Cost>) -> Self {
        let figures = |(tool, list): (&String, &Vec<CaseResult>)| {
            (tool.clone(), Figures::new(list, costs.get(tool).copied()))
        };
        Self(results.iter().map(figures).collect())
    }

    /// The accepted run; empty if there is none.
    pub fn accepted(model: Option<&str>) -> Self {
        let text = std::fs::read_to_string(file(model)).unwrap_or_else(|_| "{}".to_owned());
        serde_json::from_str(&text).expect("the accepted run is JSON")
    }

    /// Stores this run over the accepted one, whose other tools stay.
    pub fn accept(&self, mut accepted: Self, model: Option<&str>) {
        accepted.0.extend(self.0.clone());
        let text = serde_json::to_string_pretty(&accepted).expect("JSON");
        std::fs::write(file(model), text + "\n").expect("the accepted run");
    }

    /// The tools with more findings or higher costs. A model varies: a tenth more is the same.
    pub fn worse_than(&self, accepted: &Self, varies: bool) -> Vec<String> {
        let mut worse = Vec::new();
        let allowed = |before: usize| if varies { before + (before / 10).max(2) } else { before };
        for (tool, now, before) in
            self.0.iter().filter_map(|(tool, now)| Some((tool, now, accepted.0.get(tool)?)))
        {
            let pairs = [("serious", &now.serious, &before.serious), ("minor", &now.minor, &before.minor)];
            for (name, now, before) in pairs {
                let (sum, old) = (now.values().sum::<usize>(), before.values().sum::<usize>());
                if sum > allowed(old) {
                    let more = now.iter().filter(|(rule, count)| *count > before.get(*rule).unwrap_or(&0));
                    let more: Vec<String> = more.map(|(rule, count)| format!("{rule} {count}")).collect();
                    worse.push(format!(
                        "{tool}: {sum} {name} findings instead of {old} ({})",
                        more.join(", ")
                    ));
                }
            }
            if let (Some(now), Some(before)) = (now.cost, before.cost) {
                let more_tokens = now.tokens_each() * 100 > before.tokens_each() * 105;
                if now.questions_each() > before.questions_each() || more_tokens {
                    let costs = [now, before].map(|cost| {
                        format!("{:.2} questions and {} tokens", cost.questions_each(), cost.tokens_each())
                    });
                    worse.push(format!("{tool}: a result costs {} instead of {}", costs[0], costs[1]));
                }
            }
        }
        worse
    }

    /// For the terminal.
    pub fn table(&self, accepted: &Self) -> String {
        let mut out = format!(
            "{:<28} {:>5} {:>5} {:>6} {:>6} {:>8} {:>8} {:>9} {:>7}\n",
            "tool", "grade", "was", "texts", "frames", "serious", "minor", "questions", "tokens"
        );
        let mut total = Cost::default();
        for (tool, figures) in &self.0 {
            let (serious, minor) = figures.findings();
            let was = accepted.0.get(tool).map_or("", Figures::grade);
            let cost = figures.cost.unwrap_or_default();
            total.results += cost.results;
            total.questions += cost.questions;
            total.tokens += cost.tokens;
            let _ = writeln!(
                out,
                "{tool:<28} {:>5} {was:>5} {:>6} {:>6} {serious:>8} {minor:>8} {:>9.2} {:>7}",
                figures.grade(),
                figures.texts,
                figures.frames,
                cost.questions_each(),
                cost.tokens_each()
            );
        }
        let (each, tokens) = (total.questions_each(), total.tokens_each());
        let _ =
            writeln!(out, "A finished result costs {each:.2} questions and {tokens} tokens (1.4 a word).");
        out
    }
}

fn file(model: Option<&str>) -> PathBuf {
    match model {
        Some(model) => folder().join(format!("accepted-{model}.json")),
        None => root().join("host/exercise/eval/accepted.json"),
    }
}

#[test]
fn a_tool_with_more_findings_or_costs_is_worse() {
    let figures = |serious: usize, questions: usize| {
        let cost = Some(Cost { results: 2, questions, tokens: 1000 });
        let serious = BTreeMap::from([("twice".to_owned(), serious)]);
        Standing(BTreeMap::from([("email".to_owned(), Figures { serious, cost, ..Figures::default() })]))
    };
    let accepted = figures(2, 2);
    assert!(figures(2, 2).worse_than(&accepted, false).is_empty());
    assert!(figures(1, 2).worse_than(&accepted, false).is_empty());
    assert_eq!(figures(3, 2).worse_than(&accepted, false).len(), 1);
    assert!(figures(3, 2).worse_than(&accepted, true).is_empty());
    assert_eq!(figures(3, 3).worse_than(&accepted, false).len(), 2);
    assert!(figures(9, 9).worse_than(&Standing::default(), false).is_empty());
}
