//! The addresses of the shell, from the build: which of them are pages, who may open them, and the targets of older
//! addresses.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::libraries::*;
use crate::locale::Locale;

use super::Bundle;

/// Outside the folder `web`, so that it is not served.
const FILE: &str = "routes.json";

/// Who may open a page. Users without a verified email address count as signed in only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Access {
    Public,
    Guest,
    SignedIn,
    User,
    Admin,
}

/// One address, with `:name` for a part of it and `*` for the rest.
#[derive(Debug, Deserialize)]
pub(super) struct Route {
    pattern: String,
    pub access: Access,
    /// Set if the address belongs to one language only.
    pub language: Option<Locale>,
    /// An older address that redirects to the current one.
    pub alias: bool,
    /// The page of the public site, which the server renders; empty for a page of the shell.
    #[serde(default)]
    pub site: String,
    /// The page's addresses by language, with the same parameters.
    to: HashMap<Locale, String>,
    /// The scripts of the page by language, if the build has recorded them.
    #[serde(default)]
    files: HashMap<Locale, Vec<String>>,
    /// The initial HTML of the page by language, shown before the application has started.
    #[serde(default)]
    opening: HashMap<Locale, String>,
    /// The requests that the page sends before the application has started, as the value of an attribute.
    #[serde(default)]
    pub early: String,
}

/// All addresses; the first match counts.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Routes(Vec<Route>);

/// A matched address with its parameters.
pub(super) struct Found<'r> {
    pub route: &'r Route,
    params: HashMap<&'r str, String>,
}

impl Routes {
    pub fn find(&self, path: &str) -> Option<Found<'_>> {
        self.0.iter().find_map(|route| Some(Found { route, params: fit(&route.pattern, path)? }))
    }

    /// The address of a page in a language, such as that at /login; `None` if it is not built.
    pub fn page(&self, path: &str, locale: Locale) -> Option<String> {
        self.find(path).filter(|found| !found.route.alias).map(|found| found.address(locale))
    }
}

impl Found<'_> {
    /// The scripts of the page.
    pub fn files(&self, locale: Locale) -> &[String] {
        self.route.files.get(&locale).map(Vec::as_slice).unwrap_or_default()
    }

    /// The initial HTML of the page.
    pub fn opening(&self, locale: Locale) -> &str {
        self.route.opening.get(&locale).map(String::as_str).unwrap_or_default()
    }

    /// A parameter of the address.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name).map(String::as_str)
    }

    /// The page's address in a language, encoded for a header.
    pub fn address(&self, locale: Locale) -> String {
        let pattern = self.route.to.get(&locale).map_or("/", String::as_str);
        let mut address = String::with_capacity(pattern.len() + 32);
        for part in pattern.split('/').skip(1) {
            let value = match part.strip_prefix(':') {
                Some(name) => self.param(name).unwrap_or_default(),
                None if part == "*" => self.param(part).unwrap_or_default(),
                None => part,
            };
            if part == "*" {
                // A value with several segments keeps its slashes.
                if !value.is_empty() {
                    address.push('/');
                    address.extend(utf8_percent_encode(value, PATH));
                }
                continue;
            }
            address.push('/');
            address.extend(utf8_percent_encode(value, PART));
        }
        address
    }
}

/// Characters that must be escaped in a path.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'%')
    .add(b'\\');
const PART: &AsciiSet = &PATH.add(b'/');

/// The parameters of a path that matches a pattern.
fn fit<'p>(pattern: &'p str, path: &str) -> Option<HashMap<&'p str, String>> {
    let mut given = path.trim_end_matches('/').split('/');
    let mut params = HashMap::new();
    for part in pattern.trim_end_matches('/').split('/') {
        if part == "*" {
            let rest: Option<Vec<String>> = given.map(decoded).collect();
            params.insert("*", rest?.join("/"));
            return Some(params);
        }
        let value = decoded(given.next()?)?;
        match part.strip_prefix(':') {
            Some(_) if value.is_empty() => return None,
            Some(name) => {
                params.insert(name, value);
            }
            None if part == value => {}
            None => return None,
        }
    }
    given.next().is_none().then_some(params)
}

fn decoded(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(|part| part.into_owned())
}

