//! Objects of the API as items.

use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{Client, Cursor, Fact, Fault, Image, Item, Text, tag_of};

use crate::PAGE;
use crate::api::{Api, Call};
use crate::kinds::{Kind, Place};
use crate::known::{Lookups, Settings};

/// Pages of images for a page of products: 20 images for each.
const MOST_PAGES: u32 = 20;

pub fn item(kind: &Kind, object: &Value<'_>, settings: &Settings, lookups: &Lookups) -> Item {
    let main = object.at(&["translations", settings.main()]);
    let facts = match kind.id {
        "product" => facts(object, settings, lookups),
        "producer" => vec![fact("brand", object.get("name").text(), None)],
        _ => Vec::new(),
    };
    Item {
        kind: kind.id.to_owned(),
        id: object.get(kind.key).text().to_owned(),
        url: main.get("permalink").text().to_owned(),
        texts: texts(kind, object, settings),
        facts,
        images: Vec::new(),
        visible: is_visible(object, main),
        locked: None,
    }
}

/// Every field in every language of the shop. A field that is the same in all is there once, in the main language.
fn texts(kind: &Kind, object: &Value<'_>, settings: &Settings) -> Vec<Text> {
    let mut texts = Vec::new();
    let own = settings.tag(object.get("lang_id").text()).filter(|_| kind.has_one_language());
    let own = own.unwrap_or_else(|| tag_of(settings.main()));
    for field in kind.fields.iter().filter(|field| field.place == Place::Item) {
        texts.push(text(&own, field.id, object.get(field.name)));
    }
    for (_, locale) in settings.languages.iter().filter(|_| !kind.has_one_language()) {
        let (language, translation) = (tag_of(locale), object.at(&["translations", locale]));
        for field in kind.fields.iter().filter(|field| field.place == Place::Translation) {
            texts.push(text(&language, field.id, translation.get(field.name)));
        }
    }
    texts
}

fn text(language: &str, field: &str, value: &Value<'_>) -> Text {
    Text { language: language.to_owned(), field: field.to_owned(), value: value.text().to_owned() }
}

/// Flags that a kind does not have do not hide its items.
fn is_visible(object: &Value<'_>, translation: &Value<'_>) -> bool {
    [object.get("active"), object.at(&["stock", "active"]), translation.get("active")]
        .into_iter()
        .all(|flag| *flag == Value::Null || flag.is_on())
}

fn fact(name: &str, value: &str, language: Option<String>) -> Fact {
    Fact { name: name.to_owned(), value: value.to_owned(), language }
}

fn facts(product: &Value<'_>, settings: &Settings, lookups: &Lookups) -> Vec<Fact> {
    let of_stock = |name: &str| match product.get(name).text() {
        "" => product.at(&["stock", name]).text().to_owned(),
        own => own.to_owned(),
    };
    // The names of other currencies are not known.
    let currency = product.get("currency_id").text();
    let is_usual = currency.is_empty() || settings.currency_id.is_empty() || currency == settings.currency_id;
    let price = match product.at(&["stock", "price"]).text() {
        price if is_usual && !price.is_empty() => [price, " ", &settings.currency].concat(),
        price => price.to_owned(),
    };
    let mut facts = vec![
        fact("sku", &of_stock("code"), None),
        fact("ean", &of_stock("ean"), None),
        fact("price", price.trim(), None),
        fact("brand", lookups.producer(product.get("producer_id").text()).unwrap_or_default(), None),
    ];
    let category = product.get("category_id").text();
    for (_, locale) in &settings.languages {
        let path = lookups.path(category, locale).unwrap_or_default();
        facts.push(fact("category", &path, Some(tag_of(locale))));
    }
    attributes(product.get("attributes"), lookups, &mut facts);
    facts.retain(|fact| !fact.value.is_empty());
    facts
}

/// The values are in groups: `{"1": {"5": "red"}}`.
fn attributes(values: &Value<'_>, lookups: &Lookups, facts: &mut Vec<Fact>) {
    for (id, value) in values.members() {
        match value {
            Value::Object(_) => attributes(value, lookups, facts),
            _ => facts.extend(lookups.attribute(id).map(|name| fact(name, value.text(), None))),
        }
    }
}

/// Adds the images of products and their alternative texts, which are another resource.
pub fn add_images<C: Client>(
    api: &Api<'_, C>,
    kind: &Kind,
    items: &mut [Item],
    settings: &Settings,
) -> Result<(), Fault> {
    if !kind.has_images() || items.is_empty() {
        return Ok(());
    }
    let mut cursor = Cursor::read(None, PAGE);
    loop {
        let ids = items.iter().map(|item| item.id.as_str());
        let call = Call::get("product-images").paged(cursor).among("product_id", ids);
        let text = api.get(&call.with("order", "gfx_id ASC"))?;
        let answer = api.parsed(&text)?;
        for image in answer.get("list").list() {
            let product = image.get("product_id").text();
            if let Some(item) = items.iter_mut().find(|item| item.id == product) {
                add_image(item, image, api, settings);
            }
        }
        let pages = answer.get("pages").count().unwrap_or_default();
        if cursor.page >= pages.min(MOST_PAGES) {
            return Ok(());
        }
        cursor = cursor.next();
    }
}

fn add_image<C: Client>(item: &mut Item, image: &Value<'_>, api: &Api<'_, C>, settings: &Settings) {
    let id = image.get("gfx_id").text();
    let file = [image.get("unic_name").text(), ".", image.get("extension").text()].concat();
    let url = ["https://", &api.connection().host, "/userdata/public/gfx/", &file].concat();
    item.images.push(Image { id: id.to_owned(), url });
    let field = ["alt:", id].concat();
    for (_, locale) in &settings.languages {
        item.texts.push(text(&tag_of(locale), &field, image.at(&["translations", locale, "name"])));
    }
}
