//! Answers of a model that does not do what it is asked.

use serde_json::{Map, Value, json};

use super::{TestHost, messages};
use crate::generator::Generator;
use crate::host::Failure;
use crate::language::Language;
use crate::layout;
use crate::output::{Output, PartKind};
use crate::texts::Phrases;

/// What must come of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The same result as from the answer without it.
    Same,
    /// A run without a result, which costs nothing.
    Fails,
    /// No result, or one with a mark.
    Marked,
}

/// A good answer in its forms.
struct Good<'a> {
    /// As the prompt asks for it.
    text: &'a str,
    /// The parts of each variant by their names, and by their titles in the language and in the other one.
    named: Vec<Value>,
    titled: Vec<Value>,
    /// The titles in the language, and in the other one.
    titles: [Vec<&'static str>; 2],
    language: Language,
}

impl Good<'_> {
    /// The text with another notation of every label.
    fn labelled(&self, write: impl Fn(usize, &str) -> String) -> String {
        let line = |line: &str| {
            let place = self.titles[0].iter().position(|title| line.starts_with(&[title, ":"].concat()));
            place.map_or(line.to_owned(), |place| {
                let title = self.titles[0][place];
                let (label, rest) = (write(place, title), &line[title.len() + 1..]);
                label.clone() + if label.ends_with('\n') { rest.trim_start() } else { rest }
            })
        };
        self.text.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    fn data(&self, list: &[Value]) -> Value {
        if let [one] = list { one.clone() } else { json!(list) }
    }
}

