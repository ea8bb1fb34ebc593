//! Objects of the webservice as items.

use sitewright_sdk::shop::{Fact, Item, Text};

use crate::kinds::Kind;
use crate::known::{Lookups, Settings};
use crate::xml::Node;

pub fn item(kind: &Kind, object: &Node<'_>, settings: &Settings, lookups: &Lookups, host: &str) -> Item {
    let id = object.text_of("id");
    let page = ["/index.php?controller=", kind.controller, "&id_", kind.controller, "=", id].concat();
    let facts = match kind.id {
        "product" => facts(object, settings, lookups),
        "producer" => vec![fact("brand", object.text_of("name"), None)],
        _ => Vec::new(),
    };
    Item {
        kind: kind.id.to_owned(),
        id: id.to_owned(),
        url: ["https://", host, &page].concat(),
        texts: texts(kind, object, settings),
        facts,
        images: Vec::new(),
        visible: object.text_of("active") != "0" && object.text_of("visibility") != "none",
        locked: None,
    }
}

/// Every field in every language. A field that is the same in all is there once, in the main language.
fn texts(kind: &Kind, object: &Node<'_>, settings: &Settings) -> Vec<Text> {
    let text = |language: &str, field: &str, value: &str| Text {
        language: language.to_owned(),
        field: field.to_owned(),
        value: value.to_owned(),
    };
    let mut texts = Vec::new();
    for (id, tag) in &settings.languages {
        for field in kind.fields {
            if field.translated {
                texts.push(text(tag, field.id, object.in_language(field.name, id)));
            } else if id == settings.main().0 {
                texts.push(text(tag, field.id, object.text_of(field.name)));
            }
        }
    }
    // Older versions do not have all fields.
    texts.retain(|text| kind.field(&text.field).is_some_and(|field| object.get(field.name).is_some()));
    texts
}

fn fact(name: &str, value: &str, language: Option<&str>) -> Fact {
    Fact { name: name.to_owned(), value: value.to_owned(), language: language.map(str::to_owned) }
}

fn facts(product: &Node<'_>, settings: &Settings, lookups: &Lookups) -> Vec<Fact> {
    // Prices have six places: 129.000000.
    let price = product.text_of("price");
    let whole = price.split_once('.').map(|(whole, rest)| (whole, rest.trim_end_matches('0')));
    let price = match whole {
        Some((whole, rest)) => [whole, ".", rest, &"00"[rest.len().min(2)..]].concat(),
        None => price.to_owned(),
    };
    let price = if price.is_empty() { price } else { [&price, " ", &settings.currency].concat() };
    let mut facts = vec![
        fact("sku", product.text_of("reference"), None),
        fact("ean", product.text_of("ean13"), None),
        fact("price", price.trim(), None),
        fact("brand", product.text_of("manufacturer_name"), None),
    ];
    let features = product.get("associations").and_then(|all| all.get("product_features"));
    for (id, tag) in &settings.languages {
        let path = lookups.path(product.text_of("id_category_default"), id);
        facts.push(fact("category", &path.unwrap_or_default(), Some(tag)));
        for feature in features.iter().flat_map(|features| &features.children) {
            let [name, value] = ["id", "id_feature_value"].map(|name| feature.text_of(name));
            if let Some((name, value)) = lookups.feature(name, value, id) {
                facts.push(fact(name, value, Some(tag)));
            }
        }
    }
    facts.retain(|fact| !fact.value.is_empty() && fact.value != "0");
    facts
}
