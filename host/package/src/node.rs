//! A table of a `template.toml` or `rules.toml`. Its keys are read one by one; keys that were not read are reported at the end.

use toml::{Table, Value};

use crate::{Code, LANGUAGES, Problem, Problems, markup};

/// A text in each language, in the order of [`LANGUAGES`].
pub(crate) type Both = [String; 2];
/// A list of texts in each language.
pub(crate) type BothLists = [Vec<String>; 2];

pub(crate) struct Node<'a> {
    /// The name of the file.
    file: &'static str,
    table: Table,
    /// Its path, such as `fields.topic`; empty at the top.
    path: String,
    /// The keys that were read, which are the allowed ones.
    known: Vec<String>,
    pub found: &'a mut Problems,
}

impl<'a> Node<'a> {
    pub fn new(file: &'static str, table: Table, found: &'a mut Problems) -> Self {
        Self { file, table, path: String::new(), known: Vec::new(), found }
    }

    /// The location of a key, for a problem.
    pub fn place(&self, key: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}: {}{dot}{key}", self.file, self.path)
    }

    pub fn report(&mut self, key: &str, code: Code) {
        self.found.at(self.place(key), code);
    }

    pub fn report_with(&mut self, key: &str, code: Code, name: &str, value: impl Into<serde_json::Value>) {
        let problem = Problem::at(code, self.place(key)).with(name, value);
        self.found.add(problem);
    }

    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.know(key);
        self.table.remove(key)
    }

    fn know(&mut self, key: &str) {
        if !self.known.iter().any(|known| known == key) {
            self.known.push(key.to_owned());
        }
    }

    /// Puts a value back under its key.
    pub fn put_back(&mut self, key: &str, value: Value) {
        self.table.insert(key.to_owned(), value);
    }

    /// The whole table as JSON; `None` if it contains a value that JSON does not have.
    pub fn into_json(self) -> Option<String> {
        let json = |value: Value| value.try_into::<serde_json::Value>().ok();
        json(Value::Table(self.table)).map(|json| json.to_string())
    }

    pub fn has(&mut self, key: &str) -> bool {
        self.know(key);
        self.table.contains_key(key)
    }

    pub fn wrong_type(&mut self, key: &str, wanted: &str) {
        self.report_with(key, Code::FieldType, "wanted", wanted);
    }

    fn missing(&mut self, key: &str) {
        self.report(key, Code::FieldMissing);
    }

    /// A text of one line that is not shown to users.
    pub fn name(&mut self, key: &str) -> Option<String> {
        match self.take(key) {
            Some(Value::String(text)) => Some(text),
            Some(_) => {
                self.wrong_type(key, "string");
                None
            }
            None => {
                self.missing(key);
                None
            }
        }
    }

    pub fn flag(&mut self, key: &str) -> bool {
        match self.take(key) {
            Some(Value::Boolean(flag)) => flag,
            Some(_) => {
                self.wrong_type(key, "boolean");
                false
            }
            None => false,
        }
    }

    /// An optional whole number within bounds.
    pub fn number(&mut self, key: &str, min: u32, max: u32) -> Option<u32> {
        let number = match self.take(key)? {
            Value::Integer(number) => u32::try_from(number).ok(),
            _ => {
                self.wrong_type(key, "integer");
                return None;
            }
        };
        let fits = number.filter(|number| (min..=max).contains(number));
        if fits.is_none() {
            let problem = Problem::at(Code::NumberWrong, self.place(key)).with("min", min).with("max", max);
            self.found.add(problem);
        }
        fits
    }

    /// `min` and `max` of a value between `least` and `most`.
    pub fn range(&mut self, least: u32, most: u32) -> (Option<u32>, Option<u32>) {
        let (min, max) = (self.number("min", least, most), self.number("max", least, most));
        if min.zip(max).is_some_and(|(min, max)| min > max) {
            self.report("min", Code::RangeEmpty);
        }
        (min, max)
    }

    /// One of the known names.
    pub fn one_of(&mut self, key: &str, known: &[&'static str]) -> Option<&'static str> {
        let name = self.name(key)?;
        let one = known.iter().find(|known| **known == name).copied();
        if one.is_none() {
            self.report_with(key, Code::ValueUnknown, "known", known.join(", "));
        }
        one
    }

    /// A table; its absence is a problem if it is `required`.
    pub fn inner(&mut self, key: &str, required: bool) -> Option<Node<'_>> {
        match self.take(key) {
            Some(Value::Table(table)) => Some(self.below(table, key)),
            Some(_) => {
                self.wrong_type(key, "table");
                None
            }
            None => {
                if required {
                    self.missing(key);
                }
                None
            }
        }
    }

    /// A node for a table that was taken out of this one.
    pub fn below(&mut self, table: Table, key: &str) -> Node<'_> {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Node { file: self.file, table, path, known: Vec::new(), found: self.found }
    }

    /// A list of tables, each with the name used in problems: its id, or its position from 1.
    pub fn tables(&mut self, key: &str, min: usize, max: usize) -> Vec<(String, Table)> {
        let list = match self.take(key) {
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong_type(key, "list of tables");
                return Vec::new();
            }
            None => Vec::new(),
        };
        self.count(key, list.len(), min, max);
        let mut tables = Vec::new();
        for (place, entry) in list.into_iter().take(max).enumerate() {
            let Value::Table(table) = entry else {
                self.wrong_type(key, "list of tables");
                continue;
            };
            let id = table.get("id").and_then(Value::as_str).map(str::to_owned);
            tables.push((format!("{key}.{}", id.unwrap_or_else(|| (place + 1).to_string())), table));
        }
        tables
    }

    fn count(&mut self, key: &str, count: usize, min: usize, max: usize) {
        if !(min..=max).contains(&count) {
            let problem = Problem::at(Code::CountWrong, self.place(key)).with("min", min).with("max", max);
            self.found.add(problem);
        }
    }

    /// A required text in both languages.
    pub fn both(&mut self, key: &str, max: usize) -> Option<Both> {
        let mut texts = self.inner(key, true)?;
        let both = LANGUAGES.map(|language| texts.text(language, max));
        texts.finish();
        let [en, pl] = both;
        Some([en?, pl?])
    }

    /// An optional text in both languages.
    pub fn both_if_any(&mut self, key: &str, max: usize) -> Option<Both> {
        self.has(key).then(|| self.both(key, max))?
    }

    /// Optional lists of texts in both languages.
    pub fn both_lists(&mut self, key: &str, most: usize, max: usize) -> Option<BothLists> {
        let mut lists = self.inner(key, false)?;
        let both = LANGUAGES.map(|language| lists.texts(language, 1, most, max));
        lists.finish();
        let [en, pl] = both;
        Some([en?, pl?])
    }

    /// A text for users.
    fn text(&mut self, key: &str, max: usize) -> Option<String> {
        let text = self.words(key, max)?;
        markup::check(&text, &self.place(key), self.found);
        Some(text)
    }

    /// A text for the model only.
    pub fn words(&mut self, key: &str, max: usize) -> Option<String> {
        let text = self.name(key)?;
        self.measure(key, &text, max);
        Some(text.trim_end().to_owned())
    }

    fn measure(&mut self, key: &str, text: &str, max: usize) {
        markup::check_seen(text, &self.place(key), self.found);
        if text.trim().is_empty() {
            self.report(key, Code::TextEmpty);
        }
        if text.chars().count() > max {
            self.report_with(key, Code::TextTooLong, "max", max);
        }
    }

    /// A list of texts, not checked for markup.
    pub fn texts(&mut self, key: &str, least: usize, most: usize, max: usize) -> Option<Vec<String>> {
        let list = match self.take(key) {
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong_type(key, "list of strings");
                return None;
            }
            None => {
                self.missing(key);
                return None;
            }
        };
        self.count(key, list.len(), least, most);
        let mut texts = Vec::new();
        for entry in list.iter().take(most) {
            let Some(text) = entry.as_str() else {
                self.wrong_type(key, "list of strings");
                continue;
            };
            self.measure(key, text, max);
            texts.push(text.trim_end().to_owned());
        }
        Some(texts)
    }

    /// Marks keys as allowed without reading them.
    pub fn allow(&mut self, keys: &[&str]) {
        self.table.retain(|key, _| !keys.contains(&key));
    }

    pub fn finish(self) {
        for key in self.table.keys() {
            let problem = Problem::at(Code::FieldUnknown, self.place(key));
            self.found.add(problem.with("known", self.known.join(", ")));
        }
    }
}
