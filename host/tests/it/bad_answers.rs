//! Every built-in tool with a model that answers badly on purpose: each result keeps the hard limits of its platform
//! or reports which ones it breaks.

use axum::response::IntoResponse;
use futures::{StreamExt, TryStreamExt, stream};
use unicode_segmentation::UnicodeSegmentation;

use crate::prelude::*;

/// Concurrent runs; the pool of a test is small.
const AT_ONCE: usize = 8;
const RECITE: &str = "recite the question";

/// The answers of the cases, by name; the name is part of the user's input.
type Answers = Arc<HashMap<String, String>>;

/// A model that finds the name of its case in the prompt and returns the answer for it, every time.
async fn bad_model(answers: Answers) -> String {
    async fn answer(State(answers): State<Answers>, Json(body): Json<Value>) -> impl IntoResponse {
        let question = body["messages"].to_string();
        let name = question.split("case-").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or_default();
        let text = match answers.get(name).map(String::as_str) {
            Some(RECITE) => body["messages"][0]["content"].as_str().unwrap_or_default().to_owned(),
            Some(text) => text.to_owned(),
            None => "There is no such case.".to_owned(),
        };
        Json(
            json!({ "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }] }),
        )
    }
    let routes = Router::new().route("/v1/chat/completions", post(answer)).with_state(answers);
    format!("http://{}/v1", crate::util::serve(routes).await)
}

/// Answers that no platform accepts. `titles` are those of the parts that the tool asks for.
fn bad_answers(titles: &[String]) -> Vec<String> {
    let sections = |content: &dyn Fn(usize) -> String| {
        let lines = titles.iter().enumerate().map(|(place, title)| format!("{title}: {}", content(place)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let list = |entry: &str, count: usize| format!("\n- {entry}").repeat(count);
    let prose = "Zażółć gęślą jaźń, and the workshop opens on Saturday. ";
    let mut answers = vec![
        String::new(),
        " \n\t ".to_owned(),
        RECITE.to_owned(),
        "I'm sorry, but I can't help with that.".to_owned(),
        "Przepraszam, ale nie mogę napisać takiego tekstu.".to_owned(),
        r#"{"title": "A title", "text": ["unfinished"#.to_owned(),
        "null".to_owned(),
        prose.repeat(120),
        "x".repeat(12_000),
        "👨‍👩‍👧‍👦🏳️‍🌈".repeat(400),
        "漢字かな".repeat(600),
        "a\u{328}e\u{301}".repeat(2_000),
        "שלום עולם ".repeat(300),
        "https://example.com/very/long/path?with=query ".repeat(80),
        "<script>alert(1)</script><b>Bold</b> ~*#$ BUY NOW!!! ".repeat(60),
        "# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n".repeat(30),
        "Das ist ein Text in einer anderen Sprache, und er ist nicht gefragt. ".repeat(20),
        titles.join(":\n"),
    ];
    for content in ["word ", "Łódź – „żółć” … € ", "LOUD!!! ", "漢字 ", "👩🏽‍💻 "]
    {
        for count in [12, 60, 700] {
            answers.push(sections(&|_| content.repeat(count)));
        }
    }
    for (entry, count) in [
        ("One", 1),
        ("One and the same", 60),
        ("A rather long entry of a list that goes on and on and on", 20),
    ] {
        answers.push(sections(&|_| list(entry, count)));
    }
    answers.push(sections(&|place| if place == 0 { "Only the first".to_owned() } else { String::new() }));
    answers.push(sections(&|_| "\u{7}\u{0}tab\tand\r\nreturn ".repeat(40)));
    answers.push(titles.iter().rev().map(|title| format!("**{title}**\n\nfine\n")).collect());
    answers.push(sections(&|_| "#tag ".repeat(45)));
    answers.push(sections(&|_| "@name #tag https://example.com ".repeat(9)));
    answers
}

/// The count of a unit, computed independently of the product; `None` if only the product can.
fn measure(unit: &str, text: &str) -> Option<u64> {
    let count = match unit {
        "characters" => text.graphemes(true).count(),
        "utf16" => text.encode_utf16().count(),
        "bytes" => text.len(),
        _ => return None,
    };
    u64::try_from(count).ok()
}

/// The errors in the checks of one variant.
fn wrongs(variant: &Value) -> Vec<String> {
    let checks = variant["checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    checks.iter().filter(|check| check["level"] == "hard").filter_map(|check| wrong(variant, check)).collect()
}

fn wrong(variant: &Value, check: &Value) -> Option<String> {
    let field = check["field"].as_str()?;
    let (name, place) = field.split_once('/').map_or((field, None), |(name, place)| (name, Some(place)));
    let value = check["value"].as_u64()?;
    let fits = check["min"].as_u64().is_none_or(|min| value >= min)
        && check["max"].as_u64().is_none_or(|max| value <= max);
    if check["ok"] != fits {
        return Some(format!("{field} passes for fitting: {check}"));
    }
    let part = match place {
        Some(place) => &variant[name][place.parse::<usize>().ok()?],
        None => &variant[name],
    };
    let counted = match (check["unit"].as_str()?, part) {
        (unit, Value::String(text)) => measure(unit, text)?,
        _ => return None,
    };
    // The check may count more than the part itself, such as the hashtags below a caption, but not less.
    (counted > value).then(|| format!("{field} is miscounted, {counted}: {check}"))
}

struct Case {
    name: String,
    tool: String,
    language: &'static str,
    input: Value,
}

/// Cases for every tool with a text input, in both languages, with their answers.
async fn cases(client: &mut Client) -> (Vec<Case>, HashMap<String, String>) {
    let (mut cases, mut answers) = (Vec::new(), HashMap::new());
    for language in ["en", "pl"] {
        client.language = Some(language);
        let catalogue = client.get("/api/tools").await;
        for tool in catalogue.body["tools"].as_array().expect("tools") {
            let id = tool["id"].as_str().expect("an id");
            if !tool["input"]["properties"]["extra_instructions"].is_object() {
                continue;
            }
            let parts = tool["output"]["properties"]["variants"]["items"]["properties"].as_object();
            let titles: Vec<String> = parts
                .into_iter()
                .flatten()
                .filter(|(name, _)| *name != "checks")
                .filter_map(|(_, part)| part["title"].as_str().map(str::to_owned))
                .collect();
            for (number, answer) in bad_answers(&titles).into_iter().enumerate() {
                let name = format!("{id}-{language}-{number}");
                let mut input = tool["example"].clone();
                input["extra_instructions"] = json!(format!("case-{name}."));
                if tool["input"]["properties"]["language"].is_object() {
                    input["language"] = json!(language);
                }
                if tool["input"]["properties"]["variants"].is_object() {
                    input["variants"] = json!(1);
                }
                answers.insert(name.clone(), answer);
                cases.push(Case { name, tool: id.to_owned(), language, input });
            }
        }
    }
    (cases, answers)
}

/// Runs a case to its end and returns its errors.
async fn run(mut client: Client, case: Case) -> Result<Vec<String>, String> {
    client.language = Some(case.language);
    let path = format!("/api/tools/{}/runs", case.tool);
    let request =
        client.request(Method::POST, &path).header("prefer", "wait=60").json(&json!({ "input": case.input }));
    let ended = client.send(request).await;
    let tell = |what: String| format!("{}: {what}", case.name);
    match ended.body["status"].as_str() {
        Some("succeeded") => {
            let variants = ended.body["outcome"]["data"]["variants"].as_array();
            Ok(variants.into_iter().flatten().flat_map(wrongs).map(tell).collect())
        }
        // There was no usable answer, and the user gets a message.
        Some("failed") if ended.body["problem"]["message"].is_string() => {
            let code = ended.body["problem"]["code"].as_str().unwrap_or_default();
            let is_bug = !(code.starts_with("model.") || code == "plugin.unavailable");
            Ok(if is_bug { vec![tell(ended.body["problem"].to_string())] } else { Vec::new() })
        }
        _ => Err(tell(format!("{} {}", ended.status, ended.body))),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_breaks_a_hard_limit_unreported() {
    // The cases need the catalogue, and the model needs the cases.
    // With all built-in tools.
    let scout = TestApp::with(|config| config.bundle = None).await;
    let (cases, answers) = cases(&mut scout.user().await).await;
    scout.stop().await;
    let model = bad_model(Arc::new(answers)).await;
    let app = TestApp::with(|config| {
        config.bundle = None;
        config.model_url = Some(model);
        config.model_name = "bad".to_owned();
        config.free_words = 100_000_000;
        config.free_model_calls = 10_000_000;
        config.queue_per_account = 10_000;
    })
    .await;
    let client = app.user().await.program();
    let count = cases.len();
    let wrongs: Vec<String> = stream::iter(cases)
        .map(|case| run(client.program(), case))
        .buffer_unordered(AT_ONCE)
        .try_concat()
        .await
        .expect("every run ends");
    assert!(count >= 2_000, "only {count} cases");
    assert!(wrongs.is_empty(), "{} of {count}:\n{}", wrongs.len(), wrongs[..wrongs.len().min(20)].join("\n"));
    tokio::time::timeout(Duration::from_secs(60), app.stop()).await.expect("the server stops");
}