/// The last parsed addresses, with the tag of their file: a rebuilt front end has a new tag.
#[derive(Default)]
pub(super) struct Known(Mutex<Option<(String, Arc<Routes>)>>);

impl Bundle {
    /// The addresses of the shell; `None` if the bundle has no front end.
    pub(super) fn routes(&self) -> Option<Arc<Routes>> {
        let file = self.file(FILE)?;
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((tag, routes)) = &*known
            && *tag == file.tag
        {
            return Some(routes.clone());
        }
        let routes: Routes = serde_json::from_slice(&file.data)
            .inspect_err(|error| tracing::error!(%error, "{FILE} of the bundle cannot be read"))
            .ok()?;
        let routes = Arc::new(routes);
        *known = Some((file.tag, routes.clone()));
        Some(routes)
    }
}

/// A page of the public site, by its address.
#[derive(Debug)]
pub struct SitePlace {
    /// The page's name in the table of addresses.
    pub page: String,
    params: HashMap<String, String>,
}

impl SitePlace {
    /// A parameter of the address, such as `tool`.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name).map(String::as_str)
    }

    /// Whether the address has no parameters.
    pub fn is_whole(&self) -> bool {
        self.params.is_empty()
    }
}

impl Bundle {
    /// The page of the public site at an address; `None` for other addresses, and for older ones.
    pub fn site_place(&self, path: &str) -> Option<SitePlace> {
        let routes = self.routes()?;
        let found = routes.find(path).filter(|found| !found.route.alias && !found.route.site.is_empty())?;
        let params = found.params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Some(SitePlace { page: found.route.site.clone(), params })
    }

    /// The address of a page of the public site without parameters; `None` if it is not built.
    pub fn address(&self, page: &str, locale: Locale) -> Option<String> {
        let routes = self.routes()?;
        let route = routes.0.iter().find(|route| !route.alias && route.site == page)?;
        route.to.get(&locale).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(pattern: &str, path: &str) -> Option<Vec<(String, String)>> {
        let mut found: Vec<_> =
            fit(pattern, path)?.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        found.sort();
        Some(found)
    }

    #[test]
    fn addresses_match_as_in_the_browser() {
        let none = Some(Vec::new());
        assert_eq!(params("/", "/"), none);
        assert_eq!(params("/pl", "/pl"), none);
        assert_eq!(params("/app/ustawienia/płatności", "/app/ustawienia/p%C5%82atno%C5%9Bci"), none);
        assert_eq!(
            params("/app/archive/:document", "/app/archive/a%2Fb"),
            Some(vec![("document".into(), "a/b".into())])
        );
        assert_eq!(
            params("/app/tools/:tool/*", "/app/tools/x/y/z"),
            Some(vec![("*".into(), "y/z".into()), ("tool".into(), "x".into())])
        );
        assert_eq!(
            params("/app/tools/:tool/*", "/app/tools/x"),
            Some(vec![("*".into(), String::new()), ("tool".into(), "x".into())])
        );
        for (pattern, path) in [
            ("/", "/x"),
            ("/app/tools", "/app/tools/x"),
            ("/app/tools/:tool/*", "/app/tools"),
            ("/app/archive/:document", "/app/archive//"),
            ("/login", "/%ff"),
        ] {
            assert_eq!(params(pattern, path), None, "{pattern} {path}");
        }
    }

    #[test]
    fn an_older_address_redirects_with_its_parameters() {
        let routes: Routes = serde_json::from_str(
            r#"[{"pattern": "/dashboard/tools/:tool/*", "page": "tool", "access": "user", "language": "en", "alias": true,
                "to": {"en": "/app/tools/:tool/*", "pl": "/app/narzedzia/:tool/*"}}]"#,
        )
        .expect("routes");
        let found = routes.find("/dashboard/tools/a%20b/c%3F/d").expect("found");
        assert_eq!(found.address(Locale::Pl), "/app/narzedzia/a%20b/c%3F/d");
        let found = routes.find("/dashboard/tools/x").expect("found");
        assert_eq!(found.address(Locale::En), "/app/tools/x");
        assert!(routes.page("/dashboard/tools/x", Locale::En).is_none(), "an alias is no page");
    }
}
