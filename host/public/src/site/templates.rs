//! The templates of the build. They are read when first used, and again when the front end was rebuilt.

use minijinja::{AutoEscape, Environment, HtmlEscape, UndefinedBehavior};

use crate::platform::bundle::Bundle;
use crate::platform::prelude::*;
use crate::platform::typography::glued_page;

/// What the build writes about the site; its tag changes with every build.
const FILE: &str = "site/site.json";

/// The templates of one build, with its description of the site.
pub struct Build {
    tag: String,
    environment: Environment<'static>,
    pub site: Site,
}

/// What the server needs to know of the pages.
#[derive(Debug, Deserialize)]
pub struct Site {
    /// In the order of the site maps.
    pub pages: Vec<SitePage>,
    /// Sections of the docs by language.
    pub docs: HashMap<Locale, Vec<DocsSection>>,
    /// The index of the search in the docs by language.
    pub search: HashMap<Locale, String>,
    /// The files of the typeface.
    pub fonts: Vec<String>,
}

/// A page without parameters.
#[derive(Debug, Deserialize)]
pub struct SitePage {
    pub name: String,
    /// Its addresses by language.
    pub to: HashMap<Locale, String>,
    /// Title and description by language, for lists of pages.
    pub about: HashMap<Locale, About>,
    /// The samples that it shows: their names in the page, and their tools.
    pub samples: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
pub struct About {
    pub title: String,
    pub description: String,
}

/// The end of titles in results of search engines.
const NAME: &str = " · Sitewright";

impl About {
    /// The title where the name of the site is known.
    pub fn name(&self) -> &str {
        self.title.strip_suffix(NAME).unwrap_or(&self.title)
    }
}

/// A section of the docs with its pages.
#[derive(Debug, Serialize, Deserialize)]
pub struct DocsSection {
    pub title: String,
    pub pages: Vec<DocsEntry>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct DocsEntry {
    pub name: String,
    pub address: String,
    pub title: String,
    pub description: String,
}

/// The build that serves now.
#[derive(Clone, Default)]
pub struct Templates(Arc<Mutex<Option<Arc<Build>>>>);

impl Templates {
    /// Errors: the bundle has no front end.
    pub fn build(&self, bundle: &Bundle) -> Result<Arc<Build>> {
        let missing = || Problem::new(StatusCode::NOT_FOUND, "server.front-end-missing");
        let tag = bundle.tag(FILE).ok_or_else(missing)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(build) = known.as_ref().filter(|build| build.tag == tag) {
            return Ok(build.clone());
        }
        let description = bundle.read(FILE).ok_or_else(missing)?;
        let site = serde_json::from_slice(&description).map_err(Problem::internal)?;
        let build = Arc::new(Build { tag, environment: environment(bundle.clone()), site });
        *known = Some(build.clone());
        Ok(build)
    }
}

/// Reads templates from the bundle. A name that the context lacks is an error, so that no page is sent with a hole.
fn environment(bundle: Bundle) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("checkbox", checkbox);
    environment.add_filter("chosen", chosen);
    environment.add_filter("described", described);
    environment.add_filter("marked", marked);
    environment.set_loader(move |name| {
        let file = bundle.read(&format!("site/{name}"));
        Ok(file.map(|file| String::from_utf8_lossy(&file).into_owned()))
    });
    environment
}

impl Build {
    /// A page without parameters.
    pub fn page(&self, name: &str) -> Option<&SitePage> {
        self.site.pages.iter().find(|page| page.name == name)
    }

    /// The address of a page without parameters, as the table of addresses has it.
    pub fn path(&self, name: &str, locale: Locale) -> &str {
        self.page(name).and_then(|page| page.to.get(&locale)).map_or("/", String::as_str)
    }

    /// The page with these values.
    pub fn render(&self, page: &str, locale: Locale, context: minijinja::Value) -> Result<String> {
        let name = format!("pages/{page}.{}.html", locale.tag());
        let template = self.environment.get_template(&name).map_err(Problem::internal)?;
        let html = template.render(context).map_err(Problem::internal)?;
        Ok(glued_page(&html, locale))
    }
}

/// Characters of a description that search engines show, which measure pixels: wide letters fit too.
const DESCRIPTION: usize = 145;

/// A description for search engines: the whole sentences of a text that fit, and `more` after a short one. A first
/// sentence that does not fit ends between words.
pub fn described(text: &str, more: &str) -> String {
    let fits = |text: &str| text.chars().count() <= DESCRIPTION;
    let mut shown = String::new();
    for sentence in text.split_inclusive(". ") {
        if !fits(format!("{shown}{sentence}").trim_end()) {
            break;
        }
        shown.push_str(sentence);
    }
    let mut shown = shown.trim_end().to_owned();
    if shown.is_empty() {
        let start: String = text.chars().take(DESCRIPTION - 1).collect();
        let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
        shown = format!("{}…", words.trim_end_matches([',', ';', ':', '–', ' ']));
    }
    let longer = format!("{shown} {more}");
    if fits(&longer) && !more.is_empty() { longer } else { shown }
}

/// A text as HTML, in which code is between backticks.
fn marked(text: &str) -> minijinja::Value {
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => HtmlEscape(part).to_string(),
        _ => format!("<code>{}</code>", HtmlEscape(part)),
    };
    minijinja::Value::from_safe_string(text.split('`').enumerate().map(part).collect())
}

/// A checkbox for a field: an attribute without a value is there or not.
fn checkbox(field: minijinja::Value) -> Result<minijinja::Value, minijinja::Error> {
    let text = |name: &str| field.get_attr(name).map(|value| HtmlEscape(&value.to_string()).to_string());
    let (name, checked) = (text("name")?, if text("value")?.is_empty() { "" } else { " checked" });
    let html =
        format!("<input type=\"checkbox\" id=\"field-{name}\" name=\"{name}\" value=\"true\"{checked}>");
    Ok(minijinja::Value::from_safe_string(html))
}

/// An option of a list, chosen or not.
fn chosen(option: minijinja::Value) -> Result<minijinja::Value, minijinja::Error> {
    let text = |name: &str| option.get_attr(name).map(|value| HtmlEscape(&value.to_string()).to_string());
    let selected = if option.get_attr("is_chosen")?.is_true() { " selected" } else { "" };
    let html = format!("<option value=\"{}\"{selected}>{}</option>", text("value")?, text("title")?);
    Ok(minijinja::Value::from_safe_string(html))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_between_backticks_is_marked_and_escaped() {
        let html = marked("Add `<title>` to <head>").to_string();
        assert_eq!(html, "Add <code>&lt;title&gt;</code> to &lt;head&gt;");
    }

    #[test]
    fn a_description_is_whole_sentences_that_fit() {
        let long = "Word ".repeat(40);
        assert_eq!(described("A post.", "Try it."), "A post. Try it.");
        assert_eq!(described(&format!("A post. {long}."), "Try it."), "A post. Try it.");
        let cut = described(&long, "");
        assert!(cut.ends_with("Word…") && cut.chars().count() <= DESCRIPTION, "{cut}");
    }
}
