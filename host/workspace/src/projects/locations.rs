//! The places of projects: a built-in list, see `locations.json` for its source.

use std::sync::LazyLock;

use crate::platform::prelude::*;

/// A country, or a territory with its own search results.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Location {
    #[schema(example = 2616)]
    pub location_code: i64,
    /// In English.
    #[schema(example = "Poland")]
    pub location_name: String,
    /// For the search only; the interface shows a place by its ISO code.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    location_name_pl: String,
    /// The country of a region.
    #[schema(required)]
    pub location_code_parent: Option<i64>,
    /// ISO 3166-1 alpha-2.
    #[schema(example = "PL")]
    pub country_iso_code: String,
    pub location_type: LocationType,
    pub available_languages: Vec<AvailableLanguage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum LocationType {
    Country,
    Region,
}

/// A search language of a place.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AvailableLanguage {
    /// In English.
    #[schema(example = "Polish")]
    pub language_name: String,
    #[schema(example = "pl")]
    pub language_code: String,
    pub available_sources: Vec<Source>,
    /// Keywords known to a data provider; null if unknown.
    #[schema(required)]
    pub keywords: Option<i64>,
    /// Result pages stored by a data provider; null if unknown.
    #[schema(required)]
    pub serps: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Google,
    Bing,
    Amazon,
}

#[derive(Deserialize)]
struct File {
    locations: Vec<Location>,
}

static LOCATIONS: LazyLock<Vec<Location>> = LazyLock::new(|| {
    let file: File = serde_json::from_str(include_str!("locations.json"))
        .expect("the list of locations is part of the program and read by a test");
    file.locations
});

/// The location with this code.
pub(super) fn find(code: i64) -> Option<&'static Location> {
    LOCATIONS.iter().find(|location| location.location_code == code)
}

impl Location {
    pub(super) fn speaks(&self, language: &str) -> bool {
        self.available_languages.iter().any(|available| available.language_code == language)
    }

    /// Whether a word of one of its names begins with a folded text, or one of its codes equals it.
    fn matches(&self, wanted: &str) -> bool {
        let begins = |name: &str| {
            let name = fold(name);
            name.starts_with(wanted) || name.contains(&format!(" {wanted}"))
        };
        let names = [&self.location_name, &self.location_name_pl];
        let languages = self.available_languages.iter().map(|language| &language.language_name);
        names.into_iter().chain(languages).any(|name| begins(name))
            || fold(&self.country_iso_code) == wanted
            || self.location_code.to_string() == wanted
            || self.available_languages.iter().any(|language| fold(&language.language_code) == wanted)
    }
}

/// Which locations to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// Prefix of a word in a name of the place, in English or Polish, or of a language; or a code of either.
    search: Option<String>,
}

/// The matching places.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Locations {
    locations: Vec<&'static Location>,
}

/// Places for projects, by name, with their search languages
#[utoipa::path(get, path = "/api/locations", tag = "projects", params(Wanted), responses((status = 200, body = Locations)))]
pub(super) async fn list_locations(_: User, Query(wanted): Query<Wanted>) -> Json<Locations> {
    let wanted = fold(wanted.search.as_deref().unwrap_or_default());
    let locations = LOCATIONS.iter().filter(|location| wanted.is_empty() || location.matches(&wanted));
    Json(Locations { locations: locations.collect() })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_list_is_consistent() {
        let codes: HashSet<i64> = LOCATIONS.iter().map(|location| location.location_code).collect();
        assert_eq!(codes.len(), LOCATIONS.len(), "a code is given once");
        assert!((85..=110).contains(&codes.len()), "{}", codes.len());
        for location in LOCATIONS.iter() {
            let name = &location.location_name;
            assert!((2001..=2999).contains(&location.location_code), "{name}");
            assert!(location.country_iso_code.len() == 2, "{name}");
            assert!(!location.available_languages.is_empty(), "{name}");
            assert!(location.location_code_parent.is_none_or(|parent| codes.contains(&parent)), "{name}");
            assert!(
                location.location_code_parent.is_none() || location.location_type == LocationType::Region,
                "{name}"
            );
            let languages: HashSet<_> =
                location.available_languages.iter().map(|language| &language.language_code).collect();
            assert_eq!(languages.len(), location.available_languages.len(), "{name}");
            assert!(
                location
                    .available_languages
                    .iter()
                    .all(|language| language.available_sources.contains(&Source::Google)),
                "{name}"
            );
        }
    }

    #[test]
    fn poland_and_the_united_states_have_their_languages() {
        let languages = |code| {
            let location = find(code).expect("it is in the list");
            location
                .available_languages
                .iter()
                .map(|language| language.language_code.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(languages(2616), ["pl"]);
        assert_eq!(languages(2840), ["en", "es"]);
        assert!(find(1).is_none());
    }
}
