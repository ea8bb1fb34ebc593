//! Products. The API lists the numbers of 1,000 products at once, and their texts by number: a page is a part of such a
//! list.

use sitewright_sdk::Decimal as _;
use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    Client, Fact, Failure, Fault, Image, Item, Page, Text, fault_of_failure, unreadable,
};

use crate::FIELDS;
use crate::api::Api;
use crate::catalogue::{Catalogue, Names, store, stored};

/// Products in a list of the API.
const LISTED: usize = 1000;

/// The place of a page: `2/150` begins after 150 products of the second list.
#[derive(Clone, Copy)]
pub struct Place {
    list: u32,
    skipped: usize,
}

impl Place {
    pub fn read(after: &str) -> Self {
        let parts = after.split_once('/');
        let found = parts.and_then(|(list, skipped)| Some((list.parse().ok()?, skipped.parse().ok()?)));
        let (list, skipped) = found.filter(|(list, _)| *list > 0).unwrap_or((1, 0));
        Place { list, skipped }
    }

    fn written(self) -> String {
        let skipped = u32::try_from(self.skipped).unwrap_or(u32::MAX);
        [&self.list.decimal(), "/", &skipped.decimal()].concat()
    }
}

/// All products of the catalogue, known from its last list.
pub fn total(list: u32, found: usize) -> Option<u32> {
    let all = (list as usize - 1) * LISTED + found;
    if found < LISTED { u32::try_from(all).ok() } else { None }
}

/// A page from a place on; without one from the beginning.
pub fn page<C: Client>(api: &Api<'_, C>, after: Option<Place>, limit: u32) -> Result<Page, Fault> {
    let (catalogue, names) = match after {
        Some(_) => {
            let catalogue = Catalogue::known(api)?;
            let names = Names::known(api, &catalogue)?;
            (catalogue, names)
        }
        None => {
            let catalogue = Catalogue::read(api)?;
            let names = Names::read(api, &catalogue)?;
            (catalogue, names)
        }
    };
    let mut place = after.unwrap_or(Place { list: 1, skipped: 0 });
    let mut listed = match after.and_then(|after| stored_ids(api, after)) {
        Some(listed) => listed,
        None => ids(api, &catalogue, place.list)?,
    };
    loop {
        let part: Vec<String> = listed.iter().skip(place.skipped).take(limit as usize).cloned().collect();
        let (items, asked) = some(api, &catalogue, &names, &part)?;
        place.skipped += asked;
        let next = if place.skipped < listed.len() {
            Some(place)
        } else {
            (listed.len() >= LISTED).then_some(Place { list: place.list + 1, skipped: 0 })
        };
        let Some(next) = next.filter(|_| items.is_empty()) else {
            let total = total(place.list, listed.len());
            return Ok(Page { items, next: next.map(Place::written), total });
        };
        // These products are gone, and an empty page would end the list.
        if next.list != place.list {
            listed = ids(api, &catalogue, next.list)?;
        }
        place = next;
    }
}

/// The products with these numbers; those that the catalogue does not have are left out.
pub fn read<C: Client>(api: &Api<'_, C>, catalogue: &Catalogue, ids: &[String]) -> Result<Vec<Item>, Fault> {
    let ids: Vec<String> = ids.iter().filter(|id| is_number(id)).cloned().collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let names = Names::known(api, catalogue)?;
    let answer = data(api, catalogue, &ids)?.map_err(fault_of_failure)?;
    items(api, catalogue, &names, &answer)
}

/// Whether it can be the number of a product.
pub fn is_number(id: &str) -> bool {
    (1..=18).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit()) && !id.starts_with('0')
}

/// The numbers of a list of products, which are stored for the next pages.
pub fn ids<C: Client>(api: &Api<'_, C>, catalogue: &Catalogue, list: u32) -> Result<Vec<String>, Fault> {
    let answer = api.send("getInventoryProductsList", |json| {
        json.key("inventory_id").raw(&catalogue.id).key("filter_sort").text("id ASC");
        json.key("page").number(i64::from(list));
    })?;
    let answer = api.parsed(&answer)?;
    let ids: Vec<String> = answer.get("products").members().iter().map(|(id, _)| id.to_string()).collect();
    if !ids.iter().all(|id| is_number(id)) {
        return Err(unreadable(api.phrases));
    }
    store(api, "list", |json| {
        json.object(|json| {
            json.key("list").number(i64::from(list));
            json.key("ids").texts(ids.iter().map(String::as_str));
        });
    });
    Ok(ids)
}

