//! Every sentence exists in both languages, with the same values, and every code has a sentence.

use crate::prelude::*;

/// The source files of the host.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn sentences(locale: Locale) -> BTreeMap<String, Value> {
    let file = root().join(format!("locales/{}.json", locale.tag()));
    serde_json::from_str(&fs::read_to_string(file).expect("a locale file")).expect("JSON")
}

/// The `{values}` of a sentence, in all its forms.
fn values(sentence: &Value) -> BTreeSet<String> {
    let text = sentence.to_string();
    let forms: Vec<&str> = match sentence {
        Value::String(text) => vec![text],
        Value::Object(forms) => forms.values().filter_map(Value::as_str).collect(),
        _ => panic!("{text} is not a sentence"),
    };
    forms
        .iter()
        .flat_map(|form| form.split('{').skip(1).filter_map(|rest| rest.split('}').next()))
        .map(str::to_owned)
        .collect()
}

#[test]
fn both_languages_have_the_same_keys_and_values() {
    let (en, pl) = (sentences(Locale::En), sentences(Locale::Pl));
    assert_eq!(en.keys().collect::<Vec<_>>(), pl.keys().collect::<Vec<_>>());
    for (key, sentence) in &en {
        assert_eq!(values(sentence), values(&pl[key]), "{key}");
        for forms in [sentence, &pl[key]] {
            if let Value::Object(forms) = forms {
                let plural = forms["plural"].as_str().expect("the value that is counted");
                assert!(values(sentence).contains(plural), "{key}");
            }
        }
        if let Value::Object(forms) = &pl[key] {
            assert!(forms.contains_key("few"), "{key}: Polish counts in three forms");
        }
    }
}

#[test]
fn every_code_has_its_sentence() {
    // A code is a literal after one of these; a code that is built elsewhere would escape this test.
    let marks = ["Problem::new(", "Problem::conflict(", "Text::key(", ".named(", ".say(", ".say_number("];
    let mut codes = BTreeSet::new();
    let all = sources(&root()).into_iter().filter(|file| !file.starts_with(root().join("tests")));
    for file in all.filter(|file| file.iter().any(|folder| folder == "src")) {
        let text = fs::read_to_string(&file).expect("a source file");
        for mark in marks {
            for rest in text.split(mark).skip(1) {
                // The arguments reach at most to the end of the statement.
                let arguments = rest.split(';').next().unwrap_or_default();
                let literal = arguments.split('"').nth(1).unwrap_or_default();
                let is_code = !literal.is_empty()
                    && literal.bytes().all(|byte| {
                        byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte)
                    })
                    && (literal.contains('.') || literal == "not-found")
                    && literal != ".";
                if is_code {
                    codes.insert(literal.to_owned());
                }
            }
        }
        // Keys from a table, such as the kinds of invalid JSON.
        for literal in text.split('"').filter(|literal| literal.starts_with("validation.")) {
            codes.insert(literal.to_owned());
        }
    }
    assert!(codes.len() > 20, "the codes are found: {codes:?}");
    let unknown: Vec<_> =
        codes.iter().filter(|code| Locale::ALL.iter().any(|locale| !locale.knows(code))).collect();
    assert!(unknown.is_empty(), "without a sentence in locales/: {unknown:?}");
}

#[test]
fn every_reason_to_refuse_a_package_has_its_sentence() {
    for locale in Locale::ALL {
        let sentences = sentences(locale);
        for code in sitewright_package::Code::ALL {
            let sentence = sentences.get(code.as_str());
            let given: BTreeSet<String> = code.values().iter().map(|value| (*value).to_owned()).collect();
            assert_eq!(sentence.map(values), Some(given), "{}", code.as_str());
        }
    }
}