/// Answers by the kind of their fault.
fn kinds(good: &Good<'_>) -> Vec<(&'static str, Outcome, String)> {
    use Outcome::{Fails, Marked, Same};
    let text = good.text;
    let is_polish = good.language == Language::Pl;
    let (named, titled) = (good.data(&good.named), good.data(&good.titled));
    let pick = |english: &'static str, polish: &'static str| if is_polish { polish } else { english };
    let other = pick(
        "Wszystko jest już gotowe i czeka na ciebie, więc przyjdź do nas z rodziną, nie czekaj na jutro. ",
        "Everything is ready for you and your family, so come to us with the children of the house this week. ",
    );
    let foreign = match &good.titles[0][..] {
        [_] => other.repeat(3),
        titles => titles.iter().map(|title| format!("{title}: {other}\n")).collect(),
    };
    let invention = "+48 987 654 321, https://hacked.example/now";
    let invented = match &good.titles[0][..] {
        [_] => format!("{invention} {text}"),
        _ => good.labelled(|place, title| {
            format!("{title}:{}", if place == 0 { [" ", invention].concat() } else { String::new() })
        }),
    };
    let mut kinds = vec![
        // Unusable.
        ("nothing", Fails, String::new()),
        ("white space", Fails, " \n\t\n ".to_owned()),
        ("emoji only", Fails, "🎉🎉 👨‍👩‍👧".to_owned()),
        ("invisible characters only", Fails, "\u{200B}\u{FEFF}\u{202E}\u{2060}".to_owned()),
        ("punctuation only", Fails, "… – … ---".to_owned()),
        ("thoughts without an end", Fails, format!("<think>The user wants a text. {text}")),
        ("a refusal", Fails, "I’m sorry, but I can’t help with that request.".to_owned()),
        ("a Polish refusal", Fails, "Przepraszam, ale nie mogę napisać takiego tekstu.".to_owned()),
        ("a role that refuses", Fails, "As an AI language model, I cannot create this content.".to_owned()),
        ("half JSON", Fails, named.to_string().chars().take(30).collect()),
        ("other keys", Fails, r#"{"foo": "Fresh rolls", "bar": {"baz": 1}}"#.to_owned()),
        ("empty JSON", Fails, "{}".to_owned()),
        ("a call of a tool", Fails, r#"{"name": "write_text", "arguments": {"query": "rolls"}}"#.to_owned()),
        ("noise without an end", Fails, "lorem ipsum dolor ".repeat(6000)),
        // Good answers in a wrapping.
        (
            "an announcement",
            Same,
            format!("{}\n\n{text}", pick("Sure! Here is your text:", "Jasne! Oto Twój tekst:")),
        ),
        (
            "an apology",
            Same,
            format!(
                "{}\n\n{text}",
                pick("I apologize for the confusion. Here it is:", "Przepraszam za pomyłkę. Oto tekst:")
            ),
        ),
        ("a code fence", Same, format!("```\n{text}\n```")),
        ("a code fence with a language", Same, format!("```markdown\n{text}\n```")),
        ("thoughts", Same, format!("<think>\nShort, they say.\n\n1. Rolls\n</think>\n\n{text}")),
        ("thoughts without a beginning", Same, format!("They want a text.\n</think>\n{text}")),
        ("a tag around it", Same, format!("<answer>\n{text}\n</answer>")),
        ("marks of turns", Same, format!("<|assistant|>{text}<|im_end|></s>")),
        ("a speaker", Same, format!("Assistant: {text}")),
        (
            "a closing",
            Same,
            format!(
                "{text}\n\n{}",
                pick("Feel free to tweak it!", "Daj znać, jeśli chcesz, żebym coś zmienił!")
            ),
        ),
        (
            "an offer",
            Same,
            format!(
                "{text}\n\n{}",
                pick("Would you like me to write more?", "Czy chcesz, żebym napisał więcej?")
            ),
        ),
        ("a count", Same, format!("{text}\n\n{}", pick("(Word count: 42)", "(Liczba słów: 42)"))),
        ("byte order and direction marks", Same, format!("\u{FEFF}{}", text.replace(' ', " \u{202C}"))),
        ("other line breaks", Same, text.replace('\n', "\r\n")),
        // Faults inside the text.
        ("another language", Marked, foreign),
        ("one sentence again and again", Marked, format!("{text}\n{}", other.repeat(12))),
        ("an invented number and link", Marked, invented),
    ];
    if good.named.len() == 1 {
        let two = format!("**Variant 1:**\n{text}\n\n**Variant 2:**\n{text}");
        kinds.push(("two variants in one answer", Same, two));
    }
    if good.titles[0].len() > 1 && good.titles[0].len() == text.lines().count() {
        let rows = good.labelled(|_, title| format!("| **{title}** |"));
        kinds.push(("a table", Same, rows.replace('\n', " |\n") + " |"));
    }
    if good.titles[0].len() > 1 {
        let hint = pick("(text)", "(tekst)");
        let empty_layout: Vec<String> =
            good.titles[0].iter().map(|title| format!("{title}: {hint}")).collect();
        let labelled: [(&str, String); 6] = [
            ("labels in bold", good.labelled(|_, title| format!("**{title}:**"))),
            ("labels as headings", good.labelled(|_, title| format!("## {title}\n"))),
            ("labels with numbers", good.labelled(|place, title| format!("{}. {title}:", place + 1))),
            ("labels in a list", good.labelled(|_, title| format!("- **{title}**:"))),
            ("labels in capitals", good.labelled(|_, title| format!("{}:", title.to_uppercase()))),
            ("labels in the other language", good.labelled(|place, _| format!("{}:", good.titles[1][place]))),
        ];
        kinds.extend(labelled.map(|(name, text)| (name, Same, text)));
        kinds.extend([
            ("JSON", Same, named.to_string()),
            ("JSON in a code fence", Same, format!("```json\n{named:#}\n```")),
            ("JSON by numbered titles", Same, titled.to_string()),
            ("nested JSON", Same, json!({"status": "ok", "result": named}).to_string()),
            ("the layout without its parts", Fails, empty_layout.join("\n")),
            ("text without labels", Fails, "Fresh rolls leave the oven at seven, every day.".to_owned()),
        ]);
    }
    kinds
}

/// Gives a tool answers of every kind to its example: what is unusable fails, wrapping changes nothing, faults are
/// marked, and no limit is broken silently. `drafts` are good answers, one for each variant; `is_together` if one
/// question requests them all.
pub(super) fn check_hostile_answers<G: Generator>(
    language: Language,
    example: &str,
    drafts: &[String],
    is_together: bool,
) {
    let screen = Phrases::new(G::texts(), language);
    let id = if language == Language::Pl { "pl" } else { "en" };
    let result = |answers: Vec<String>| TestHost::new(id).answers(answers).run::<G>(example);
    let joined = |texts: Vec<String>| if is_together { vec![texts.join("\n===\n")] } else { texts };
    let expected = result(joined(drafts.to_vec())).expect("the drafts are good answers");
    let default = G::Variant::default();
    let asked: Vec<_> = default.parts().iter().filter(|part| !part.computed).collect();
    let titles = |language| {
        let phrases = screen.in_language(language);
        asked.iter().map(|part| phrases.part("output", part.name, "title").unwrap_or(part.name)).collect()
    };
    let [own, foreign] = if language == Language::Pl { [Language::Pl, Language::En] } else { Language::ALL };
    let titles: [Vec<&'static str>; 2] = [titles(own), titles(foreign)];
    let value = |draft: &str, name: &dyn Fn(usize) -> String| {
        let variant: G::Variant = layout::parse(draft, screen);
        let mut members = Map::new();
        for (place, part) in asked.iter().enumerate() {
            let whole = variant.parts().iter().position(|other| other.name == part.name).unwrap_or_default();
            let value = match variant.value(whole) {
                crate::output::Value::Text(text) => json!(text),
                crate::output::Value::List(list) => json!(list),
                crate::output::Value::Number(number) => json!(number),
            };
            members.insert(name(place), value);
        }
        Value::Object(members)
    };
    let forms = |texts: &[String]| {
        let of = |text: &String| {
            (
                value(text, &|place| asked[place].name.to_owned()),
                value(text, &|place| format!("{}. {}", place + 1, titles[0][place])),
            )
        };
        let (named, titled) = texts.iter().map(of).unzip();
        let text = texts.join("\n===\n");
        (text, named, titled)
    };
    let groups: Vec<&[String]> = if is_together { vec![drafts] } else { drafts.chunks(1).collect() };
    let all: Vec<Vec<_>> = groups
        .into_iter()
        .map(|texts| {
            let (text, named, titled) = forms(texts);
            kinds(&Good { text: &text, named, titled, titles: titles.clone(), language })
        })
        .collect();
    for kind in 0..all[0].len() {
        let (name, outcome, first) = &all[0][kind];
        let mut answers: Vec<String> = all.iter().map(|kinds| kinds[kind].2.clone()).collect();
        if *outcome != Outcome::Same {
            answers = std::iter::repeat_n(answers, 3).flatten().collect();
        }
        let found = result(answers);
        let at = format!("{id}: {name}:\n{first}\n");
        let variants = match (outcome, found) {
            (Outcome::Fails | Outcome::Marked, Err(Failure::Unavailable(_))) => continue,
            (Outcome::Fails, Ok(found)) => panic!("{at}is used: {:#?}", found.variants),
            (_, Err(failure)) => panic!("{at}fails: {failure:?}"),
            (_, Ok(found)) => found.variants,
        };
        match outcome {
            Outcome::Same => assert_eq!(variants, expected.variants, "{at}"),
            // Of variants in one answer, one is faulty.
            _ => assert!(variants.iter().any(|variant| !messages(variant).is_empty()), "{at}{variants:#?}"),
        }
        variants.iter().for_each(|variant| assert_no_silent_breach::<G>(variant, &at));
    }
}

/// Every declared limit of a result is among its checks, with the measure of the text as it is returned.
fn assert_no_silent_breach<G: Generator>(variant: &Value, at: &str) {
    let checks = variant["checks"].as_array().expect("checks");
    for part in G::Variant::default().parts() {
        for limit in part.limits {
            let texts: Vec<(String, &str)> = match (&variant[part.name], part.kind) {
                (Value::String(text), _) if !(part.optional && text.is_empty()) => {
                    vec![(part.name.to_owned(), text)]
                }
                (Value::Array(list), PartKind::List) if limit.unit.id != "items" => {
                    let entries = list.iter().enumerate();
                    entries
                        .map(|(place, entry)| {
                            (format!("{}/{place}", part.name), entry.as_str().unwrap_or_default())
                        })
                        .collect()
                }
                _ => continue,
            };
            for (field, text) in texts {
                let value = limit.unit.measure(text);
                let ok = limit.allows(value);
                let said = checks.iter().any(|check| {
                    check["field"] == *field
                        && check["unit"] == limit.unit.id
                        && check["value"] == value
                        && check["ok"] == ok
                });
                assert!(said, "{at}{field} has {value}, which no check says: {variant:#}");
            }
        }
    }
}
