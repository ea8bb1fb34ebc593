//! Checks of the drafts of these tools, for their tests.

use serde_json::Value;

use crate::generator::Generator;
use crate::testing::{TestHost, TestResult};

/// Careless inputs: none longer than 120 characters.
pub const ODD: [&str; 12] = [
    "oak",
    "🎉🎉 New 🎉🎉",
    "<script>alert(1)</script><b>Bold</b> & <i>more</i>",
    "שולחן עץ אלון מלא",
    "{product} {nothing} [a|b|c] {",
    "\"quoted\" and „cytat”",
    "5 < 7; $10 ~ #1 | ^_^ * done?!",
    "… …",
    "Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselanhängerproduktionsbetriebsleiterversammlung",
    "one\ntwo\n\nthree",
    "Zażółć gęślą jaźń, czyli wszystkie polskie litery w jednym zdaniu.",
    "ALL IN CAPITALS AND SHOUTING",
];

const LEVELS: [&str; 3] = ["hard", "platform", "recommended"];

/// Runs the tool without a model; the input contains the language.
pub fn drafts<G: Generator>(input: &Value) -> TestResult {
    TestHost::new("en").run::<G>(&input.to_string()).unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
}

/// The messages of the checks that a variant fails at this level.
pub fn broken(variant: &Value, level: &str) -> Vec<String> {
    let checks = variant["checks"].as_array().into_iter().flatten();
    let broken = checks.filter(|check| check["ok"] == false && check["level"] == level);
    broken.map(|check| check["message"].to_string()).collect()
}

/// Drafts of odd inputs in both languages keep every hard limit and contain no placeholder.
pub fn stands<G: Generator>(input: impl Fn(&str) -> Value) {
    for odd in ODD {
        for (language, form) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
            let mut input = input(odd);
            input["language"] = language.into();
            input["address_form"] = form.into();
            input["variants"] = 5.into();
            let result = drafts::<G>(&input);
            assert!(!result.variants.is_empty());
            for variant in &result.variants {
                // If the input has no word, a part may be missing; a check then reports it.
                let checks = variant["checks"].as_array().into_iter().flatten();
                let mut hard = checks.filter(|check| check["ok"] == false && check["level"] == "hard");
                let is_blank = !odd.contains(char::is_alphanumeric);
                assert!(
                    hard.all(|check| is_blank && check["unit"] == "items" && check["max"] == 0),
                    "{input}: {variant:#}"
                );
            }
            let text = result.outcome.text.replace("{product}", "");
            let own = [
                "{list}",
                "{category}",
                "{brand}",
                "{keyword}",
                "{said}",
                "{job}",
                "{company}",
                "|Warto",
                "|Zapr",
            ];
            assert!(own.iter().all(|name| !text.contains(name)), "{input}: {text}");
        }
    }
}

/// Prints the drafts of every line of standard input, each an input's JSON, with the failed checks.
pub fn print_drafts<G: Generator>() {
    for line in std::io::stdin().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()) {
        let input: Value = serde_json::from_str(&line).expect("a line is the JSON of an input");
        let result = drafts::<G>(&input);
        println!("######## {line}\n{}\n", result.outcome.text);
        for (variant, level) in
            result.variants.iter().flat_map(|variant| LEVELS.map(|level| (variant, level)))
        {
            broken(variant, level).iter().for_each(|message| println!("! {level}: {message}"));
        }
    }
}
