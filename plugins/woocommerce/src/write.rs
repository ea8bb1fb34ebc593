//! Writes changed fields: products in a batch in which each has its own result, categories one by one.
//!
//! The images of a product are one list, which a write replaces: an image that is not in it is lost. So the product is read
//! first, and all its images are written in their order.

use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{Change, Client, Edit, Fault, body, invalid};

use crate::api::{Api, item_fault, path_of};
use crate::items::name_of;
use crate::seo::{DESCRIPTION, Seo, TITLE};
use crate::site::Site;
use crate::{BATCH, fields, is_id};

pub type Results = Vec<Result<(), Fault>>;

/// What a product has now.
#[derive(Default)]
struct Now {
    id: String,
    seo: Option<Seo>,
    /// The ids of its images, in their order.
    images: Vec<String>,
}

pub fn write<C: Client>(api: &Api<'_, C>, kind: &str, changes: &[Change]) -> Results {
    let mut results: Results = changes.iter().map(|change| valid(api, kind, change)).collect();
    if kind != "product" {
        for (change, result) in changes.iter().zip(&mut results).filter(|(_, result)| result.is_ok()) {
            *result = write_alone(api, kind, change);
        }
        return results;
    }
    for (changes, results) in changes.chunks(BATCH as usize).zip(results.chunks_mut(BATCH as usize)) {
        if let Err(fault) = write_batch(api, changes, results) {
            results
                .iter_mut()
                .filter(|result| result.is_ok())
                .for_each(|result| *result = Err(fault.clone()));
        }
    }
    results
}

fn valid<C: Client>(api: &Api<'_, C>, kind: &str, change: &Change) -> Result<(), Fault> {
    if !is_id(&change.id) {
        return Err(Fault::NotFound);
    }
    for edit in &change.edits {
        let known = match image_of(edit) {
            Some(image) => kind == "product" && is_id(image),
            None => fields(kind).iter().any(|(field, _)| *field == edit.field),
        };
        if !known {
            return Err(invalid(&edit.field, "", api.phrases));
        }
        if image_of(edit).is_some() && edit.after.is_empty() {
            return Err(invalid(&edit.field, api.phrases.text("no-empty-alt"), api.phrases));
        }
    }
    Ok(())
}

/// The id of the image whose alternative text is edited.
fn image_of(edit: &Edit) -> Option<&str> {
    edit.field.strip_prefix("alt:")
}

fn is_meta(edit: &Edit) -> bool {
    [TITLE, DESCRIPTION].contains(&edit.field.as_str())
}

fn write_alone<C: Client>(api: &Api<'_, C>, kind: &str, change: &Change) -> Result<(), Fault> {
    let json = body(|json| {
        json.object(|json| {
            for edit in &change.edits {
                json.key(name_of(&edit.field)).text(&edit.after);
            }
        });
    });
    let path = [path_of(kind), "/", &change.id].concat();
    api.send("PUT", &path, Some(json)).map(|_| ())
}

fn write_batch<C: Client>(
    api: &Api<'_, C>,
    changes: &[Change],
    results: &mut [Result<(), Fault>],
) -> Result<(), Fault> {
    let now = now(api, changes, results)?;
    let of = |change: &Change| now.iter().find(|now| now.id == change.id);
    for (change, result) in changes.iter().zip(results.iter_mut()).filter(|(_, result)| result.is_ok()) {
        if needs_reading(change) {
            *result = of(change).ok_or(Fault::NotFound).and_then(|now| possible(api, change, now));
        }
    }
    let open: Vec<usize> = (0..changes.len()).filter(|at| results[*at].is_ok()).collect();
    if open.is_empty() {
        return Ok(());
    }
    let none = Now::default();
    let json = body(|json| {
        json.object(|json| {
            json.key("update").array(|json| {
                for at in &open {
                    let change = &changes[*at];
                    update(json, change, of(change).unwrap_or(&none));
                }
            });
        });
    });
    let response = api.send("POST", "wc/v3/products/batch", Some(json))?;
    let answer = api.parsed(api.text(&response)?)?;
    let answers = answer.get("update").list();
    for at in open {
        let found = answers.iter().find(|answer| answer.get("id").text() == changes[at].id);
        results[at] = match found.map(|found| found.get("error")) {
            Some(Value::Null) => Ok(()),
            Some(error) => Err(item_fault(error, api.phrases)),
            None => Err(Fault::NotFound),
        };
    }
    Ok(())
}

fn needs_reading(change: &Change) -> bool {
    change.edits.iter().any(|edit| is_meta(edit) || image_of(edit).is_some())
}

/// What the products have whose changes depend on it.
fn now<C: Client>(
    api: &Api<'_, C>,
    changes: &[Change],
    results: &[Result<(), Fault>],
) -> Result<Vec<Now>, Fault> {
    let wanted =
        changes.iter().zip(results).filter(|(change, result)| result.is_ok() && needs_reading(change));
    let ids: Vec<String> = wanted.map(|(change, _)| change.id.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let site = Site::load(api, "product", false)?;
    let mut now = Vec::new();
    api.each("product", &ids, &mut |product| {
        now.push(Now {
            id: product.get("id").text().to_owned(),
            seo: Seo::of_product(product, site.seo),
            images: product
                .get("images")
                .list()
                .iter()
                .map(|image| image.get("id").text().to_owned())
                .collect(),
        });
    })?;
    Ok(now)
}

/// Whether the product can have what the change writes.
fn possible<C: Client>(api: &Api<'_, C>, change: &Change, now: &Now) -> Result<(), Fault> {
    for edit in &change.edits {
        if is_meta(edit) && now.seo.is_none() {
            return Err(invalid(&edit.field, api.phrases.text("no-seo"), api.phrases));
        }
        if image_of(edit).is_some_and(|image| !now.images.iter().any(|known| known == image)) {
            return Err(invalid(&edit.field, api.phrases.text("no-image"), api.phrases));
        }
    }
    Ok(())
}

fn update(json: &mut sitewright_sdk::json::Writer, change: &Change, now: &Now) {
    json.object(|json| {
        json.key("id").raw(&change.id);
        for edit in &change.edits {
            let name = name_of(&edit.field);
            if !name.is_empty() {
                json.key(name).text(&edit.after);
            }
        }
        if change.edits.iter().any(is_meta) {
            json.key("meta_data").array(|json| {
                for edit in change.edits.iter().filter(|edit| is_meta(edit)) {
                    let key = now.seo.and_then(|seo| seo.key(&edit.field)).unwrap_or_default();
                    json.object(|json| {
                        json.key("key").text(key).key("value").text(&edit.after);
                    });
                }
            });
        }
        if change.edits.iter().any(|edit| image_of(edit).is_some()) {
            json.key("images").array(|json| {
                for image in &now.images {
                    let edit = change.edits.iter().find(|edit| image_of(edit) == Some(image));
                    json.object(|json| {
                        json.key("id").raw(image);
                        if let Some(edit) = edit {
                            json.key("alt").text(&edit.after);
                        }
                    });
                }
            });
        }
    });
}
