//! A small GraphQL: it reads one operation with its variables, and takes the selected fields from a complete answer.

use crate::prelude::*;

/// A selected field, or an inline fragment.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub alias: String,
    pub arguments: Map<String, Value>,
    pub fields: Vec<Field>,
    /// The type of a fragment; its name is empty.
    pub on: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Operation {
    pub is_mutation: bool,
    pub fields: Vec<Field>,
}

struct Reader<'a> {
    tokens: Vec<String>,
    at: usize,
    variables: &'a Map<String, Value>,
    /// The declared variables with their default values.
    declared: BTreeMap<String, Value>,
    fragments: BTreeMap<String, Field>,
}

type Read<T> = Result<T, String>;

/// The operation of a document, or the message of the first error.
pub fn read(document: &str, variables: &Map<String, Value>) -> Read<Operation> {
    let tokens = tokens(document)?;
    let mut reader =
        Reader { tokens, at: 0, variables, declared: BTreeMap::new(), fragments: BTreeMap::new() };
    let mut operation = None;
    while let Some(token) = reader.peek().map(str::to_owned) {
        match token.as_str() {
            "fragment" => reader.fragment()?,
            "query" | "mutation" | "{" if operation.is_none() => operation = Some(reader.operation()?),
            _ => return Err(format!("syntax error, unexpected {token}")),
        }
    }
    let Operation { is_mutation, fields } = operation.ok_or("No operation")?;
    let undeclared = variables.keys().find(|name| !reader.declared.contains_key(*name));
    if let Some(name) = undeclared {
        return Err(format!("Variable ${name} is not declared"));
    }
    Ok(Operation { is_mutation, fields: spread(fields, &reader.fragments)? })
}

/// Replaces names of fragments by the fragments.
fn spread(fields: Vec<Field>, fragments: &BTreeMap<String, Field>) -> Read<Vec<Field>> {
    let one = |mut field: Field| {
        if let Some(name) = field.name.strip_prefix("...") {
            field = fragments
                .get(name)
                .cloned()
                .ok_or_else(|| format!("Fragment {name} was used, but not defined"))?;
        }
        field.fields = spread(std::mem::take(&mut field.fields), fragments)?;
        Ok(field)
    };
    fields.into_iter().map(one).collect()
}

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> Read<String> {
        let token = self.tokens.get(self.at).cloned().ok_or("syntax error, unexpected end of file")?;
        self.at += 1;
        Ok(token)
    }

    fn takes(&mut self, token: &str) -> bool {
        let same = self.peek() == Some(token);
        self.at += usize::from(same);
        same
    }

    fn expect(&mut self, token: &str) -> Read<()> {
        let found = self.next()?;
        if found == token {
            Ok(())
        } else {
            Err(format!("syntax error, unexpected {found}, expecting {token}"))
        }
    }

    fn fragment(&mut self) -> Read<()> {
        self.at += 1;
        let name = self.next()?;
        self.expect("on")?;
        let on = Some(self.next()?);
        let fields = self.selection()?;
        let field = Field { name: String::new(), alias: String::new(), arguments: Map::new(), fields, on };
        self.fragments.insert(name, field);
        Ok(())
    }

    fn operation(&mut self) -> Read<Operation> {
        let is_mutation = self.peek() == Some("mutation");
        if self.peek() != Some("{") {
            self.at += 1;
            if !["(", "{"].contains(&self.peek().unwrap_or_default()) {
                self.at += 1;
            }
            if self.takes("(") {
                while !self.takes(")") {
                    self.declaration()?;
                }
            }
        }
        Ok(Operation { is_mutation, fields: self.selection()? })
    }

    fn declaration(&mut self) -> Read<()> {
        self.expect("$")?;
        let name = self.next()?;
        self.expect(":")?;
        let kind = self.kind()?;
        let default = if self.takes("=") { self.value()? } else { Value::Null };
        let value = self.variables.get(&name).cloned().unwrap_or(default);
        if !agrees(&kind, &value) {
            return Err(format!("Variable ${name} of type {kind} was provided invalid value"));
        }
        self.declared.insert(name, value);
        Ok(())
    }

    /// A type such as `[ID!]!`.
    fn kind(&mut self) -> Read<String> {
        let mut kind = if self.takes("[") {
            let inner = self.kind()?;
            self.expect("]")?;
            format!("[{inner}]")
        } else {
            self.next()?
        };
        if self.takes("!") {
            kind.push('!');
        }
        Ok(kind)
    }

    fn selection(&mut self) -> Read<Vec<Field>> {
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.takes("}") {
            fields.push(self.field()?);
        }
        if fields.is_empty() { Err("syntax error, unexpected }".to_owned()) } else { Ok(fields) }
    }

    fn field(&mut self) -> Read<Field> {
        let mut field = Field {
            name: String::new(),
            alias: String::new(),
            arguments: Map::new(),
            fields: Vec::new(),
            on: None,
        };
        if self.takes("...") {
            if self.takes("on") {
                field.on = Some(self.next()?);
                field.fields = self.selection()?;
            } else {
                field.name = format!("...{}", self.next()?);
            }
            return Ok(field);
        }
        field.name = self.next()?;
        field.alias = field.name.clone();
        if self.takes(":") {
            field.name = self.next()?;
        }
        if self.takes("(") {
            while !self.takes(")") {
                let name = self.next()?;
                self.expect(":")?;
                let value = self.value()?;
                field.arguments.insert(name, value);
            }
        }
        if self.peek() == Some("{") {
            field.fields = self.selection()?;
        }
        Ok(field)
    }

    fn value(&mut self) -> Read<Value> {
        let token = self.next()?;
        Ok(match token.as_str() {
            "$" => {
                let name = self.next()?;
                self.declared
                    .get(&name)
                    .cloned()
                    .ok_or_else(|| format!("Variable ${name} is used but not declared"))?
            }
            "[" => {
                let mut all = Vec::new();
                while !self.takes("]") {
                    all.push(self.value()?);
                }
                Value::Array(all)
            }
            "{" => {
                let mut all = Map::new();
                while !self.takes("}") {
                    let name = self.next()?;
                    self.expect(":")?;
                    all.insert(name, self.value()?);
                }
                Value::Object(all)
            }
            // Strings are tokens of JSON; names of enumerations become strings.
            text => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
        })
    }
}

