//! Random valid inputs: every kind of field, lengths up to the maximum, and texts as users type and paste them.

use serde_json::{Map, Value, json};

use crate::dice::Dice;

/// Separated by `|`.
const WORDS: &str = "\
    sourdough|rolls|the|and|of|with|we|bake|every|morning|delivery|free|Leeds|London|dentist|crowns|\
    e-bike|don't|Ltd|Ms|Nwosu|best|how|to|choose|for|beginners|guide|price|11 June 2025|30%|£60|$1,299.00|\
    3.5|24/7|7 a.m.|AI|CRM|chleb|na|zakwasie|i|w|z|ze|Krakowie|Łódź|Szczęsny|żółć|dla|firm|usługi|nie|\
    jest|jak|wybrać|Zażółć|gęślą|jaźń|1 299,00 zł|30 dni|r.|np.|ul.|godz.|8:00|Sp. z o.o.|księgowość|\
    rower|elektryczny|dostawa|gratis|przez|od|do|PROMOCJA|TYLKO|DZIŚ|NOW|USB|iPhone|McDonald's|\
    Kowalska-Nowak|świeży|zawiera|gluten|która|które|because|which|if|when|but|oraz|lub|or|not|only|\
    między|the best|an|article|about|napisz|post|o|write|a|100|2024|1|12|500 g|41–78 km";

const SIGNS: &[&str] = &[
    " ", " ", " ", " ", " ", " ", ", ", ", ", ". ", "! ", "? ", "; ", ": ", " – ", " — ", " - ", " | ", " (",
    ") ", " (", "…", "...", "\n", "\n\n", "\n- ", "\n* ", "\n1. ", " • ", " / ", "/", "-", "„", "”", "\"",
    "'", "’", "«", "»", " & ", "+", "%", "#", "@", "*", "**", "_", "`", "[", "](", "]", "{", "}", "<b>",
    "</b>", "<", ">", "|", "\\", "~",
];

/// Separated by `|`.
const ODDITIES: &str = "\
    🎉|👩‍👩‍👧‍👦|🇵🇱|👍🏽|1️⃣|✔️|❤|e\u{301}|z\u{307}o\u{301}łw|\u{301}|日本語|カフェ|שלום|مرحبا|\u{202E}|\u{200B}|\
    \u{FEFF}|\u{2060}|\u{200D}|\u{200C}|\u{A0}|\u{AD}|ß|İ|ﬁ|Ǆ|https://example.com/a?b=c&d=1|example.pl|\
    http://żółw.pl/ścieżka|ohara.dental|@user|#Tag|jan@example.com|+48 600 100 200|{topic}|{0}|Subject:|\
    Temat:|## |---|<script>alert(1)</script>|&amp;|\t|क्षि|각|𝒳|\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}|²|½|№|\
    €|ﷺ|\u{85}";

/// A valid input of the form `schema`.
pub fn random(schema: &Value, dice: &mut Dice) -> Value {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut input = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if required.iter().any(|known| known == name) || dice.chance(60) {
            input.insert(name.clone(), value(field, dice));
        }
    }
    Value::Object(input)
}

fn value(field: &Value, dice: &mut Dice) -> Value {
    let number = |key: &str| field[key].as_u64().map(|number| number as usize);
    match field["type"].as_str() {
        Some("string") if field["oneOf"].is_array() => {
            let options = field["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            if options.is_empty() { Value::Null } else { dice.pick(options)["const"].clone() }
        }
        Some("string") if field["format"].is_string() => json!(address(dice)),
        Some("string") => {
            let (least, most) = (number("minLength").unwrap_or(0), number("maxLength").unwrap_or(2000));
            json!(text(least, most, dice))
        }
        Some("array") => {
            let longest = field["items"]["maxLength"].as_u64().unwrap_or(300) as usize;
            let count =
                dice.within(number("minItems").unwrap_or(0), number("maxItems").unwrap_or(10).min(50));
            json!((0..count).map(|_| text(1, longest, dice)).collect::<Vec<_>>())
        }
        Some("integer") => json!(dice.within(number("minimum").unwrap_or(0), number("maximum").unwrap_or(9))),
        _ => json!(dice.chance(50)),
    }
}

fn address(dice: &mut Dice) -> String {
    let all = [
        "https://example.com",
        "http://example.co.uk/shop?id=7#top",
        "example.pl/oferta",
        "https://żółw.pl/łódź",
        "https://sklep.example.com:8080/a/b/c",
        "EXAMPLE.COM",
    ];
    (*dice.pick(&all)).to_owned()
}

/// A text of `least` to `most` characters without leading or trailing white space.
pub fn text(least: usize, most: usize, dice: &mut Dice) -> String {
    let usual = most.min(if dice.chance(70) { 160 } else { 900 });
    let wanted = if dice.chance(5) { most } else { dice.within(least.min(usual), usual) }.max(least);
    let [words, oddities] = [WORDS, ODDITIES].map(|all| all.split('|').collect::<Vec<_>>());
    let odd = *dice.pick(&[0, 2, 10]);
    let mut text = String::new();
    let mut length = 0;
    while length < wanted {
        let piece = if dice.chance(odd) { dice.pick(&oddities) } else { dice.pick(&words) };
        let sign = if dice.chance(75) { " " } else { *dice.pick(SIGNS) };
        text.push_str(piece);
        text.push_str(sign);
        length += piece.chars().count() + sign.chars().count();
    }
    let mut cut: String = text.chars().take(wanted).collect();
    cut.truncate(cut.trim_end().len());
    let cut = cut.trim_start();
    let missing = least.saturating_sub(cut.chars().count());
    [cut, &"x".repeat(missing)].concat()
}
