//! Maps columns to fields of the tool, and cells to values.

use super::file::{Record, Table};
use super::synonyms;
use crate::catalogue::tools::{self, Described};
use crate::platform::prelude::*;

/// Separates the items of a list in one cell.
pub(super) const LIST_SIGN: char = '|';
/// Items of a list in one cell.
const MOST_ITEMS: usize = 1_000;
/// Bytes of a cell that may name a choice.
const CHOICE_BYTES: usize = 800;

/// A column of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Column {
    /// The name in the file's first line.
    pub name: String,
    /// The tool's field for its cells; null if the column is ignored.
    pub field: Option<String>,
    /// Whether only the meaning of its name led to the field, which users should check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
}

/// A field of the tool's form.
struct Field<'a> {
    id: String,
    /// Its part of the schema in each language.
    schemas: [&'a Value; 2],
}

/// The fields of a tool in the order of its form.
fn fields(tool: &Described) -> Vec<Field<'_>> {
    let inputs = Locale::ALL.map(|locale| &tool.text(locale).input);
    let names = inputs[0].names(&["properties"]).into_iter();
    names
        .map(|id| Field { schemas: inputs.map(|input| &input.document()["properties"][id.as_str()]), id })
        .collect()
}

impl Field<'_> {
    /// Its title in each language, and its id.
    fn names(&self) -> impl Iterator<Item = &str> {
        let titles = self.schemas.iter().filter_map(|schema| schema["title"].as_str());
        titles.chain([self.id.as_str()])
    }

    fn fits(&self, name: &str, fit: Fit) -> bool {
        match fit {
            Fit::Name => self.names().any(|known| plain(known) == plain(name)),
            Fit::Stem => self.names().any(|known| synonyms::stem(known) == synonyms::stem(name)),
            Fit::Meaning => {
                let name = synonyms::stem(name);
                synonyms::of_field(&self.id).any(|known| synonyms::stem(known) == name)
            }
        }
    }
}

/// How a column fits a field, the best first.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fit {
    Name,
    /// With other endings.
    Stem,
    /// By a word with the same meaning.
    Meaning,
}

/// Normalises a name: `Słowa_kluczowe` and `słowa kluczowe:` are equal.
fn plain(name: &str) -> String {
    let name = name.replace(|char: char| char.is_ascii_punctuation(), " ");
    fold(&name)
}

/// The titles of a tool's fields, for error messages.
pub(super) fn titles(tool: &Described, locale: Locale) -> Vec<(String, String)> {
    let title = |field: &Field<'_>| field.schemas[locale as usize]["title"].as_str().map(str::to_owned);
    fields(tool)
        .iter()
        .map(|field| (field.id.clone(), title(field).unwrap_or_else(|| field.id.clone())))
        .collect()
}

/// Matches columns to fields by id or by title in either language, and then by meaning. `chosen` overrides this by
/// column name.
pub(super) fn matched(
    tool: &Described,
    table: &Table,
    chosen: &BTreeMap<String, Option<String>>,
    locale: Locale,
) -> Result<Vec<Column>> {
    let fields = fields(tool);
    check_chosen(&fields, &table.header, chosen)?;
    let column = |name: &String| Column {
        name: name.clone(),
        field: chosen.get(name).cloned().flatten().filter(|_| !name.is_empty()),
        guessed: false,
    };
    let mut columns: Vec<Column> = table.header.iter().map(column).collect();
    // A column with the name of a field gets it, even after one that only means it.
    for fit in [Fit::Name, Fit::Stem, Fit::Meaning] {
        for place in 0..columns.len() {
            let Column { name, field, .. } = &columns[place];
            if field.is_some() || name.is_empty() || chosen.contains_key(name) {
                continue;
            }
            let is_free =
                |field: &&Field<'_>| !columns.iter().any(|other| other.field.as_ref() == Some(&field.id));
            let found = fields.iter().filter(is_free).find(|field| field.fits(name, fit));
            if let Some(found) = found {
                let field = Some(found.id.clone());
                columns[place].field = field;
                columns[place].guessed = fit == Fit::Meaning;
            }
        }
    }
    if columns.iter().all(|column| column.field.is_none()) && chosen.is_empty() {
        let names: Vec<String> = titles(tool, locale).into_iter().map(|(_, title)| title).collect();
        let problem = Problem::invalid_field(
            "columns",
            Text::key("bulk.no-columns-match").with("fields", names.join(", ")),
        );
        return Err(problem.with("columns", table.header.clone()));
    }
    Ok(columns)
}

fn check_chosen(
    fields: &[Field<'_>],
    header: &[String],
    chosen: &BTreeMap<String, Option<String>>,
) -> Result<()> {
    for (name, field) in chosen {
        let text = Text::key("bulk.unknown-column").with("name", name.as_str());
        refuse_if(!header.contains(name), || Problem::invalid_field("columns", text))?;
        if let Some(id) = field
            && !fields.iter().any(|field| field.id == *id)
        {
            let text = Text::key("bulk.unknown-field").with("field", id.as_str());
            return Err(Problem::invalid_field("columns", text));
        }
    }
    for (place, field) in chosen.values().flatten().enumerate() {
        if chosen.values().flatten().skip(place + 1).any(|other| other == field) {
            let text = Text::key("bulk.field-twice").with("field", field.as_str());
            return Err(Problem::invalid_field("columns", text));
        }
    }
    Ok(())
}

/// Builds the inputs of rows.
pub(super) struct Inputs<'a> {
    tool: &'a Described,
    locale: Locale,
    /// By column.
    fields: Vec<Option<Field<'a>>>,
    columns: usize,
    fixed: &'a Map<String, Value>,
}

