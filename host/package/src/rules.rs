//! `rules.toml`: the rules of a pack for the site audit, without its own code, as data for the host's component that runs
//! such packs.
//!
//! It is read strictly, as a template is: unknown keys are refused, every text is in both languages, and every condition
//! names columns that exist and compares what can be compared. A problem names the line of the file.

mod line;
mod rule;

use serde::Serialize;

use crate::layout::{RULES, is_kebab};
use crate::manifest::table;
use crate::node::Node;
use crate::{Code, Limits, Problem, Problems, json};

use rule::{Rule, Texts};

const MOST_RULES: usize = 200;
const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;
/// The host refuses longer ids.
const ID_CHARS: usize = 60;

/// Valid rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePack {
    source: String,
}

/// The input of the component that runs rules. Its reader is `plugins/rule-runner/src/source.rs`.
#[derive(Serialize)]
struct Source {
    tables: Vec<&'static str>,
    rules: Vec<Rule>,
    /// In the order of the languages.
    texts: [PackTexts; 2],
}

#[derive(Default, Serialize)]
struct PackTexts {
    name: String,
    summary: String,
    /// In the order of the rules.
    rules: Vec<Texts>,
}

impl RulePack {
    /// Reads a `rules.toml`, or returns all problems.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let mut found = Problems::default();
        match read(text.as_bytes(), &mut found) {
            Some(pack) if found.is_empty() => Ok(pack),
            _ => Err(found.into_list()),
        }
    }

    /// The input of the component that runs rules: JSON, equal for equal rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether a source is that of rules rather than of a template.
    pub(crate) fn is_source(source: &str) -> bool {
        source.starts_with("{\"tables\":")
    }
}

/// Returns `None` if a required part is missing. Other problems are only recorded in `found`.
pub(crate) fn read(bytes: &[u8], found: &mut Problems) -> Option<RulePack> {
    let most = Limits::default().rules_bytes;
    if bytes.len() as u64 > most {
        found.add(Problem::at(Code::EntryTooLarge, RULES).with("max_kb", most >> 10));
        return None;
    }
    let text = json::text(bytes, RULES, found)?;
    let mut own = Problems::default();
    let source = table(text, RULES, &mut own).map(|table| pack(Node::new(RULES, table, &mut own)));
    line::add(text, own, found);
    // Texts and numbers: serialization cannot fail.
    Some(RulePack { source: serde_json::to_string(&source?).unwrap_or_default() })
}

fn pack(mut root: Node<'_>) -> Source {
    let mut texts = <[PackTexts; 2]>::default();
    for (name, max) in [("name", NAME_CHARS), ("summary", SUMMARY_CHARS)] {
        for (texts, text) in texts.iter_mut().zip(root.both(name, max).into_iter().flatten()) {
            *(if name == "name" { &mut texts.name } else { &mut texts.summary }) = text;
        }
    }
    let category = id(&mut root, "category").unwrap_or_default();
    let (mut tables, mut rules, mut ids) = (vec!["pages"], Vec::new(), Vec::new());
    for (path, table) in root.tables("rules", 1, MOST_RULES) {
        let mut node = root.below(table, &path);
        let id = id(&mut node, "id");
        if id.as_ref().is_some_and(|id| ids.contains(id)) {
            node.report("id", Code::RuleIdTaken);
        }
        ids.extend(id.clone());
        let read = rule::read(&mut node, id.unwrap_or_default(), &category, &mut tables);
        node.finish();
        let Some((rule, said)) = read else { continue };
        rules.push(rule);
        texts.iter_mut().zip(said).for_each(|(texts, said)| texts.rules.push(said));
    }
    root.finish();
    Source { tables, rules, texts }
}

/// An id: lower-case words, joined by hyphens.
fn id(node: &mut Node<'_>, key: &str) -> Option<String> {
    let id = node.name(key)?;
    if !is_kebab(&id) || id.len() > ID_CHARS {
        node.report_with(key, Code::RuleId, "max", ID_CHARS);
        return None;
    }
    Some(id)
}
