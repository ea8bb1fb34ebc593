//! Structured data: JSON-LD as written, Microdata and RDFa as objects.

use std::borrow::Cow;

use serde_json::{Map, Value};
use sitewright_facts::NewData;

use super::{
    Found,
    blocks::cut,
    dates, limits,
    names::{Name, Tag},
    reader::{Context, Mark, Reader},
};

const JSON_LD: u32 = 0;
const MICRODATA: u32 = 1;
const RDFA: u32 = 2;

struct Item {
    format: u32,
    content: Map<String, Value>,
    /// The properties of the item around it whose value it is.
    of: Option<String>,
    at: usize,
}

/// The items of Microdata and RDFa that are open.
#[derive(Default)]
pub struct Items {
    open: Vec<Item>,
    properties: usize,
}

impl Items {
    fn has_open(&self, format: u32) -> bool {
        self.open.iter().any(|item| item.format == format)
    }

    /// Adds a value to the properties of the innermost item. A property with several values is a list.
    pub fn add(&mut self, format: u32, names: &str, value: Value) {
        let Some(item) = self.open.iter_mut().rfind(|item| item.format == format) else { return };
        // Copies of items in items would grow exponentially.
        let copies = if value.is_object() { 1 } else { 8 };
        for name in names.split_ascii_whitespace().take(copies) {
            if self.properties >= limits::PROPERTIES {
                return;
            }
            self.properties += 1;
            match item.content.get_mut(short(name)) {
                Some(Value::Array(values)) => values.push(value.clone()),
                Some(first) => {
                    let before = first.take();
                    *first = Value::Array(vec![before, value.clone()]);
                }
                None => {
                    item.content.insert(short(name).to_owned(), value.clone());
                }
            }
        }
    }
}

/// A name of schema.org without the vocabulary.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("schema:").unwrap_or(name);
    let rest = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.strip_prefix("schema.org/").unwrap_or(name)
}

