//! `write`: recorded calls with a reading after each, unknown fields, and texts that look like a placeholder of a secret.

use sitewright_engine::shop::{Change, Edit, Fault, Field, Format, Item, Kind};

use super::conversation::Writing;
use super::server::{self, Play, Received};
use super::sheet::Sheet;
use super::stage::{Done, Ended};
use super::{Scene, items};
use crate::cli::prelude::*;

const LANGUAGE: Locale = Locale::En;
/// A field that no shop has.
pub(super) const UNKNOWN: &str = "sitewright-unknown";
/// The beginning of a text with placeholders.
const HOSTILE: &str = "sitewright-hostile";

/// What the calls of `write` work on.
pub(super) type Lists<'k> = [(&'k Kind, Vec<Item>)];

pub(super) async fn test(scene: &Scene, lists: &Lists<'_>, sheet: &mut Sheet) {
    let writing = &scene.server.conversation().writing;
    if writing.is_empty() {
        sheet.note(&Text::key("cli.shop-no-writing"));
    }
    for (place, one) in writing.iter().enumerate() {
        scene.play(Play::Writing(place));
        played(scene, one, sheet).await;
        scene.expect_answered(&format!("write {}", one.kind), sheet);
    }
    for (kind, items) in lists {
        if let Some(item) = open_items(items).next() {
            unknown_field(scene, kind, item, sheet).await;
        }
    }
}

/// Items that may be written.
pub(super) fn open_items(items: &[Item]) -> impl Iterator<Item = &Item> {
    items.iter().filter(|item| item.locked.is_none())
}

/// A recorded call, and the texts after it.
async fn played(scene: &Scene, writing: &Writing, sheet: &mut Sheet) {
    let call = format!("write {}", writing.kind);
    let results = scene.stage.write(LANGUAGE, &writing.kind, writing.changes.clone()).await;
    let Some(results) = sheet.success(&call, results) else { return };
    for (change, result) in writing.changes.iter().zip(&results) {
        match change.edits.iter().find(|edit| edit.field == UNKNOWN) {
            Some(_) => expect_invalid(&call, result, sheet),
            None => {
                if let Err(ended) = result {
                    let made = format!("{}: {ended}", change.id);
                    sheet.found(&call, &Text::key("cli.shop-success"), made);
                }
            }
        }
    }
    let call = format!("read {}", writing.kind);
    let ids = writing.changes.iter().map(|change| change.id.clone()).collect();
    let found = sheet.success(&call, scene.stage.read(LANGUAGE, &writing.kind, ids).await);
    for change in found.as_ref().map_or(&[][..], |_| &writing.changes) {
        let item = found.iter().flatten().find(|item| item.id == change.id);
        for edit in change.edits.iter().filter(|edit| edit.field != UNKNOWN) {
            expect_written(item, change, edit, &call, sheet);
        }
    }
}

fn expect_written(item: Option<&Item>, change: &Change, edit: &Edit, call: &str, sheet: &mut Sheet) {
    let value = item.and_then(|item| items::value(item, &edit.language, &edit.field));
    let place = format!("{}: {}/{}", change.id, edit.language, edit.field);
    match value {
        Some(value) if value == edit.after => {}
        // The shop may store a text in another form, but not leave it as it was.
        Some(value) if value != edit.before => {
            let text = Text::key("cli.shop-other-form").with("place", place);
            sheet.note(&text.with("text", items::short(value)));
        }
        value => {
            let value = value.map_or("–".to_owned(), items::short);
            sheet.found(call, &Text::key("cli.shop-written"), format!("{place}: {value}"));
        }
    }
}

fn expect_invalid(call: &str, result: &Done<()>, sheet: &mut Sheet) {
    let pointer = format!("/{UNKNOWN}");
    let is_invalid = matches!(result, Err(Ended::Fault(Fault::Invalid(errors)))
        if errors.iter().any(|error| error.pointer == pointer));
    if !is_invalid {
        let made = match result {
            Ok(()) => "ok".to_owned(),
            Err(Ended::Fault(Fault::Invalid(errors))) => {
                let pointers: Vec<&str> = errors.iter().map(|error| error.pointer.as_str()).collect();
                format!("invalid {pointers:?}")
            }
            Err(ended) => ended.to_string(),
        };
        sheet.found(call, &Text::key("cli.shop-unknown-field").with("pointer", pointer), made);
    }
}

async fn unknown_field(scene: &Scene, kind: &Kind, item: &Item, sheet: &mut Sheet) {
    let call = format!("write {}", kind.id);
    scene.play(Play::Anything);
    let change = Change { id: item.id.clone(), edits: vec![edit(item, UNKNOWN, "x")] };
    let results = scene.stage.write(LANGUAGE, &kind.id, vec![change]).await;
    let Some(results) = sheet.success(&call, results) else { return };
    // A plugin that reads the item first may lack the answer to that.
    if !scene.server.lacking().is_empty() {
        return sheet.note(&Text::key("cli.shop-unchecked").with("what", format!("{}/{UNKNOWN}", kind.id)));
    }
    results.iter().for_each(|result| expect_invalid(&call, result, sheet));
}

