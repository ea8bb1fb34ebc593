//! Objects of the API as items.

use sitewright_sdk::Joined as _;
use sitewright_sdk::entities::without_entities;
use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{Fact, Format, Image, Item, Text, tag_of};

use crate::seo::{self, Seo};
use crate::site::Site;

pub fn item(kind: &str, object: &Value<'_>, site: &Site) -> Item {
    let language = match object.get("lang").text() {
        "" => site.language.clone(),
        own => tag_of(own),
    };
    let seo = Seo::of_product(object, site.seo);
    let text = |field: &str, value: &str| Text {
        language: language.clone(),
        field: field.to_owned(),
        value: value.to_owned(),
    };
    let mut texts: Vec<Text> = crate::fields(kind)
        .iter()
        .map(|(field, format)| match (name_of(field), format) {
            ("", _) => text(field, seo::text(object, seo, field)),
            // WordPress stores the entities of a line.
            (name, Format::Line) => text(field, &without_entities(object.get(name).text())),
            (name, _) => text(field, object.get(name).text()),
        })
        .collect();
    let mut images = Vec::new();
    for image in object.get("images").list() {
        let id = image.get("id").text();
        images.push(Image { id: id.to_owned(), url: image.get("src").text().to_owned() });
        texts.push(text(&["alt:", id].concat(), &without_entities(image.get("alt").text())));
    }
    let hidden = !matches!(object.get("status").text(), "" | "publish")
        || object.get("catalog_visibility").text() == "hidden";
    Item {
        kind: kind.to_owned(),
        id: object.get("id").text().to_owned(),
        url: object.get("permalink").text().to_owned(),
        texts,
        facts: if kind == "product" { facts(object, site, &language) } else { Vec::new() },
        images,
        visible: !hidden,
        locked: None,
    }
}

/// The name of a field in the API; empty if it is metadata.
pub fn name_of(field: &str) -> &'static str {
    match field {
        "title" => "name",
        "short-html" => "short_description",
        "html" => "description",
        "slug" => "slug",
        _ => "",
    }
}

fn facts(product: &Value<'_>, site: &Site, language: &str) -> Vec<Fact> {
    let fact = |name: &str, value: &str| Fact {
        name: name.to_owned(),
        value: without_entities(value),
        language: None,
    };
    let price = match product.get("price").text() {
        "" => String::new(),
        price => [price, " ", &site.currency].concat(),
    };
    let mut facts = vec![
        fact("sku", product.get("sku").text()),
        fact("ean", product.get("global_unique_id").text()),
        fact("price", price.trim()),
    ];
    facts.extend(product.get("brands").list().iter().map(|brand| fact("brand", brand.get("name").text())));
    for category in product.get("categories").list() {
        let path = site.path(category.get("id").text());
        let path = path.unwrap_or_else(|| category.get("name").text().to_owned());
        facts.push(Fact { language: Some(language.to_owned()), ..fact("category", &path) });
    }
    for attribute in product.get("attributes").list() {
        let options: Vec<&str> = attribute.get("options").list().iter().map(Value::text).collect();
        let name = without_entities(attribute.get("name").text());
        facts.push(Fact { language: Some(language.to_owned()), ..fact(&name, &options.joined(", ")) });
    }
    facts.retain(|fact| !fact.value.is_empty());
    facts
}
