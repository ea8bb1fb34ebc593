//! Writes whole objects with the changed fields.

use sitewright_sdk::Parts as _;
use sitewright_sdk::shop::{Change, Client, Fault, FieldError, invalid};

use crate::api::Api;
use crate::is_id;
use crate::kinds::Kind;
use crate::known::Settings;
use crate::xml::Node;

/// Read-only fields of further versions and modules that a write may find.
const MOST_UNKNOWN: usize = 8;

pub fn write<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    settings: &Settings,
) -> Vec<Result<(), Fault>> {
    // What one write finds out holds for the following ones, too.
    let mut read_only: Vec<String> = kind.read_only.iter().map(|name| (*name).to_owned()).collect();
    let mut broken: Option<Fault> = None;
    let mut results = Vec::new();
    for change in changes {
        let result = match &broken {
            Some(fault) => Err(fault.clone()),
            None => write_one(api, kind, change, settings, &mut read_only),
        };
        if let Err(fault @ (Fault::Denied(_) | Fault::RateLimited(_))) = &result {
            broken = Some(fault.clone());
        }
        results.push(result);
    }
    results
}

fn write_one<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    change: &Change,
    settings: &Settings,
    read_only: &mut Vec<String>,
) -> Result<(), Fault> {
    if !is_id(&change.id) {
        return Err(Fault::NotFound);
    }
    let path = [kind.resource, "/", &change.id].concat();
    let text = api.get(&path)?;
    let mut object = api.objects(&text)?.pop().ok_or(Fault::NotFound)?;
    for edit in &change.edits {
        let (field, language) = (kind.field(&edit.field), settings.id(&edit.language));
        // A text that this version does not have cannot be written.
        let (Some(field), Some(language)) =
            (field.filter(|field| object.get(field.name).is_some()), language)
        else {
            return Err(invalid(&edit.field, "", api.phrases));
        };
        if field.translated {
            object.set_in_language(field.name, language, &edit.after);
        } else {
            object.set(field.name, &edit.after);
        }
    }
    for _ in 0..MOST_UNKNOWN {
        object.children.retain(|field| !read_only.iter().any(|name| name == field.name));
        match api.put(&path, &document(&object)) {
            Err(Fault::Invalid(errors)) => match not_writable(&errors, &object) {
                Some(name) => read_only.push(name),
                None => return Err(Fault::Invalid(errors)),
            },
            answer => return answer.map(|_| ()),
        }
    }
    Err(invalid("", "", api.phrases))
}

fn document(object: &Node<'_>) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><prestashop>".to_owned();
    object.write(&mut out);
    out.push_str("</prestashop>");
    out
}

/// The field that the shop refuses because it is read-only, as in `parameter "quantity" not writable`.
fn not_writable(errors: &[FieldError], object: &Node<'_>) -> Option<String> {
    let message = &errors.first().filter(|error| error.message.has("not writable"))?.message;
    let quoted = |field: &&Node<'_>| message.has(&["\"", field.name, "\""].concat());
    object.children.iter().find(quoted).map(|field| field.name.to_owned())
}
