//! The tool of a shop system: it checks the connection and reports what it finds.

use super::{About, Client, Failure, Fault, Shop, phrases};
use crate::decimal::Decimal as _;
use crate::host::{Descriptor, Outcome};
use crate::json::Writer;
use crate::language::Language;
use crate::parts::Joined as _;
use crate::template::fill;
use crate::texts::Phrases;

/// The description of the tool. Its form has no fields, and says how to connect a shop.
pub fn descriptor<S: Shop>(language: Language) -> Descriptor {
    let phrases = Phrases::new(S::TEXTS, language);
    let shop = S::describe(phrases);
    let mut input = Writer::default();
    input.object(|json| {
        json.key("type").text("object").key("description").text(&shop.help);
        json.key("properties").object(|_| {}).key("additionalProperties").flag(false);
    });
    Descriptor {
        name: shop.name,
        summary: phrases.text("summary").to_owned(),
        input: input.finish(),
        output: output(phrases),
        example: "{}".to_owned(),
    }
}

fn output(phrases: Phrases) -> String {
    let text = |json: &mut Writer, id: &str| {
        json.key(id).object(|json| {
            json.key("type").text("string").key("title").text(phrases.text(&["shop.about.", id].concat()));
        });
    };
    let mut out = Writer::default();
    out.object(|json| {
        json.key("type").text("object").key("properties").object(|json| {
            text(json, "name");
            text(json, "url");
            json.key("languages").object(|json| {
                json.key("type").text("array").key("title").text(phrases.text("shop.about.languages"));
                json.key("items").object(|json| {
                    json.key("type").text("string");
                });
            });
            json.key("counts").object(|json| {
                json.key("type").text("object").key("title").text(phrases.text("shop.about.counts"));
                json.key("additionalProperties").object(|json| {
                    json.key("type").text("integer");
                });
            });
        });
    });
    out.finish()
}

/// Checks the connection.
pub fn report<S: Shop>(client: &impl Client) -> Result<Outcome, Failure> {
    let phrases = phrases::<S>(client);
    let about = S::check(client).map_err(|fault| failure(fault, phrases))?;
    let mut data = Writer::default();
    data.object(|json| {
        json.key("name").text(&about.name).key("url").text(&about.url);
        json.key("languages").texts(about.languages.iter().map(String::as_str));
        json.key("counts").object(|json| {
            for (kind, count) in &about.counts {
                json.named(kind).number(i64::from(*count));
            }
        });
    });
    Ok(Outcome { title: about.name.clone(), text: text(&about, phrases), data: data.finish() })
}

/// The report as Markdown.
fn text(about: &About, phrases: Phrases) -> String {
    let mut lines = vec![fill(phrases.text("shop.connected"), &[("name", &about.name)]), String::new()];
    let mut line = |label: &str, value: &str| lines.push(["- ", label, ": ", value].concat());
    line(phrases.text("shop.about.url"), &about.url);
    line(phrases.text("shop.about.languages"), &about.languages.joined(", "));
    for (kind, count) in &about.counts {
        let label = phrases.find(&["shop.kind.", kind].concat()).and_then(|texts| texts.first().copied());
        line(label.unwrap_or(kind), &count.decimal());
    }
    lines.joined("\n")
}

fn failure(fault: Fault, phrases: Phrases) -> Failure {
    match fault {
        Fault::NotConnected => Failure::Refused(phrases.text("shop.not-connected").to_owned()),
        Fault::Denied(why) => Failure::Refused(why),
        Fault::NotFound => Failure::Refused(phrases.text("shop.not-found").to_owned()),
        Fault::RateLimited(seconds) => {
            Failure::Unavailable(fill(phrases.text("shop.busy"), &[("seconds", &seconds.decimal())]))
        }
        Fault::QuotaExhausted(why) => Failure::LimitReached(why),
        Fault::Invalid(errors) => {
            let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            Failure::Refused(messages.joined(" "))
        }
        Fault::Unavailable(why) => Failure::Unavailable(why),
    }
}