impl<'a> Reader<'a, '_> {
    pub fn json_ld(&mut self, raw: &str, at: usize) {
        let text = cut(raw.trim(), 65_536);
        let error = match serde_json::from_str::<Value>(raw.trim()) {
            Ok(value) => {
                self.found.learn(&value);
                String::new()
            }
            Err(error) => error.to_string(),
        };
        self.push_data(&NewData {
            format: JSON_LD,
            json: text,
            error: &error,
            at: at as u32,
            ..NewData::default()
        });
    }

    fn push_data(&mut self, data: &NewData<'_>) {
        if self.found.data < limits::DATA {
            self.found.data += 1;
            data.push(&mut self.tables.data);
        }
    }

    /// Begins the items and properties of an element that is open.
    pub fn begin_items(&mut self, tag: Tag, at: usize, context: Context) {
        for (format, property, scope) in
            [(MICRODATA, Name::Itemprop, Name::Itemscope), (RDFA, Name::Property, Name::Typeof)]
        {
            if self.tokens.attributes.has(scope) {
                self.begin_item(format, at);
                self.at_end(Mark::Item);
            } else if let Some(names) = self.property(format, property) {
                match self.value_of(format, tag) {
                    Some(value) => self.items.add(format, &names, value),
                    None => self.at_end(Mark::Property { format, names, place: self.blocks.here(context) }),
                }
            }
        }
    }

    /// The items of `html` and `body`, which end with the document.
    pub fn items_of_root(&mut self) {
        for (format, scope) in [(MICRODATA, Name::Itemscope), (RDFA, Name::Typeof)] {
            if self.tokens.attributes.has(scope) {
                self.begin_item(format, 0);
            }
        }
    }

    pub fn property_of_void(&mut self, tag: Tag) {
        for (format, property) in [(MICRODATA, Name::Itemprop), (RDFA, Name::Property)] {
            if let Some(names) = self.property(format, property) {
                let value = self.value_of(format, tag).unwrap_or_else(|| Value::from(""));
                self.items.add(format, &names, value);
            }
        }
    }

    /// The names of the properties of an element; none outside an item. Open Graph uses the attribute of RDFa too.
    fn property(&self, format: u32, name: Name) -> Option<Cow<'a, str>> {
        if self.items.open.is_empty() || !self.items.has_open(format) {
            return None;
        }
        let names = self.tokens.attributes.filled(name)?;
        (format == MICRODATA || !names.contains(':') || short(&names) != names).then_some(names)
    }

    fn begin_item(&mut self, format: u32, at: usize) {
        if self.items.open.len() >= limits::ITEMS_DEPTH {
            return self.items.open.push(Item { format, content: Map::new(), of: Some(String::new()), at });
        }
        let (property, type_name, id) = match format {
            MICRODATA => (Name::Itemprop, Name::Itemtype, Name::Itemid),
            _ => (Name::Property, Name::Typeof, Name::Resource),
        };
        let of = self.property(format, property).map(Cow::into_owned);
        let mut content = Map::new();
        let attributes = &self.tokens.attributes;
        if let Some(types) = attributes.filled(type_name) {
            let mut types: Vec<Value> =
                types.split_ascii_whitespace().take(8).map(|name| short(name).into()).collect();
            let types = if types.len() == 1 { types.remove(0) } else { types.into() };
            content.insert("@type".into(), types);
        }
        if let Some(id) = attributes.filled(id) {
            content.insert("@id".into(), cut(&id, 2_048).into());
        }
        self.items.open.push(Item { format, content, of, at });
    }

    /// The value of a property in an attribute; none if it is the text of the element.
    fn value_of(&self, format: u32, tag: Tag) -> Option<Value> {
        let attributes = &self.tokens.attributes;
        if let Some(content) = attributes.get(Name::Content) {
            return Some(cut(&content, 4_096).into());
        }
        let (name, is_address) = match tag {
            Tag::A | Tag::Area | Tag::Link => (Name::Href, true),
            Tag::Audio | Tag::Embed | Tag::Iframe | Tag::Img | Tag::Source | Tag::Track | Tag::Video => {
                (Name::Src, true)
            }
            Tag::Object => (Name::Data, true),
            Tag::Data | Tag::Meter => (Name::Value, false),
            Tag::Time => (Name::Datetime, false),
            _ if format == RDFA => (Name::Resource, true),
            _ => return None,
        };
        let value = attributes.filled(name)?;
        let value = if is_address { self.resolve(&value).map_or(value, Cow::Owned) } else { value };
        Some(cut(&value, 4_096).into())
    }

    pub fn finish_item(&mut self) {
        let Some(item) = self.items.open.pop() else { return };
        let value = Value::Object(item.content);
        match item.of {
            Some(names) => self.items.add(item.format, &names, value),
            None => {
                self.found.learn(&value);
                let json = value.to_string();
                let json = if json.len() <= 65_536 { json.as_str() } else { "{}" };
                self.push_data(&NewData {
                    format: item.format,
                    json,
                    at: item.at as u32,
                    ..NewData::default()
                });
            }
        }
    }

    pub fn finish_items(&mut self) {
        while !self.items.open.is_empty() {
            self.finish_item();
        }
    }
}

impl Found {
    /// Reads the author, the dates and the type of structured data; comments and reviews have their own.
    fn learn(&mut self, data: &Value) {
        let mut rest = vec![data];
        while let Some(value) = rest.pop() {
            match value {
                Value::Array(values) => rest.extend(values),
                Value::Object(object) => {
                    let has_type = |names: &[&str]| {
                        types_of(object)
                            .any(|name| names.iter().any(|other| short(name).eq_ignore_ascii_case(other)))
                    };
                    if has_type(&["Review", "Comment", "Answer", "UserComments", "Event", "JobPosting"]) {
                        continue;
                    }
                    self.article |= types_of(object)
                        .any(|name| name.ends_with("Article") || name.ends_with("BlogPosting"));
                    for name in ["dateModified", "datePublished"] {
                        if let Some(day) = object.get(name).and_then(Value::as_str).and_then(dates::day_of) {
                            self.date(day);
                        }
                    }
                    if self.data_author.is_empty()
                        && let Some(author) = object.get("author").and_then(name_of)
                    {
                        self.data_author = cut(author.trim(), 256).to_owned();
                    }
                    rest.extend(object.values().filter(|value| value.is_object() || value.is_array()));
                }
                _ => {}
            }
        }
    }
}

fn types_of(object: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let types = match object.get("@type") {
        Some(Value::Array(types)) => types.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    types.iter().filter_map(Value::as_str)
}

fn name_of(author: &Value) -> Option<&str> {
    match author {
        Value::String(name) => Some(name),
        Value::Array(authors) => authors.iter().find_map(|author| match author {
            Value::Array(_) => None,
            author => name_of(author),
        }),
        Value::Object(author) => author.get("name").and_then(Value::as_str),
        _ => None,
    }
}
