//! Writes changed fields: the main language in the object, the others as translations, alternative texts in the files.

use sitewright_sdk::json::{Value, Writer};
use sitewright_sdk::shop::{Change, Client, Edit, Fault, all_faulty, invalid};

use crate::api::Api;
use crate::kinds::{Field, Kind, number_of};
use crate::store::Store;
use crate::{is_id, items, nodes, queries};

/// The points of a mutation.
const COST: f64 = 10.0;

pub type Results = Vec<Result<(), Fault>>;

/// The digests of texts by the number of their resource and their key.
type Digests = Vec<(String, String, String)>;

pub fn write<C: Client>(api: &Api<'_, C>, kind: &'static Kind, changes: &[Change]) -> Results {
    let store = match Store::load(api, false) {
        Ok(store) => store,
        Err(fault) => return all_faulty(&fault, changes.len()),
    };
    let mut results: Results = changes.iter().map(|change| valid(api, kind, change, &store)).collect();
    if let Err(fault) = write_all(api, kind, changes, &store, &mut results) {
        results.iter_mut().filter(|result| result.is_ok()).for_each(|result| *result = Err(fault.clone()));
    }
    results
}

fn write_all<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    store: &Store,
    results: &mut Results,
) -> Result<(), Fault> {
    let seo = former_seo(api, kind, changes, store, results)?;
    for (at, change) in changes.iter().enumerate() {
        if results[at].is_ok() {
            results[at] = write_main(api, kind, change, store, &seo);
        }
    }
    // The digests are those of the new texts.
    let digests = digests(api, kind, changes, store, results)?;
    for (at, change) in changes.iter().enumerate() {
        if results[at].is_ok() {
            results[at] = write_translations(api, kind, change, store, &digests)
                .and_then(|()| write_images(api, change));
        }
    }
    Ok(())
}

/// The id of the image whose alternative text is edited.
fn image_of(edit: &Edit) -> Option<&str> {
    edit.field.strip_prefix("alt:")
}

fn valid<C: Client>(api: &Api<'_, C>, kind: &Kind, change: &Change, store: &Store) -> Result<(), Fault> {
    if !is_id(&change.id) {
        return Err(Fault::NotFound);
    }
    for edit in &change.edits {
        let known = match image_of(edit) {
            Some(image) => kind.has_images() && is_id(image),
            None => kind.field(&edit.field).is_some(),
        };
        if !known || !store.languages.contains(&edit.language) {
            return Err(invalid(&edit.field, "", api.phrases));
        }
        if image_of(edit).is_some() && edit.language != store.main() {
            return Err(invalid(&edit.field, api.phrases.text("main-only"), api.phrases));
        }
    }
    Ok(())
}

/// The edits of fields in the main language, or in the others.
fn edits<'c>(
    kind: &'static Kind,
    change: &'c Change,
    store: &'c Store,
    main: bool,
) -> impl Iterator<Item = (&'c Edit, &'static Field)> {
    let wanted = change.edits.iter().filter(move |edit| (edit.language == store.main()) == main);
    wanted.filter_map(|edit| Some((edit, kind.field(&edit.field)?)))
}

/// Title and description for search engines, of items of which only one changes: both are written together.
fn former_seo<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    store: &Store,
    results: &Results,
) -> Result<Vec<(String, [String; 2])>, Fault> {
    let has_one =
        |change: &Change| edits(kind, change, store, true).filter(|(_, field)| field.is_seo()).count() == 1;
    let open = changes.iter().zip(results).filter(|(_, result)| result.is_ok()).map(|(change, _)| change);
    let ids: Vec<String> = open.filter(|change| has_one(change)).map(|change| change.id.clone()).collect();
    let mut found = Vec::new();
    nodes(api, kind, &ids, queries::SEO, 2.0 + 4.0 * ids.len() as f64, &mut |node| {
        let seo = ["title", "description"].map(|name| node.at(&["seo", name]).text().to_owned());
        found.push((number_of(node.get("id").text()).to_owned(), seo));
    })?;
    Ok(found)
}

