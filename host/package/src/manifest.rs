//! `plugin.toml`: the plugin's name, version and requested permissions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sitewright_contract::Permission;
use toml::{Table, Value};

use crate::hosts::HostPattern;
use crate::layout::{MANIFEST, is_kebab};
use crate::{Code, LANGUAGES, Problem, Problems, markup};

/// The groups of the catalogue, in its order.
pub const CATEGORIES: [&str; 7] = ["social", "seo", "content", "ecommerce", "email", "ads", "career"];

/// The category of rule packs, which are no tools of the catalogue.
pub const AUDIT: &str = "audit";

const NAME_CHARS: usize = 64;
const MOST_WORDS: i64 = 1_000_000;
const MOST_TERMS: usize = 20;
const TERM_CHARS: usize = 80;
const MOST_HOSTS: usize = 20;
const MOST_CONNECTIONS: usize = 10;
const MOST_RECIPES: usize = 10;
const RECIPE_BYTES: usize = 200;

/// Whether a tool can work without a language model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NeedsModel {
    /// The tool writes a draft for every input.
    #[default]
    Never,
    Sometimes,
    Always,
}

impl NeedsModel {
    const NAMES: [(&'static str, Self); 3] =
        [("never", Self::Never), ("sometimes", Self::Sometimes), ("always", Self::Always)];
}

/// How a tool writes texts of a shop's items: what its form takes from an item, and what of its result goes into which
/// field. A table `[[shop]]` of the manifest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The kinds of items, such as "product".
    pub kinds: Vec<String>,
    /// The source of a field of the form: the name of something that the host knows about an item, or a constant after
    /// "=".
    pub input: BTreeMap<String, String>,
    /// The part of the result for a field of the item; the field "value" stands for each field of the item, one after the
    /// other.
    pub output: BTreeMap<String, String>,
}

/// `plugin.toml`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Manifest {
    /// In kebab-case, up to 64 characters.
    pub id: String,
    /// A semantic version without build metadata.
    pub version: String,
    /// The publisher's id, in kebab-case.
    pub publisher: String,
    /// One of [`CATEGORIES`], or [`AUDIT`].
    pub category: String,
    /// The number of words that a usual run uses.
    pub words: u32,
    pub needs_model: NeedsModel,
    /// The UI module that renders the tool.
    pub module: String,
    /// Search terms of users who do not know the tool's name, in the order of [`LANGUAGES`].
    pub search: [Vec<String>; 2],
    /// The requested permissions; `None` requests those of every generator.
    pub permissions: Option<Vec<Permission>>,
    /// The hosts that it may call.
    pub hosts: Vec<HostPattern>,
    /// The kinds of connections that it may use, in kebab-case.
    pub connections: Vec<String>,
    /// The texts of shops that it writes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shop: Vec<Recipe>,
}

impl Manifest {
    /// Reads a `plugin.toml`, or returns all problems.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let mut found = Problems::default();
        match read(text.as_bytes(), &mut found) {
            Some(manifest) if found.is_empty() => Ok(manifest),
            _ => Err(found.into_list()),
        }
    }

    /// Whether it is a rule pack.
    pub fn is_pack(&self) -> bool {
        self.category == AUDIT
    }

    /// What the component may import.
    pub fn permitted(&self) -> &[Permission] {
        self.permissions.as_deref().unwrap_or(&Permission::OF_GENERATORS)
    }
}

/// Returns `None` if a required part is missing. Other problems are only recorded in `found`.
pub(crate) fn read(bytes: &[u8], found: &mut Problems) -> Option<Manifest> {
    let text = crate::json::text(bytes, MANIFEST, found)?;
    let mut fields = Fields::new(table(text, MANIFEST, found)?, String::new(), found);
    let id = fields.text("id");
    let version = fields.text("version");
    let publisher = fields.text("publisher");
    let category = fields.text("category");
    let words = fields.words();
    let needs_model = fields.needs_model();
    let permissions = fields.permissions();
    let hosts = fields.hosts();
    let connections = fields.connections();
    let module = fields.inner("ui", true).and_then(|mut ui| {
        let module = ui.text("module");
        ui.finish();
        module
    });
    let search = fields.search();
    let shop = fields.recipes();
    fields.finish();
    let (id, version, publisher) = (id?, version?, publisher?);
    let (category, words, module) = (category?, words?, module?);
    let manifest = Manifest {
        id,
        version,
        publisher,
        category,
        words,
        needs_model,
        module,
        search,
        permissions,
        hosts,
        connections,
        shop,
    };
    check(&manifest, found);
    Some(manifest)
}

/// A TOML file of the package.
pub(crate) fn table(text: &str, place: &str, found: &mut Problems) -> Option<Table> {
    text.parse::<Table>()
        .map_err(|error| {
            let end = error.span().map_or(0, |span| span.start).min(text.len());
            let line = text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1;
            found.add(Problem::at(Code::TomlMalformed, place).with("line", line));
        })
        .ok()
}