/// An edit of a field in the language of the item's first text.
pub(super) fn edit(item: &Item, field: &str, after: &str) -> Edit {
    let language = item.texts.first().map_or("en", |text| text.language.as_str());
    let before = items::value(item, language, field).unwrap_or_default().to_owned();
    let (language, field, after) = (language.to_owned(), field.to_owned(), after.to_owned());
    Edit { language, field, before, after }
}

/// Writes texts with placeholders of secrets, one field at a time and all at once. The requests that leave must have the text
/// and not the secret.
pub(super) async fn hostile(scene: &Scene, lists: &Lists<'_>, sheet: &mut Sheet) {
    for (kind, items) in lists {
        let Some(item) = open_items(items).next() else { continue };
        let edits: Vec<Edit> = kind.fields.iter().map(|field| hostile_edit(scene, item, field)).collect();
        let mut unseen: Vec<&str> = kind.fields.iter().map(|field| field.id.as_str()).collect();
        for edits in edits.iter().map(std::slice::from_ref).chain([&edits[..]]) {
            let requests = hostile_requests(scene, kind, item, edits, sheet).await;
            unseen.retain(|field| !requests.iter().any(|request| request.has(&marker(field))));
        }
        if !unseen.is_empty() {
            let what = format!("{}: {}", kind.id, unseen.join(", "));
            sheet.note(&Text::key("cli.shop-unchecked").with("what", what));
        }
    }
}

fn marker(field: &str) -> String {
    format!("{HOSTILE}-{field}.")
}

fn hostile_edit(scene: &Scene, item: &Item, field: &Field) -> Edit {
    let secrets = scene.server.conversation().secrets.iter();
    let placeholders: Vec<String> =
        secrets.map(|name| format!("{{secret:{name}}} {{basic:{name}}}")).collect();
    edit(item, &field.id, &format!("{} {}", marker(&field.id), placeholders.join(" ")))
}

/// The requests of a call of `write` with these edits; one with a secret beside a hostile text is a finding.
async fn hostile_requests(
    scene: &Scene,
    kind: &Kind,
    item: &Item,
    edits: &[Edit],
    sheet: &mut Sheet,
) -> Vec<Received> {
    let call = format!("write {}", kind.id);
    scene.play(Play::Anything);
    let change = Change { id: item.id.clone(), edits: edits.to_vec() };
    let done = scene.stage.write(LANGUAGE, &kind.id, vec![change]).await;
    sheet.is_within(&call, &done);
    let requests = scene.server.requests();
    let secrets = &scene.server.conversation().secrets;
    let reveals =
        |request: &&Received| request.has(HOSTILE) && secrets.iter().any(|name| has_secret(request, name));
    if let Some(request) = requests.iter().find(reveals) {
        let fields: Vec<&str> = edits.iter().map(|edit| edit.field.as_str()).collect();
        let made = format!("{}: {}", fields.join(", "), request.line());
        sheet.found(&call, &Text::key("cli.shop-secret"), made);
    }
    requests
}

fn has_secret(request: &Received, name: &str) -> bool {
    let secret = server::secret(name);
    request.has(&secret) || request.has(&server::basic(&secret))
}

/// Changes of one item of a kind for a recording, and those that undo them. The first also have an unknown field of another
/// item. `None` if no item has a text to change.
pub(super) fn plan(kind: &Kind, items: &[Item], elements: &[String]) -> Option<[Vec<Change>; 2]> {
    let edits_of = |item: &Item| -> Vec<Edit> {
        kind.fields.iter().filter_map(|field| longer(item, field, elements)).collect()
    };
    let item = open_items(items).find(|item| !edits_of(item).is_empty())?;
    let edits = edits_of(item);
    let undone = |edit: &Edit| {
        let Edit { language, field, before, after } = edit.clone();
        Edit { language, field, before: after, after: before }
    };
    let back = Change { id: item.id.clone(), edits: edits.iter().map(undone).collect() };
    let other = items.iter().find(|other| other.id != item.id);
    let wrong = other.map(|other| Change { id: other.id.clone(), edits: vec![edit(other, UNKNOWN, "x")] });
    let there = wrong.into_iter().chain([Change { id: item.id.clone(), edits }]).collect();
    Some([there, vec![back]])
}

/// The text of a field with something behind it. An address is left as it is: a redirect would stay.
fn longer(item: &Item, field: &Field, elements: &[String]) -> Option<Edit> {
    let known = edit(item, &field.id, "");
    let more = match field.format {
        Format::Html if elements.iter().any(|element| element == "p") => "<p>Sitewright</p>",
        Format::Html => return None,
        Format::Line | Format::Plain => " Sitewright",
    };
    let after = format!("{}{more}", known.before);
    let fits = field.most.is_none_or(|most| after.chars().count() <= most as usize);
    let is_text = field.id != "slug" && !known.before.is_empty();
    (fits && is_text).then_some(Edit { after, ..known })
}
