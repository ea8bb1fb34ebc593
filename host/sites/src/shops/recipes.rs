//! What tools write for a shop. A tool says in its manifest which fields of its form come from an item and which parts of
//! its result become fields of the shop; this module fills the one and reads the other.

use sitewright_engine::shop::{Description, Fact, Field, Format, Kind as ShopKind};
use sitewright_package::Recipe;

use super::changes::field_of;
use super::html;
use super::store::{self, Shop};
use super::systems;
use crate::catalogue::tools::{self, Tool};
use crate::platform::auth::ShopsRead;
use crate::platform::prelude::*;

/// The field of a recipe that stands for each field of an item.
const EACH: &str = "value";
/// The field of a recipe that stands for the alternative text of each image; the text of one image is `alt:ID`.
pub(super) const ALT: &str = "alt";
/// Characters of what an item says about itself.
const ABOUT_CHARS: usize = 1_000;
/// Characters of a title as a search phrase.
const KEYWORD_CHARS: usize = 80;
/// Facts that describe a product to a tool; identifiers and prices do not.
const NO_FEATURES: [&str; 4] = ["sku", "ean", "price", "category"];
const MOST_FEATURES: usize = 20;
const FEATURE_CHARS: usize = 200;

/// An item with its texts in one language, as recipes see it.
pub(super) struct Source<'a> {
    pub title: &'a str,
    pub facts: &'a [Fact],
    /// Texts by field, in the language of the source.
    pub texts: &'a BTreeMap<String, String>,
    /// The language that is written.
    pub language: &'a str,
    /// The language of the texts.
    pub from: &'a str,
    /// The address of the image whose alternative text is written.
    pub image: Option<&'a str>,
}

impl Source<'_> {
    fn fact(&self, name: &str) -> Option<&str> {
        let of = self.facts.iter().filter(|fact| fact.name == name);
        of.map(|fact| fact.value.as_str()).find(|value| !value.is_empty())
    }

    /// The readable description of the item.
    fn about(&self) -> String {
        let texts = ["html", "short-html", "html-bottom"].iter().filter_map(|field| self.texts.get(*field));
        let longest = texts.map(|text| html::plain(text)).max_by_key(String::len).unwrap_or_default();
        let about = [self.title, &longest].join("\n");
        about.trim().chars().take(ABOUT_CHARS).collect()
    }

    /// What distinguishes the product: its attributes.
    fn features(&self) -> Vec<String> {
        let own = self.facts.iter().filter(|fact| {
            !NO_FEATURES.contains(&fact.name.as_str())
                && !fact.value.is_empty()
                && fact.language.as_deref().is_none_or(|language| language == self.from)
        });
        let mut features: Vec<String> = own
            .map(|fact| match fact.name.as_str() {
                "brand" => fact.value.clone(),
                name => format!("{name}: {}", fact.value),
            })
            .map(|feature| feature.chars().take(FEATURE_CHARS).collect())
            .take(MOST_FEATURES)
            .collect();
        if features.is_empty() {
            // A product without attributes is described by what its texts say.
            let sentences = self.about();
            let lines = sentences.lines().skip(1).map(|line| line.chars().take(FEATURE_CHARS).collect());
            features = lines.take(MOST_FEATURES).collect();
        }
        features
    }

    /// The value of a source in a recipe; `None` if the item does not have it.
    fn value(&self, source: &str, field: Option<&str>) -> Option<Value> {
        let text = |text: &str| Some(Value::from(text)).filter(|_| !text.is_empty());
        match source {
            "title" => text(self.title),
            "keyword" => text(cut(self.title, KEYWORD_CHARS)),
            "about" => text(&self.about()),
            "brand" => text(self.fact("brand")?),
            "category" => text(self.fact("category")?.rsplit('>').next()?.trim()),
            "parent" => text(self.fact("category")?.rsplit('>').nth(1)?.trim()),
            "features" => Some(self.features().into()).filter(|_| !self.features().is_empty()),
            "image" => text(self.image?),
            "language" => text(self.language),
            EACH => text(self.texts.get(field?)?),
            constant => {
                let constant = constant.strip_prefix('=')?;
                Some(serde_json::from_str(constant).unwrap_or_else(|_| constant.into()))
            }
        }
    }
}

/// The beginning of a line, in whole words.
fn cut(line: &str, most: usize) -> &str {
    let Some((end, _)) = line.char_indices().nth(most) else { return line };
    let start = &line[..end];
    start.rfind(char::is_whitespace).map_or(start, |space| &start[..space])
}

/// The input of a tool for an item. `field`: the field that is written, for a recipe that writes one at a time.
pub(super) fn input(recipe: &Recipe, source: &Source<'_>, field: Option<&str>) -> Value {
    let fields = recipe.input.iter();
    fields
        .filter_map(|(name, from)| Some((name.clone(), source.value(from, field)?)))
        .collect::<Map<_, _>>()
        .into()
}