fn check(manifest: &Manifest, found: &mut Problems) {
    let at = |field: &str| format!("{MANIFEST}: {field}");
    for (field, name, code) in [
        ("id", &manifest.id, Code::IdMalformed),
        ("publisher", &manifest.publisher, Code::PublisherMalformed),
        ("ui.module", &manifest.module, Code::ModuleMalformed),
    ] {
        if !is_kebab(name) || name.len() > NAME_CHARS {
            found.add(Problem::at(code, at(field)).with("max", NAME_CHARS));
        }
    }
    let version = semver::Version::parse(&manifest.version);
    if manifest.version.len() > NAME_CHARS || !version.is_ok_and(|version| version.build.is_empty()) {
        found.at(at("version"), Code::VersionMalformed);
    }
    if !CATEGORIES.contains(&manifest.category.as_str()) && !manifest.is_pack() {
        let known = [CATEGORIES.as_slice(), &[AUDIT]].concat().join(", ");
        found.add(Problem::at(Code::CategoryUnknown, at("category")).with("known", known));
    }
    check_reach(manifest, found);
    for (language, terms) in LANGUAGES.iter().zip(&manifest.search) {
        let place = at(&format!("search.{language}"));
        let fits = |term: &String| (1..=TERM_CHARS).contains(&term.chars().count());
        if terms.len() > MOST_TERMS || !terms.iter().all(fits) {
            let problem = Problem::at(Code::SearchTerms, &place).with("terms", MOST_TERMS);
            found.add(problem.with("max", TERM_CHARS));
        }
        terms.iter().for_each(|term| markup::check(term, &place, found));
    }
}

/// `http` needs hosts or connections, and these need `http`.
fn check_reach(manifest: &Manifest, found: &mut Problems) {
    let calls = manifest.permitted().contains(&Permission::Http);
    let names = !manifest.hosts.is_empty() || !manifest.connections.is_empty();
    if names != calls {
        let field = if calls {
            "permissions"
        } else if manifest.hosts.is_empty() {
            "connections"
        } else {
            "hosts"
        };
        found.at(format!("{MANIFEST}: {field}"), Code::HostsWithoutHttp);
    }
}

/// Whether a recipe writes something, with texts of a usual length.
fn fits(recipe: &Recipe) -> bool {
    let texts = recipe.input.iter().chain(&recipe.output).flat_map(|(name, value)| [name, value]);
    !recipe.kinds.is_empty()
        && !recipe.output.is_empty()
        && recipe.kinds.iter().all(|kind| is_kebab(kind))
        && texts.chain(&recipe.kinds).all(|text| (1..=RECIPE_BYTES).contains(&text.len()))
}

/// The fields of a table. Fields that were not read are reported at the end.
struct Fields<'a> {
    table: Table,
    prefix: String,
    /// The fields that were read, which are the allowed ones.
    known: Vec<&'static str>,
    found: &'a mut Problems,
}

impl<'a> Fields<'a> {
    fn new(table: Table, prefix: String, found: &'a mut Problems) -> Self {
        Self { table, prefix, known: Vec::new(), found }
    }

    fn take(&mut self, field: &'static str) -> Option<Value> {
        self.known.push(field);
        self.table.remove(field)
    }

    fn place(&self, field: &str) -> String {
        format!("{MANIFEST}: {}{field}", self.prefix)
    }

    fn wrong_type(&mut self, field: &str, wanted: &str) {
        self.found.add(Problem::at(Code::FieldType, self.place(field)).with("wanted", wanted));
    }

    fn text(&mut self, field: &'static str) -> Option<String> {
        match self.take(field) {
            Some(Value::String(text)) => Some(text),
            Some(_) => {
                self.wrong_type(field, "string");
                None
            }
            None => {
                self.found.at(self.place(field), Code::FieldMissing);
                None
            }
        }
    }

    fn words(&mut self) -> Option<u32> {
        match self.take("words") {
            Some(Value::Integer(words)) if (0..=MOST_WORDS).contains(&words) => u32::try_from(words).ok(),
            Some(Value::Integer(_)) => {
                self.found.add(Problem::at(Code::WordsTooMany, self.place("words")).with("max", MOST_WORDS));
                None
            }
            Some(_) => {
                self.wrong_type("words", "integer");
                None
            }
            None => {
                self.found.at(self.place("words"), Code::FieldMissing);
                None
            }
        }
    }

