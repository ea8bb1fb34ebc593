//! Writes texts. The API does not document whether a call with some texts of a product keeps the others, and programs that
//! use it disagree. So a write sends all texts of the product as they were just read, with the changed ones in their
//! place, and nothing else of it.

use sitewright_sdk::json::{Value, Writer};
use sitewright_sdk::shop::{Change, Client, Edit, Fault, fault_of_failure, invalid};

use crate::FIELDS;
use crate::api::Api;
use crate::catalogue::Catalogue;
use crate::items::{data, is_number};

/// One result for each change, or the fault of all of them.
pub fn write<C: Client>(api: &Api<'_, C>, changes: &[Change]) -> Result<Vec<Result<(), Fault>>, Fault> {
    let catalogue = Catalogue::known(api)?;
    let keys: Vec<Result<Vec<String>, Fault>> =
        changes.iter().map(|change| keys(api, &catalogue, change)).collect();
    let ids = changes.iter().zip(&keys).filter(|(_, keys)| keys.is_ok());
    let ids: Vec<String> = ids.map(|(change, _)| change.id.clone()).collect();
    if ids.is_empty() {
        return Ok(keys.into_iter().map(|keys| keys.map(drop)).collect());
    }
    let answer = data(api, &catalogue, &ids)?.map_err(fault_of_failure)?;
    let answer = api.parsed(&answer)?;
    let mut stopped: Option<Fault> = None;
    let mut results = Vec::new();
    for (change, keys) in changes.iter().zip(keys) {
        let result = keys.and_then(|keys| match &stopped {
            Some(fault) => Err(fault.clone()),
            None => one(api, &catalogue, change, &keys, answer.get("products")),
        });
        // The following items would get the same fault: they are not sent.
        if let Err(fault @ (Fault::Denied(_) | Fault::RateLimited(_))) = &result {
            stopped = Some(fault.clone());
        }
        results.push(result);
    }
    Ok(results)
}

/// The key of each edit, or why the change cannot be one.
fn keys<C: Client>(api: &Api<'_, C>, catalogue: &Catalogue, change: &Change) -> Result<Vec<String>, Fault> {
    if !is_number(&change.id) {
        return Err(Fault::NotFound);
    }
    let key = |edit: &Edit| {
        let known = FIELDS.iter().find(|known| known.field == edit.field);
        let known = known.filter(|_| catalogue.languages.contains(&edit.language));
        known
            .map(|known| catalogue.key(known.key, &edit.language))
            .ok_or_else(|| invalid(&edit.field, "", api.phrases))
    };
    change.edits.iter().map(key).collect()
}

fn one<C: Client>(
    api: &Api<'_, C>,
    catalogue: &Catalogue,
    change: &Change,
    keys: &[String],
    products: &Value<'_>,
) -> Result<(), Fault> {
    let found = products.members().iter().find(|(id, _)| *id == change.id);
    let Some((_, product)) = found else { return Err(Fault::NotFound) };
    let answer = api.send("addInventoryProduct", |json| {
        json.key("inventory_id").raw(&catalogue.id).key("product_id").raw(&change.id);
        json.key("text_fields").object(|json| {
            for (key, value) in product.get("text_fields").members() {
                if !keys.iter().any(|changed| changed == key) {
                    put(json.named(key), value);
                }
            }
            for (key, edit) in keys.iter().zip(&change.edits) {
                json.named(key).text(&edit.after);
            }
        });
    })?;
    api.written(&answer)
}

/// A value as it was read.
fn put(json: &mut Writer, value: &Value<'_>) {
    match value {
        Value::Null => json.raw("null"),
        Value::Flag(flag) => json.flag(*flag),
        Value::Number(_, digits) => json.raw(digits),
        Value::Text(text) => json.text(text),
        Value::List(list) => json.array(|json| list.iter().for_each(|value| put(json, value))),
        Value::Object(members) => json.object(|json| {
            for (name, value) in members {
                put(json.named(name), value);
            }
        }),
    };
}