/// Whether a recipe writes one field at a time.
pub(super) fn is_each(recipe: &Recipe) -> bool {
    recipe.output.contains_key(EACH)
}

/// The fields of a kind that a recipe writes; `alt` for the alternative texts of its images.
pub(super) fn fields(recipe: &Recipe, kind: &ShopKind) -> Vec<Field> {
    let writes = |id: &str| (is_each(recipe) && id != "slug") || recipe.output.contains_key(id);
    let own = kind.fields.iter().filter(|field| writes(&field.id)).cloned();
    own.chain((kind.images && writes(ALT)).then(|| field_of(kind, ALT))).collect()
}

/// The image of a field `alt:ID`.
pub(super) fn image_of(field: &str) -> Option<&str> {
    field.strip_prefix(ALT)?.strip_prefix(':')
}

/// The text of a field in the result of a tool, in the form of the field; `None` if the result does not have it.
pub(super) fn output(recipe: &Recipe, data: &Value, field: &Field, system: &Description) -> Option<String> {
    let id = image_of(&field.id).map_or(field.id.as_str(), |_| ALT);
    let part = recipe.output.get(id).or_else(|| recipe.output.get(EACH))?;
    let variant = data["variants"].get(0).unwrap_or(data);
    let text = match &variant[part.as_str()] {
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let items = list.iter().filter_map(Value::as_str).map(|item| format!("* {item}"));
            items.collect::<Vec<_>>().join("\n")
        }
        _ => return None,
    };
    let text = formed(&text, field.format, system);
    Some(text).filter(|text| !text.is_empty())
}

/// A text in the form of a field.
pub(super) fn formed(text: &str, format: Format, system: &Description) -> String {
    match format {
        Format::Html => html::made(text, &system.elements),
        Format::Plain => text.trim().to_owned(),
        Format::Line => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Whether an order translates texts.
pub(super) async fn translates(conn: &mut Conn, order: Option<&str>) -> Result<bool> {
    let recipe = db::query_scalar("SELECT recipe FROM shop_orders WHERE id = $1").bind(order);
    let recipe: Option<String> = recipe.fetch_optional(conn).await?;
    let recipe: Option<Recipe> = recipe.map(|recipe| serde_json::from_str(&recipe)).transpose()?;
    Ok(recipe.is_some_and(|recipe| is_each(&recipe)))
}

/// A tool that writes texts of a shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopWriter {
    /// The id of the tool.
    #[schema(example = "product-description")]
    pub tool: String,
    /// Its number among the tool's recipes.
    pub recipe: usize,
    pub name: String,
    pub summary: String,
    /// The kind of items.
    pub kind: String,
    /// The fields that it writes.
    pub fields: Vec<String>,
    /// Whether it writes a language from the main one.
    pub translates: bool,
    /// Usual words for an item.
    pub words: u32,
}

/// The tools that write texts of a shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopWriters {
    data: Vec<ShopWriter>,
}

/// What can be written for a shop, by kind of items
#[utoipa::path(get, path = "/api/shops/{id}/writers", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path)), responses((status = 200, body = ShopWriters)))]
pub(super) async fn list_shop_writers(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<ShopWriters>> {
    let shop = store::find_open(&mut app.db.read().acquire().await?, &caller, &id).await?;
    // A shop whose system is not installed any more has nothing to write.
    let Ok(system) = systems::find(&app, &caller.id, &shop.plugin).await else {
        return Ok(Json(ShopWriters { data: Vec::new() }));
    };
    let system = system.described(locale).await?;
    let mut data = Vec::new();
    let mut open = tools::open_to(&app, &caller.id, locale).await?;
    open.retain(|tool| caller.has_tool(&tool.id));
    for kind in &system.kinds {
        for tool in &open {
            data.extend(writers(tool, kind, &shop, locale));
        }
    }
    // Translations come last: most shops lack texts in their main language.
    data.sort_by_key(|writer| writer.translates);
    Ok(Json(ShopWriters { data }))
}

fn writers(tool: &Tool, kind: &ShopKind, shop: &Shop, locale: Locale) -> Vec<ShopWriter> {
    let of_kind = tool.recipes.iter().enumerate().filter(|(_, recipe)| recipe.kinds.contains(&kind.id));
    let writers = of_kind.map(|(number, recipe)| ShopWriter {
        tool: tool.id.clone(),
        recipe: number,
        name: tool.text(locale).name.clone(),
        summary: tool.text(locale).summary.clone(),
        kind: kind.id.clone(),
        fields: fields(recipe, kind).into_iter().map(|field| field.id).collect(),
        translates: is_each(recipe),
        words: tool.words,
    });
    writers
        .filter(|writer| !writer.fields.is_empty() && (!writer.translates || shop.languages.len() > 1))
        .collect()
}
