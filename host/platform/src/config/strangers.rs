//! Unknown names that look like settings, with a suggestion.

use strsim::damerau_levenshtein;

use super::{Config, FILE_VARIABLE, variable};

/// Environment variables of the command line that are not settings.
const OTHERS: [&str; 6] = [
    FILE_VARIABLE,
    "SITEWRIGHT_TARGET",
    "SITEWRIGHT_API_KEY",
    "SITEWRIGHT_LOGIN_LINK",
    "SITEWRIGHT_KEY_PASSWORD",
    // Used by the build; it may still be set when the program runs.
    "SITEWRIGHT_COMMIT",
];
const PREFIX: &str = "SITEWRIGHT_";

/// One message for each environment variable with the prefix of a setting that is not one.
pub fn unknown_variables() -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    unknown(names)
}

fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
    let known: Vec<String> =
        Config::NAMES.iter().map(|name| variable(name)).chain(OTHERS.map(str::to_owned)).collect();
    let mut strangers: Vec<String> =
        names.filter(|name| name.starts_with(PREFIX) && !known.contains(name)).collect();
    strangers.sort();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let sentence = |name: &String| match nearest(name, &known) {
        Some(meant) => format!("there is no setting {name}; did you mean {meant}?"),
        None => format!("there is no setting {name}; see `sitewright serve --help-settings`"),
    };
    strangers.iter().map(sentence).collect()
}

/// The same for a key of a settings file.
pub(super) fn in_file(name: &str) -> String {
    match nearest(name, Config::NAMES) {
        Some(meant) => format!("there is no setting `{name}`; did you mean `{meant}`?"),
        None => format!("there is no setting `{name}`"),
    }
}

/// The most similar known name; `None` if none is similar.
fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let own = name.strip_prefix(PREFIX).unwrap_or(name);
    let most = (own.chars().count() / 4).max(1);
    let distance = |other: &&&str| damerau_levenshtein(name, other);
    known.iter().min_by_key(distance).filter(|other| damerau_levenshtein(name, other) <= most).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q7_a_misspelt_variable_is_reported_with_the_one_that_was_meant() {
        let set = ["SITEWRIGHT_LISEN", "SITEWRIGHT_DATA", "SITEWRIGHT_CONFIG", "SITEWRIGHT_XYZZY", "LISTEN"];
        assert_eq!(
            unknown(set.map(str::to_owned).into_iter()),
            [
                "there is no setting SITEWRIGHT_LISEN; did you mean SITEWRIGHT_LISTEN?",
                "there is no setting SITEWRIGHT_XYZZY; see `sitewright serve --help-settings`",
            ]
        );
        let model = unknown(std::iter::once("SITEWRIGHT_MODEL_ULR".to_owned()));
        assert!(model[0].ends_with("did you mean SITEWRIGHT_MODEL_URL?"), "{model:?}");
    }
}
