//! Objects of the API as items.

use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{Client, Fact, Fault, Image, Item, Text};

use crate::api::Api;
use crate::kinds::{Kind, number_of};
use crate::queries;
use crate::store::Store;

/// An item with its texts in the main language.
pub fn item(kind: &Kind, node: &Value<'_>, store: &Store) -> Item {
    let text = |field: &str, value: &str| Text {
        language: store.main().to_owned(),
        field: field.to_owned(),
        value: value.to_owned(),
    };
    let mut texts: Vec<Text> = kind
        .fields
        .iter()
        .map(|field| {
            let object = if field.is_seo() { node.get("seo") } else { node };
            text(field.id, object.get(field.name).text())
        })
        .collect();
    let mut images = Vec::new();
    for media in node.at(&["media", "nodes"]).list() {
        let gid = media.get("id").text();
        // Videos and models have alternative texts, too, but are other files.
        if !gid.contains("/MediaImage/") {
            continue;
        }
        let url = media.at(&["image", "url"]).text().to_owned();
        images.push(Image { id: number_of(gid).to_owned(), url });
        texts.push(text(&["alt:", number_of(gid)].concat(), media.get("alt").text()));
    }
    Item {
        kind: kind.id.to_owned(),
        id: number_of(node.get("id").text()).to_owned(),
        url: [&store.url, "/", kind.name, "/", node.get("handle").text()].concat(),
        texts,
        facts: if kind.has_images() { facts(node, store) } else { Vec::new() },
        images,
        visible: matches!(node.get("status").text(), "" | "ACTIVE"),
        locked: None,
    }
}

fn facts(product: &Value<'_>, store: &Store) -> Vec<Fact> {
    let fact =
        |name: &str, value: &str| Fact { name: name.to_owned(), value: value.to_owned(), language: None };
    let main =
        |name: &str, value: &str| Fact { language: Some(store.main().to_owned()), ..fact(name, value) };
    let nothing = Value::Null;
    let variant = product.at(&["variants", "nodes"]).list().first().unwrap_or(&nothing);
    let price = match variant.get("price").text() {
        "" => String::new(),
        price => [price, " ", &store.currency].concat(),
    };
    let mut facts = vec![
        fact("sku", variant.get("sku").text()),
        fact("ean", variant.get("barcode").text()),
        fact("price", price.trim()),
        fact("brand", product.get("vendor").text()),
        main("category", product.get("productType").text()),
    ];
    let collections = product.at(&["collections", "nodes"]).list().iter();
    facts.extend(collections.map(|collection| main("category", collection.get("title").text())));
    for metafield in product.at(&["metafields", "nodes"]).list() {
        let [key, value] = ["key", "value"].map(|name| metafield.get(name).text());
        // References and structures are not words of a text.
        if !value.starts_with(['{', '[']) && !value.starts_with("gid://") {
            facts.push(fact(key, value));
        }
    }
    facts.retain(|fact| !fact.value.is_empty());
    // A collection often has the name of the type.
    facts.dedup_by(|one, other| one.name == other.name && one.value == other.value);
    facts
}

/// Adds the texts in the other languages.
pub fn translate<C: Client>(
    api: &Api<'_, C>,
    kind: &Kind,
    items: &mut [Item],
    store: &Store,
) -> Result<(), Fault> {
    let ids: Vec<String> = items.iter().map(|item| kind.gid(&item.id)).collect();
    for language in store.others() {
        let mut found: Vec<(String, String, String)> = Vec::new();
        translations(api, &ids, language, &mut |resource| {
            let id = number_of(resource.get("resourceId").text());
            for translation in resource.get("translations").list() {
                let [key, value] = ["key", "value"].map(|name| translation.get(name).text().to_owned());
                found.push((id.to_owned(), key, value));
            }
        })?;
        for item in items.iter_mut() {
            for field in kind.fields {
                let own = found.iter_mut().find(|(id, key, _)| *id == item.id && key == field.key);
                let value = own.map(|(_, _, value)| std::mem::take(value)).unwrap_or_default();
                item.texts.push(Text { language: language.clone(), field: field.id.to_owned(), value });
            }
        }
    }
    Ok(())
}

/// Calls `each` with the texts of resources, their digests, and their translations into a language.
pub fn translations<C: Client>(
    api: &Api<'_, C>,
    gids: &[String],
    language: &str,
    each: &mut dyn FnMut(&Value<'_>),
) -> Result<(), Fault> {
    if gids.is_empty() {
        return Ok(());
    }
    let count = gids.len() as u32;
    let answer = api.query(queries::TRANSLATIONS, 2.0 + 3.0 * f64::from(count), |json| {
        json.key("ids").texts(gids.iter().map(String::as_str));
        json.key("first").number(i64::from(count)).key("locale").text(language);
    });
    let text = match answer {
        Err(Fault::Unavailable(_)) if gids.len() > 1 => {
            let (left, right) = gids.split_at(gids.len() / 2);
            translations(api, left, language, each)?;
            return translations(api, right, language, each);
        }
        answer => answer?,
    };
    let data = api.data(&text)?;
    data.at(&["translatableResourcesByIds", "nodes"]).list().iter().for_each(each);
    Ok(())
}
