//! The report: one page, the texts side by side with those of the last run.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use super::accepted::{Figures, Standing};
use super::cases::{Case, EvalTool};
use super::rules::Finding;
use super::{CaseResult, Kind, Results, folder};

pub struct Page<'a> {
    pub tools: &'a [EvalTool],
    pub now: &'a Standing,
    /// The last run, without costs.
    pub before: &'a Standing,
    pub accepted: &'a Standing,
    pub results: &'a Results,
    pub last: &'a Results,
}

/// The variants of a result as text, each part under its title.
pub fn texts(output: &Value, data: &Value) -> Vec<String> {
    let schema = &output["properties"]["variants"]["items"]["properties"];
    let part = |name: &str, value: &Value| {
        let text = match value {
            Value::String(text) => text.clone(),
            // A single post is no list.
            Value::Array(list) if list.len() == 1 && name == "posts" => {
                list[0].as_str().unwrap_or_default().to_owned()
            }
            Value::Array(list) => list
                .iter()
                .filter_map(Value::as_str)
                .map(|entry| format!("- {entry}"))
                .collect::<Vec<_>>()
                .join("\n"),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        (!text.is_empty()).then(|| format!("{}:\n{text}", schema[name]["title"].as_str().unwrap_or(name)))
    };
    // The schema lists the parts in their order.
    let order = output["properties"]["variants"]["items"]["required"].as_array();
    let names: Vec<&str> = order.into_iter().flatten().filter_map(Value::as_str).collect();
    let variant = |fields: &Value| {
        let shown = names.iter().filter(|name| **name != "checks");
        let parts: Vec<String> = shown.filter_map(|name| part(name, &fields[*name])).collect();
        match parts.as_slice() {
            [only] => only.split_once(":\n").map_or(only.clone(), |(_, text)| text.to_owned()),
            _ => parts.join("\n\n"),
        }
    };
    data["variants"].as_array().into_iter().flatten().map(variant).collect()
}

fn file(model: Option<&str>) -> PathBuf {
    folder().join(format!("last{}.json", model.map(|model| format!("-{model}")).unwrap_or_default()))
}

/// The last run; empty if there is none.
pub fn last(model: Option<&str>) -> Results {
    let text = std::fs::read_to_string(file(model)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Keeps this run as the last one.
pub fn keep(model: Option<&str>, results: &Results, mut last: Results) {
    last.extend(results.clone());
    std::fs::write(file(model), serde_json::to_string(&last).expect("JSON")).expect("the last run");
}

pub fn page(page: &Page) -> String {
    let mut out = String::from(HEAD);
    out.push_str("<table><thead><tr><th>Tool<th>Grade<th>Last run<th>Accepted<th>Texts<th>Frames<th>Need a model<th>Serious<th>Minor<th>Questions<th>Tokens</thead>");
    for tool in page.tools {
        let Some(now) = page.now.0.get(&tool.id) else { continue };
        let grade = |of: &Standing| of.0.get(&tool.id).map_or("", Figures::grade);
        let (cost, rules) =
            (now.cost.unwrap_or_default(), |list: &std::collections::BTreeMap<String, usize>| {
                list.iter().map(|(rule, count)| format!("{rule} {count}")).collect::<Vec<_>>().join("<br>")
            });
        let _ = write!(
            out,
            "<tr><td><a href='#{id}'>{}</a><td class='g {grade}'>{grade}<td>{}<td>{}<td>{}<td>{}<td>{}<td class=s>{}<td class=m>{}<td>{:.2}<td>{}",
            escape(&tool.name),
            grade(page.before),
            grade(page.accepted),
            now.texts,
            now.frames,
            now.needs_model,
            rules(&now.serious),
            rules(&now.minor),
            cost.questions_each(),
            cost.tokens_each(),
            id = tool.id,
            grade = now.grade()
        );
    }
    out.push_str("</table><p>Questions and tokens are those of a finished result with good answers; a token is estimated as 1/1.4 of a word.</p>");
    for tool in page.tools {
        let _ = write!(out, "<h2 id='{}'>{}</h2>", tool.id, escape(&tool.name));
        let results = page.results.get(&tool.id).into_iter().flatten();
        for (case, result) in tool.cases.iter().zip(results) {
            let last =
                page.last.get(&tool.id).and_then(|list| list.iter().find(|last| last.about == result.about));
            one(&mut out, case, result, last);
        }
    }
    out.push_str("</main>");
    out
}

fn one(out: &mut String, case: &Case, result: &CaseResult, last: Option<&CaseResult>) {
    let serious = result.findings.iter().filter(|finding| finding.serious).count();
    let state = match result.kind {
        Kind::Frame => "frame",
        Kind::NeedsModel => "needs a model",
        _ if serious > 0 => "serious",
        _ if !result.findings.is_empty() => "minor",
        _ => "clean",
    };
    let same = last.is_some_and(|last| last.texts == result.texts && last.findings == result.findings);
    let mark = if same || last.is_none() { "" } else { " · changed" };
    let ease = result.ease.map(|ease| format!(" · reading ease {ease:.0}")).unwrap_or_default();
    let _ = write!(
        out,
        "<details{}><summary><b class='{}'>{state}</b> {} ({}){mark}{ease}</summary><pre class=i>{}</pre><div class=c>",
        if serious > 0 || !mark.is_empty() { " open" } else { "" },
        state.split(' ').next().unwrap_or_default(),
        escape(&case.about),
        escape(&result.language),
        escape(&format!("{:#}", case.input)),
    );
    column(out, "Now", result);
    if let Some(last) = last.filter(|_| !same) {
        column(out, "Last run", last);
    }
    out.push_str("</div></details>");
}

fn column(out: &mut String, title: &str, result: &CaseResult) {
    let _ = write!(out, "<section><h3>{title}</h3>");
    if result.texts.is_empty() {
        findings(out, result.findings.iter());
    }
    for (place, text) in result.texts.iter().enumerate() {
        let _ = write!(out, "<pre>{}</pre>", escape(text));
        findings(out, result.findings.iter().filter(|finding| finding.variant == place));
    }
    out.push_str("</section>");
}

fn findings<'a>(out: &mut String, list: impl Iterator<Item = &'a Finding>) {
    out.push_str("<ul>");
    for finding in list {
        let class = if finding.serious { 's' } else { 'm' };
        let [rule, field, detail] = [&finding.rule, &finding.field, &finding.detail].map(|text| escape(text));
        let _ = write!(out, "<li class={class}><b>{rule}</b> {field} {detail}");
    }
    out.push_str("</ul>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
<title>Evaluation of the tools</title><style>\
:root{color-scheme:light dark;--line:#8884;--bad:light-dark(#b00020,#ff8a8a);--soft:light-dark(#8a5a00,#f0c060);--good:light-dark(#1b6e2c,#7fd68f)}\
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:90rem;margin:auto;padding:1rem}\
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}\
.g{font-weight:700}.s,.serious,.F,.D{color:var(--bad)}.m,.minor,.C{color:var(--soft)}.clean,.A,.B{color:var(--good)}\
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.4rem .7rem}summary{cursor:pointer}\
.c{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:1rem}section{min-width:0}\
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;background:#8881;padding:.6rem;border-radius:6px;margin:.4rem 0}.i{font-size:.85em;opacity:.8}\
h3{font-size:1rem;margin:.3rem 0}ul{margin:.2rem 0 .8rem;padding-left:1.2rem}@media(max-width:50rem){.c{grid-auto-flow:row}}\
</style><main><h1>Evaluation of the tools</h1>";