fn write_main<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    change: &Change,
    store: &Store,
    seo: &[(String, [String; 2])],
) -> Result<(), Fault> {
    if edits(kind, change, store, true).next().is_none() {
        return Ok(());
    }
    let former = seo.iter().find(|(id, _)| *id == change.id).map(|(_, seo)| seo);
    let text = api.query(kind.update, COST, |json| {
        json.key(kind.input).object(|json| {
            json.key("id").text(&kind.gid(&change.id));
            for (edit, field) in edits(kind, change, store, true).filter(|(_, field)| !field.is_seo()) {
                json.key(field.name).text(&edit.after);
                if field.id == "slug" {
                    json.key("redirectNewHandle").flag(true);
                }
            }
            let seo: Vec<_> = edits(kind, change, store, true).filter(|(_, field)| field.is_seo()).collect();
            if !seo.is_empty() {
                json.key("seo").object(|json| write_seo(json, &seo, former));
            }
        });
    })?;
    let data = api.data(&text)?;
    if *data.get(kind.mutation) == Value::Null {
        return Err(Fault::NotFound);
    }
    api.refusal(&data, kind.mutation, |name| {
        let field = kind.fields.iter().find(|field| field.name == name && !field.is_seo());
        field.map_or(String::new(), |field| field.id.to_owned())
    })
}

fn write_seo(json: &mut Writer, edits: &[(&Edit, &Field)], former: Option<&[String; 2]>) {
    for (place, name) in ["title", "description"].into_iter().enumerate() {
        let edit = edits.iter().find(|(_, field)| field.name == name).map(|(edit, _)| edit.after.as_str());
        if let Some(value) = edit.or(former.map(|former| former[place].as_str())) {
            json.key(name).text(value);
        }
    }
}

fn digests<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    store: &Store,
    results: &Results,
) -> Result<Digests, Fault> {
    let open = changes.iter().zip(results).filter(|(_, result)| result.is_ok()).map(|(change, _)| change);
    let translated =
        open.filter(|change| edits(kind, change, store, false).any(|(edit, _)| !edit.after.is_empty()));
    let gids: Vec<String> = translated.map(|change| kind.gid(&change.id)).collect();
    let mut digests = Vec::new();
    let language = store.others().first().map_or("", String::as_str);
    items::translations(api, &gids, language, &mut |resource| {
        let id = number_of(resource.get("resourceId").text());
        for content in resource.get("translatableContent").list() {
            let [key, digest] = ["key", "digest"].map(|name| content.get(name).text().to_owned());
            digests.push((id.to_owned(), key, digest));
        }
    })?;
    Ok(digests)
}

/// Registers translations with the digests of what they translate, and removes those that are empty now.
fn write_translations<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    change: &Change,
    store: &Store,
    digests: &Digests,
) -> Result<(), Fault> {
    let digest = |key: &str| {
        let found = digests.iter().find(|(id, known, _)| *id == change.id && known == key);
        found.map_or("", |(_, _, digest)| digest)
    };
    let (filled, emptied): (Vec<_>, Vec<_>) =
        edits(kind, change, store, false).partition(|(edit, _)| !edit.after.is_empty());
    if let Some((edit, _)) = filled.iter().find(|(_, field)| digest(field.key).is_empty()) {
        return Err(invalid(&edit.field, api.phrases.text("no-source"), api.phrases));
    }
    let gid = kind.gid(&change.id);
    if !filled.is_empty() {
        let text = api.query(queries::REGISTER, COST, |json| {
            json.key("resourceId").text(&gid).key("translations").array(|json| {
                for (edit, field) in &filled {
                    json.object(|json| {
                        json.key("locale").text(&edit.language).key("key").text(field.key);
                        json.key("value").text(&edit.after);
                        json.key("translatableContentDigest").text(digest(field.key));
                    });
                }
            });
        })?;
        // The path of an error is `translations`, its place, and the name of a part.
        let only = if let [(edit, _)] = filled[..] { edit.field.clone() } else { String::new() };
        api.refusal(&api.data(&text)?, "translationsRegister", |_| only.clone())?;
    }
    for (edit, field) in emptied {
        let text = api.query(queries::REMOVE, COST, |json| {
            json.key("resourceId").text(&gid).key("keys").texts([field.key]);
            json.key("locales").texts([edit.language.as_str()]);
        })?;
        api.refusal(&api.data(&text)?, "translationsRemove", |_| edit.field.clone())?;
    }
    Ok(())
}

fn write_images<C: Client>(api: &Api<'_, C>, change: &Change) -> Result<(), Fault> {
    let edits: Vec<(&Edit, &str)> =
        change.edits.iter().filter_map(|edit| Some((edit, image_of(edit)?))).collect();
    if edits.is_empty() {
        return Ok(());
    }
    let text = api.query(queries::UPDATE_FILES, COST, |json| {
        json.key("files").array(|json| {
            for (edit, image) in &edits {
                json.object(|json| {
                    json.key("id").text(&["gid://shopify/MediaImage/", image].concat());
                    json.key("alt").text(&edit.after);
                });
            }
        });
    })?;
    let only = if let [(edit, _)] = edits[..] { edit.field.clone() } else { String::new() };
    api.refusal(&api.data(&text)?, "fileUpdate", |_| only.clone())
}