/// The stored numbers of the list at this place.
fn stored_ids<C: Client>(api: &Api<'_, C>, place: Place) -> Option<Vec<String>> {
    let text = stored(api, "list")?;
    let value = parse(&text)?;
    let value = value.get("value");
    let is_same = value.get("list").count() == Some(place.list);
    is_same.then(|| value.get("ids").list().iter().map(|id| id.text().to_owned()).collect())
}

/// The first of these products, and how many were asked for: fewer if the response to all of them is too long.
fn some<C: Client>(
    api: &Api<'_, C>,
    catalogue: &Catalogue,
    names: &Names,
    ids: &[String],
) -> Result<(Vec<Item>, usize), Fault> {
    let mut asked = ids.len();
    if asked == 0 {
        return Ok((Vec::new(), 0));
    }
    loop {
        match data(api, catalogue, &ids[..asked])? {
            Ok(answer) => return Ok((items(api, catalogue, names, &answer)?, asked)),
            Err(Failure::LimitReached(_) | Failure::Unavailable(_)) if asked > 1 => {
                asked = (asked / 5).max(1)
            }
            Err(failure) => return Err(fault_of_failure(failure)),
        }
    }
}

/// The response with the data of products.
pub fn data<C: Client>(
    api: &Api<'_, C>,
    catalogue: &Catalogue,
    ids: &[String],
) -> Result<Result<String, Failure>, Fault> {
    api.attempt("getInventoryProductsData", |json| {
        json.key("inventory_id").raw(&catalogue.id);
        json.key("products").array(|json: &mut Writer| {
            for id in ids {
                json.raw(id);
            }
        });
    })
}

fn items<C: Client>(
    api: &Api<'_, C>,
    catalogue: &Catalogue,
    names: &Names,
    answer: &str,
) -> Result<Vec<Item>, Fault> {
    let answer = api.parsed(answer)?;
    let products = answer.get("products").members();
    Ok(products.iter().map(|(id, product)| item(id, product, catalogue, names)).collect())
}

fn item(id: &str, product: &Value<'_>, catalogue: &Catalogue, names: &Names) -> Item {
    let fields = product.get("text_fields");
    let mut texts = Vec::new();
    let mut facts = facts(product, catalogue, names);
    for language in &catalogue.languages {
        for known in FIELDS {
            let value = fields.get(&catalogue.key(known.key, language)).text().to_owned();
            texts.push(Text { language: language.clone(), field: known.field.to_owned(), value });
        }
        for (name, value) in fields.get(&catalogue.key("features", language)).members() {
            facts.push(Fact {
                name: name.to_string(),
                value: value.text().to_owned(),
                language: Some(language.clone()),
            });
        }
    }
    let images = product.get("images").members().iter();
    let images = images.map(|(id, url)| Image { id: id.to_string(), url: url.text().to_owned() });
    Item {
        kind: "product".to_owned(),
        id: id.to_owned(),
        url: String::new(),
        texts,
        facts: facts.into_iter().filter(|fact| !fact.value.is_empty()).collect(),
        images: images.filter(|image| !image.url.is_empty()).collect(),
        visible: true,
        locked: None,
    }
}

/// The facts that are the same in all languages.
fn facts(product: &Value<'_>, catalogue: &Catalogue, names: &Names) -> Vec<Fact> {
    let text = |name: &str| product.get(name).text();
    let price = product.get("prices").get(&catalogue.price_group);
    let price = if price.is_on() { price.text() } else { "" };
    let facts = [
        ("sku", text("sku")),
        ("ean", text("ean")),
        ("price", price),
        ("brand", names.brand(text("manufacturer_id"))),
        ("category", names.category(text("category_id"))),
    ];
    facts
        .into_iter()
        .map(|(name, value)| Fact { name: name.to_owned(), value: value.to_owned(), language: None })
        .collect()
}
