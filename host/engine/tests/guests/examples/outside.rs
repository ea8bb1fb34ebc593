//! A plugin that makes egress calls, as its input specifies, and returns their answers: for the tests of egress. It
//! behaves like a hostile plugin.

#![cfg(target_arch = "wasm32")]

use exports::sitewright::plugin::tool::{Descriptor, Failure, Guest, Outcome};
use sitewright::plugin::{http, search, store, web};

wit_bindgen::generate!({
    path: "../../../../wit",
    inline: "
        package tests:outside;
        world outside {
            include sitewright:plugin/integration@0.1.0;
            include sitewright:plugin/researcher@0.1.0;
        }
    ",
    world: "tests:outside/outside",
    generate_all,
});

struct Outside;

impl Guest for Outside {
    fn describe(_language: String) -> Descriptor {
        Descriptor {
            name: "Outside".to_owned(),
            summary: "Makes egress calls.".to_owned(),
            input: r#"{"type":"object","required":["do"],"additionalProperties":false,"properties":{
                "do":{"type":"string"},"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"times":{"type":"string"}}}"#
                .to_owned(),
            output: r#"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#.to_owned(),
            example: r#"{"do":"nothing"}"#.to_owned(),
        }
    }

    fn run(input: String) -> Result<Outcome, Failure> {
        let [what, a, b, c, times] = ["do", "a", "b", "c", "times"].map(|field| text_of(&input, field));
        let times = times.parse().unwrap_or(1);
        let mut said = String::new();
        for _ in 0..times {
            said = match what.as_str() {
                // Returns the failure as the run's own.
                "pass-on" => {
                    return Err(send(&a, &b, &c).err().unwrap_or(Failure::Refused("It went well.".into())));
                }
                what => answer(what, &a, &b, &c).unwrap_or_else(failure_text),
            };
        }
        let data = format!("{{\"text\":\"{}\"}}", escaped(&said));
        Ok(Outcome { title: "Outside".to_owned(), text: said, data })
    }
}

fn answer(what: &str, a: &str, b: &str, c: &str) -> Result<String, Failure> {
    let place = || search::Place { location_code: 2616, language: "pl".to_owned() };
    Ok(match what {
        "send" => send(a, b, c)?,
        "connections" => http::connections()?
            .into_iter()
            .map(|c| format!("{} {} {} {} {}\n", c.kind, c.name, c.host, c.login, c.secrets.join(",")))
            .collect(),
        "set" => store::set(a, b.as_bytes()).map(|()| "kept".to_owned())?,
        "set-bytes" => store::set(a, &vec![7; b.parse().unwrap_or(0)]).map(|()| "kept".to_owned())?,
        "set-many" => {
            for number in 0..a.parse().unwrap_or(0u32) {
                store::set(&format!("key-{number:05}"), b"x")?;
            }
            "kept".to_owned()
        }
        "get" => match store::get(a)? {
            Some(value) => String::from_utf8_lossy(&value).into_owned(),
            None => "nothing".to_owned(),
        },
        "delete" => store::delete(a).map(|()| "gone".to_owned())?,
        "keys" => store::keys(a)?.join(" "),
        "read" => page(web::read(a)?),
        "query" => {
            let found = search::query(a, &place(), b.parse().unwrap_or(10))?;
            let hits = found.hits.iter().map(|hit| format!("{} {} {}", hit.position, hit.url, hit.title));
            let hits = hits.collect::<Vec<_>>().join("\n");
            format!(
                "{hits}\n{}\n{}\n{}",
                found.questions.join("|"),
                found.related.join("|"),
                found.features.join("|")
            )
        }
        "ideas" => keywords(search::ideas(a, &place(), b.parse().unwrap_or(10))?),
        "metrics" => {
            keywords(search::metrics(&a.split(',').map(str::to_owned).collect::<Vec<_>>(), &place())?)
        }
        _ => "nothing".to_owned(),
    })
}

/// `a` is the method and address, `b` the headers in lines, `c` the body.
fn send(a: &str, b: &str, c: &str) -> Result<String, Failure> {
    let (method, url) = a.split_once(' ').unwrap_or(("GET", a));
    // Headers are separated by a character that no header contains, so that a header may contain a line break.
    let headers = b.split('¦').filter_map(|line| line.split_once(": "));
    let headers = headers
        .map(|(name, value)| http::Header { name: name.to_owned(), value: value.to_owned() })
        .collect();
    let request = http::Request {
        method: method.to_owned(),
        url: url.to_owned(),
        headers,
        body: c.as_bytes().to_vec(),
    };
    let response = http::send(&request)?;
    let headers = response.headers.iter().map(|header| format!("{}: {}\n", header.name, header.value));
    Ok(format!(
        "{}\n{}\n{}",
        response.status,
        headers.collect::<String>(),
        String::from_utf8_lossy(&response.body)
    ))
}

fn page(page: web::Page) -> String {
    let headings = page.headings.iter().map(|heading| format!("h{} {}", heading.level, heading.text));
    let links = page.links.iter().map(|link| format!("{} ({}) [{}]", link.url, link.text, link.rel));
    let (headings, links) = (headings.collect::<Vec<_>>().join("; "), links.collect::<Vec<_>>().join("; "));
    let web::Page { url, status, title, description, canonical, language, text, .. } = page;
    format!("{url}\n{status}\n{title}\n{description}\n{canonical}\n{language}\n{headings}\n{links}\n{text}")
}

fn keywords(keywords: Vec<search::Keyword>) -> String {
    let line = |k: search::Keyword| {
        format!("{} {:?} {:?} {:?} {:?}", k.text, k.volume, k.cpc, k.competition, k.difficulty)
    };
    keywords.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

fn failure_text(failure: Failure) -> String {
    match failure {
        Failure::InvalidInput(_) => "invalid-input".to_owned(),
        Failure::NeedsModel => "needs-model".to_owned(),
        Failure::LimitReached(why) => format!("limit-reached: {why}"),
        Failure::Unavailable(why) => format!("unavailable: {why}"),
        Failure::Refused(why) => format!("refused: {why}"),
    }
}

/// The value of a text field, unescaped; supports only the escapes that the tests use.
fn text_of(input: &str, field: &str) -> String {
    let start = format!("\"{field}\":\"");
    let Some((_, rest)) = input.split_once(&start) else { return String::new() };
    let mut text = String::new();
    let mut chars = rest.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => break,
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('u') => {
                    let code: String = chars.by_ref().take(4).collect();
                    text.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                Some(char) => text.push(char),
                None => break,
            },
            char => text.push(char),
        }
    }
    text
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            char if char.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => out.push(char),
        }
    }
    out
}

export!(Outside);