    fn needs_model(&mut self) -> NeedsModel {
        if !self.table.contains_key("needs_model") {
            self.known.push("needs_model");
            return NeedsModel::default();
        }
        let Some(name) = self.text("needs_model") else { return NeedsModel::default() };
        let named = NeedsModel::NAMES.iter().find(|(known, _)| *known == name);
        if named.is_none() {
            let known = NeedsModel::NAMES.map(|(known, _)| known).join(", ");
            self.found
                .add(Problem::at(Code::NeedsModelUnknown, self.place("needs_model")).with("known", known));
        }
        named.map_or_else(NeedsModel::default, |(_, needs)| *needs)
    }

    fn texts(&mut self, field: &'static str) -> Option<Vec<String>> {
        let texts = match self.take(field)? {
            Value::Array(list) => {
                list.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        if texts.is_none() {
            self.wrong_type(field, "list of strings");
        }
        texts
    }

    fn permissions(&mut self) -> Option<Vec<Permission>> {
        let mut permissions = Vec::new();
        for name in self.texts("permissions")? {
            match Permission::named(&name) {
                Some(permission) if permissions.contains(&permission) => {
                    self.found.at(self.place(&format!("permissions.{name}")), Code::PermissionTwice);
                }
                Some(permission) => permissions.push(permission),
                None => {
                    let known = Permission::ALL.map(Permission::name).join(", ");
                    let place = self.place(&format!("permissions.{name}"));
                    self.found.add(Problem::at(Code::PermissionUnknown, place).with("known", known));
                }
            }
        }
        permissions.sort_unstable();
        Some(permissions)
    }

    fn hosts(&mut self) -> Vec<HostPattern> {
        let texts = self.texts("hosts").unwrap_or_default();
        let hosts: Vec<_> = texts.iter().filter_map(|text| HostPattern::parse(text)).collect();
        if hosts.len() < texts.len() || texts.len() > MOST_HOSTS {
            self.found.add(Problem::at(Code::HostMalformed, self.place("hosts")).with("max", MOST_HOSTS));
        }
        hosts
    }

    fn connections(&mut self) -> Vec<String> {
        let kinds = self.texts("connections").unwrap_or_default();
        let fits = |kind: &String| is_kebab(kind) && kind.len() <= NAME_CHARS;
        if !kinds.iter().all(fits) || kinds.len() > MOST_CONNECTIONS {
            let problem = Problem::at(Code::ConnectionMalformed, self.place("connections"));
            self.found.add(problem.with("max", MOST_CONNECTIONS));
        }
        kinds
    }

    fn recipes(&mut self) -> Vec<Recipe> {
        let tables = match self.take("shop") {
            None => return Vec::new(),
            Some(Value::Array(tables)) => tables,
            Some(_) => {
                self.wrong_type("shop", "list of tables");
                return Vec::new();
            }
        };
        let mut recipes = Vec::new();
        for (place, table) in (1..).zip(tables) {
            let Value::Table(table) = table else {
                self.wrong_type("shop", "list of tables");
                continue;
            };
            let mut fields = Fields::new(table, format!("shop.{place}."), self.found);
            let kinds = fields.texts("kinds").unwrap_or_default();
            let [input, output] = ["input", "output"].map(|field| fields.pairs(field));
            fields.finish();
            recipes.push(Recipe { kinds, input, output });
        }
        if recipes.len() > MOST_RECIPES || !recipes.iter().all(fits) {
            self.found.add(Problem::at(Code::RecipeMalformed, self.place("shop")).with("max", MOST_RECIPES));
        }
        recipes
    }

    /// A table of texts by name.
    fn pairs(&mut self, field: &'static str) -> BTreeMap<String, String> {
        let pairs = match self.take(field) {
            None => return BTreeMap::new(),
            Some(Value::Table(table)) => {
                let pair = |(name, value): (String, Value)| Some((name, value.as_str()?.to_owned()));
                table.into_iter().map(pair).collect::<Option<_>>()
            }
            Some(_) => None,
        };
        pairs.unwrap_or_else(|| {
            self.wrong_type(field, "table of strings");
            BTreeMap::new()
        })
    }

    fn inner(&mut self, field: &'static str, required: bool) -> Option<Fields<'_>> {
        match self.take(field) {
            Some(Value::Table(table)) => Some(Fields::new(table, format!("{field}."), self.found)),
            Some(_) => {
                self.wrong_type(field, "table");
                None
            }
            None if required => {
                self.found.at(self.place(field), Code::FieldMissing);
                None
            }
            None => None,
        }
    }

    fn search(&mut self) -> [Vec<String>; 2] {
        let Some(mut search) = self.inner("search", false) else { return Default::default() };
        let terms = LANGUAGES.map(|language| search.texts(language).unwrap_or_default());
        search.finish();
        terms
    }

    fn finish(self) {
        for field in self.table.keys() {
            let problem = Problem::at(Code::FieldUnknown, self.place(field));
            self.found.add(problem.with("known", self.known.join(", ")));
        }
    }
}