/// Whether a value has a type; types of inputs are objects.
fn agrees(kind: &str, value: &Value) -> bool {
    let (kind, needed) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
    if value.is_null() {
        return !needed;
    }
    if let Some(inner) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        return value.as_array().is_some_and(|all| all.iter().all(|one| agrees(inner, one)));
    }
    match kind {
        "ID" | "String" | "URL" => value.is_string(),
        "Int" => value.is_i64(),
        "Boolean" => value.is_boolean(),
        _ if kind.ends_with("Input") => value.is_object(),
        _ => true,
    }
}

fn tokens(document: &str) -> Read<Vec<String>> {
    let mut tokens = Vec::new();
    let mut rest = document.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => string(rest)?,
            '.' if rest.starts_with("...") => 3,
            '{' | '}' | '(' | ')' | '[' | ']' | ':' | '!' | '$' | '=' => 1,
            ',' => 1,
            _ if first.is_ascii_alphanumeric() || first == '_' || first == '-' => rest
                .find(|sign: char| !(sign.is_ascii_alphanumeric() || "_-.".contains(sign)))
                .unwrap_or(rest.len()),
            _ => return Err(format!("syntax error, unexpected {first:?}")),
        };
        if first != '#' && first != ',' {
            tokens.push(rest[..length].to_owned());
        }
        rest = rest[length..].trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
    }
    Ok(tokens)
}

/// The length of a string with its quotes.
fn string(text: &str) -> Read<usize> {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Ok(at + 1),
            '\n' => break,
            _ => {}
        }
    }
    Err("syntax error, a string without an end".to_owned())
}

/// The selected fields of a complete answer. A field that the answer does not have is an error.
pub fn project(value: &Value, fields: &[Field], errors: &mut Vec<String>) -> Value {
    match value {
        Value::Array(all) => all.iter().map(|one| project(one, fields, errors)).collect(),
        Value::Object(all) if !fields.is_empty() => {
            let mut selected = Map::new();
            select(all, fields, &mut selected, errors);
            Value::Object(selected)
        }
        Value::Object(_) => {
            errors.push("Field must have selections".to_owned());
            Value::Null
        }
        scalar => {
            if !fields.is_empty() && !scalar.is_null() {
                errors.push("Selections can't be made on scalars".to_owned());
            }
            scalar.clone()
        }
    }
}

fn select(
    all: &Map<String, Value>,
    fields: &[Field],
    selected: &mut Map<String, Value>,
    errors: &mut Vec<String>,
) {
    let kind = all.get("__typename").and_then(Value::as_str).unwrap_or("object");
    for field in fields {
        if let Some(on) = &field.on {
            if on == kind || ["Node", "Media", "File"].contains(&on.as_str()) {
                select(all, &field.fields, selected, errors);
            }
            continue;
        }
        let Some(value) = all.get(&field.name) else {
            errors.push(format!("Field '{}' doesn't exist on type '{kind}'", field.name));
            continue;
        };
        let value = narrowed(value, &field.arguments);
        selected.insert(field.alias.clone(), project(&value, &field.fields, errors));
    }
}

/// Applies `first` to a connection and `locale` to a list of translations.
fn narrowed(value: &Value, arguments: &Map<String, Value>) -> Value {
    let mut value = value.clone();
    if let Some(first) = arguments.get("first").and_then(Value::as_u64) {
        for name in ["nodes", "edges"] {
            if let Some(list) = value[name].as_array_mut().filter(|list| list.len() as u64 > first) {
                list.truncate(first as usize);
                value["pageInfo"]["hasNextPage"] = json!(true);
            }
        }
    }
    if let (Some(locale), Some(list)) = (arguments.get("locale"), value.as_array_mut()) {
        list.retain(|one| &one["locale"] == locale);
    }
    value
}

/// The cost of a selection: 1 for each object, 2 and its objects for a connection, 10 for a mutation.
pub fn cost(fields: &[Field], is_mutation: bool) -> f64 {
    let one = |field: &Field| {
        let inner = cost(&field.fields, false);
        let first = field.arguments.get("first").or(field.arguments.get("last")).and_then(Value::as_f64);
        let listed =
            |name: &str| field.arguments.get(name).and_then(Value::as_array).map(|ids| ids.len() as f64);
        match first.or(listed("ids")) {
            // Of `nodes` and `edges`, only one is counted.
            Some(count) => 2.0 + count * inner.max(1.0),
            None if field.on.is_some() || ["nodes", "node", "edges"].contains(&field.name.as_str()) => {
                inner.max(1.0)
            }
            None if field.fields.is_empty() || ["pageInfo", "userErrors"].contains(&field.name.as_str()) => {
                0.0
            }
            None => 1.0 + inner,
        }
    };
    let sum: f64 = fields.iter().map(one).sum();
    if is_mutation { sum.max(10.0) } else { sum }
}
