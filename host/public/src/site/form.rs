//! The form of a tool as HTML shows it: from the schema of its input, with the visitor's values and their errors.

use crate::catalogue::tools::Schema;
use crate::platform::prelude::*;

/// A field of a form.
#[derive(Debug, Serialize)]
pub struct Field {
    name: String,
    title: String,
    description: String,
    /// `text`, `area`, `lines`, `number`, `choice` or `check`.
    kind: &'static str,
    value: String,
    placeholder: String,
    options: Vec<Choice>,
    required: bool,
    /// Most characters; 0 without a limit.
    max_length: u64,
    min: Option<i64>,
    max: Option<i64>,
    /// Behind a fold, as in the application.
    is_more: bool,
    error: String,
}

#[derive(Debug, Serialize)]
struct Choice {
    value: String,
    title: String,
    is_chosen: bool,
}

/// Fields that are shown at once.
const MOST_SHOWN: usize = 4;

/// What a visitor typed, by the name of the field.
pub type Typed = HashMap<String, String>;

/// The fields in the order of the schema. `errors` has the names of a request, such as `input.topic`.
pub fn fields(schema: &Schema, typed: &Typed, errors: &FieldErrors, locale: Locale) -> Vec<Field> {
    let document = schema.document();
    let required =
        |name: &str| document["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let field = |name: String| {
        let own = &document["properties"][&name];
        let error = errors.iter().find(|(path, _)| is_at(path, &name)).and_then(|(_, texts)| texts.first());
        let kind = kind_of(own);
        let default = own["default"]
            .as_str()
            .map_or_else(|| own["default"].as_i64().map(|n| n.to_string()), |text| Some(text.to_owned()));
        let value = typed.get(&name).cloned().or(default).unwrap_or_default();
        Field {
            title: text(own, "title"),
            description: text(own, "description"),
            placeholder: own["examples"][0].as_str().unwrap_or_default().to_owned(),
            options: options(own, &value),
            required: required(&name),
            max_length: own["maxLength"].as_u64().unwrap_or_default(),
            min: own["minimum"].as_i64(),
            max: own["maximum"].as_i64(),
            is_more: own["x-section"] == "more",
            error: error.map(|text| text.say(locale)).unwrap_or_default(),
            kind,
            value,
            name,
        }
    };
    let mut fields: Vec<Field> = schema.names(&["properties"]).into_iter().map(field).collect();
    let mut shown = 0;
    for field in &mut fields {
        // A short form first: the required fields, and the next ones until there are enough. An error is never folded.
        let fits = field.required || (!field.is_more && shown < MOST_SHOWN);
        field.is_more = !fits && field.error.is_empty();
        shown += usize::from(!field.is_more);
    }
    fields
}

/// Whether the path of an error belongs to a field: the field itself, or a part of its list.
fn is_at(path: &str, name: &str) -> bool {
    let own = path.strip_prefix("input.").unwrap_or(path);
    own.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn text(own: &Value, name: &str) -> String {
    own[name].as_str().unwrap_or_default().to_owned()
}

fn kind_of(own: &Value) -> &'static str {
    match (own["type"].as_str(), own["oneOf"].is_array()) {
        (_, true) => "choice",
        (Some("boolean"), _) => "check",
        (Some("integer" | "number"), _) => "number",
        (Some("array"), _) => "lines",
        _ if own["x-widget"] == "textarea" => "area",
        _ => "text",
    }
}

fn options(own: &Value, value: &str) -> Vec<Choice> {
    let choice = |one: &Value| Choice {
        value: text(one, "const"),
        title: text(one, "title"),
        is_chosen: one["const"] == value,
    };
    own["oneOf"].as_array().into_iter().flatten().map(choice).collect()
}

/// The input of a run. An empty field is left out, and a list has a value in each line.
pub fn input(schema: &Schema, typed: &Typed) -> Value {
    let document = schema.document();
    let mut input = Map::new();
    for (name, own) in document["properties"].as_object().into_iter().flatten() {
        let given = typed.get(name).map_or("", |text| text.trim());
        let value = match kind_of(own) {
            "check" => Value::Bool(!given.is_empty()),
            _ if given.is_empty() => continue,
            "number" => given.parse::<i64>().map_or_else(|_| given.into(), Value::from),
            "lines" => given.lines().map(str::trim).filter(|line| !line.is_empty()).collect(),
            _ => given.replace("\r\n", "\n").into(),
        };
        input.insert(name.clone(), value);
    }
    Value::Object(input)
}

/// An input as a visitor would type it.
pub fn typed(input: &Value) -> Typed {
    let write = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"),
        Value::Bool(false) => String::new(),
        other => other.to_string(),
    };
    input.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), write(value))).collect()
}
