//! The title of a document: what the text is about. Tools begin their titles with their name, which each list shows
//! beside the title.

use super::list::excerpt_of;
use crate::billing::plans::ToolNames;
use crate::platform::prelude::*;

/// Characters of a title that is made from the text.
const MADE_CHARS: usize = 60;

/// The title of a new document. `names` are those of its tool; a title that says no more is replaced by the first words
/// of the text.
pub fn of_content(title: &str, names: &[&str], text: &str) -> String {
    let title = without_name(title, names);
    if !title.is_empty() && !names.contains(&title) {
        return title.to_owned();
    }
    let words = excerpt_of(text, MADE_CHARS);
    if words.is_empty() { names.first().copied().unwrap_or_default().to_owned() } else { words }
}

/// A title without the name of the tool and its colon.
fn without_name<'t>(title: &'t str, names: &[&str]) -> &'t str {
    let title = title.trim();
    let subject = names.iter().find_map(|name| title.strip_prefix(name)?.strip_prefix(": "));
    subject.map(str::trim).filter(|subject| !subject.is_empty()).unwrap_or(title)
}

/// The names of the installed tools, for documents that were stored before titles were made from the content.
pub struct Names(HashMap<String, Vec<String>>);

impl Names {
    pub fn of(app: &App) -> Self {
        let mut names: HashMap<String, Vec<String>> = HashMap::new();
        for locale in Locale::ALL {
            for tool in (app.part::<ToolNames>().0)(app, locale) {
                names.entry(tool.id).or_default().push(tool.name);
            }
        }
        Self(names)
    }

    /// The title to show. An edited document keeps its title, which may be the user's own.
    pub fn shown(&self, title: String, tool: &str, version: i64) -> String {
        let Some(names) = self.0.get(tool).filter(|_| version == 1) else { return title };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        without_name(&title, &names).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_what_the_text_is_about() {
        let names = ["Product description", "Opis produktu"];
        for (title, text, expected) in [
            ("Product description: Dunmore oak chair", "Text", "Dunmore oak chair"),
            ("Opis produktu: Krzesło: dąb", "Tekst", "Krzesło: dąb"),
            ("Product description", "## Variant 1\n\nA chair of oak.", "A chair of oak."),
            ("", "A chair of oak.", "A chair of oak."),
            ("Product description", "", "Product description"),
            ("Chairs", "Text", "Chairs"),
        ] {
            assert_eq!(of_content(title, &names, text), expected);
        }
    }
}