impl<'a> Inputs<'a> {
    pub fn new(
        tool: &'a Described,
        columns: &[Column],
        fixed: &'a Map<String, Value>,
        locale: Locale,
    ) -> Self {
        let find = |id: &String| fields(tool).into_iter().find(|field| field.id == *id);
        let of_columns = columns.iter().map(|column| column.field.as_ref().and_then(find)).collect();
        Self { tool, locale, fields: of_columns, columns: columns.len(), fixed }
    }

    /// The input of a row: its cells, then the fixed values, then the tool's defaults.
    pub fn of(&self, record: &Record) -> Result<String> {
        let mut input = self.fixed.clone();
        let mut errors = FieldErrors::new();
        if record.count > self.columns {
            let text =
                Text::key("bulk.too-many-cells").with("cells", record.count).with("columns", self.columns);
            errors.insert("row".to_owned(), vec![text]);
        }
        for (cell, field) in record.cells.iter().zip(&self.fields) {
            let Some(field) = field.as_ref().filter(|_| !cell.is_empty()) else { continue };
            match value(cell, field) {
                Ok(value) => drop(input.insert(field.id.clone(), value)),
                Err(text) => drop(errors.insert(format!("input.{}", field.id), vec![text])),
            }
        }
        let prepared = tools::prepare(&self.tool.text(self.locale).input, Value::Object(input));
        match prepared {
            Ok(input) if errors.is_empty() => Ok(input),
            Ok(_) => Err(Problem::invalid(errors)),
            Err(problem) => {
                // An unreadable value is also reported as missing; the first error is more specific.
                let mut all = problem.errors().clone();
                all.extend(errors);
                Err(Problem::invalid(all))
            }
        }
    }
}

/// The value of a cell for a field.
fn value(cell: &str, field: &Field<'_>) -> Result<Value, Text> {
    match kind(field.schemas[0]) {
        "integer" | "number" => number(cell),
        "boolean" => flag(cell),
        "array" => {
            let is_full = cell.matches(LIST_SIGN).count() >= MOST_ITEMS;
            refuse_if(is_full, || Text::key("validation.too-many").with("max", MOST_ITEMS))?;
            let items = field.schemas.map(|schema| &schema["items"]);
            let cells = cell.split(LIST_SIGN).map(str::trim).filter(|item| !item.is_empty());
            match kind(items[0]) {
                "integer" | "number" => cells.map(number).collect(),
                "object" | "array" => serde_json::from_str(cell).map_err(|_| Text::key("bulk.not-json")),
                _ => Ok(cells.map(|item| option(item, &items)).collect()),
            }
        }
        "object" => serde_json::from_str(cell).map_err(|_| Text::key("bulk.not-json")),
        _ => Ok(option(cell, &field.schemas)),
    }
}

/// The first type that is not null.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(name) => name,
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).find(|name| *name != "null").unwrap_or_default()
        }
        _ => "",
    }
}

/// Parses `1 234,5` (Polish) and `1,234.5` (English).
fn number(cell: &str) -> Result<Value, Text> {
    let mut digits: String = cell.chars().filter(|char| !char.is_whitespace()).collect();
    if digits.contains('.') {
        digits = digits.replace(',', "");
    } else {
        digits = digits.replace(',', ".");
    }
    let whole = digits.parse::<i64>().ok().map(Value::from);
    let number =
        whole.or_else(|| digits.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from));
    number.ok_or_else(|| Text::key("bulk.not-a-number"))
}

fn flag(cell: &str) -> Result<Value, Text> {
    match fold(cell).as_str() {
        "1" | "true" | "yes" | "y" | "tak" | "t" | "x" | "prawda" => Ok(Value::Bool(true)),
        "0" | "false" | "no" | "n" | "nie" | "-" | "falsz" => Ok(Value::Bool(false)),
        _ => Err(Text::key("bulk.not-yes-or-no")),
    }
}

/// Maps a choice from its value or its title in either language; anything else is unchanged.
fn option(cell: &str, schemas: &[&Value; 2]) -> Value {
    if cell.len() > CHOICE_BYTES {
        return Value::from(cell);
    }
    let name = plain(cell);
    let choices = schemas.iter().flat_map(|schema| schema["oneOf"].as_array().into_iter().flatten());
    let named = choices.clone().find(|choice| {
        let titles = [choice["const"].as_str(), choice["title"].as_str()];
        titles.into_iter().flatten().any(|known| plain(known) == name)
    });
    let plainly = || {
        schemas[0]["enum"]
            .as_array()?
            .iter()
            .find(|value| value.as_str().is_some_and(|known| plain(known) == name))
    };
    match named {
        Some(choice) => choice["const"].clone(),
        None => plainly().cloned().unwrap_or_else(|| Value::from(cell)),
    }
}
