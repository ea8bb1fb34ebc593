//! Redirects from the old addresses of items whose slug changes.
//!
//! The redirect from the old address exists before the slug changes, so that the address leads to the item at every
//! moment: the shop prefers a page to a redirect. A redirect from the new address, which an earlier change made, is
//! removed when the page is there again.

use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{Change, Client, Fault, locale_of};

use crate::api::{Answer, Api, Call};
use crate::kinds::{Kind, Place};
use crate::known::Settings;
use crate::write::{Results, Task, open, run};
use crate::{BATCH, is_id, path_of};

/// The slug of a change in one language.
pub struct Move {
    change: usize,
    locale: String,
    /// The old address.
    route: String,
    /// The id of its redirect, if this call has made it.
    made: Option<String>,
}

/// Makes the redirects from the old addresses. A change without its redirect gets a fault, and is not written.
pub fn prepare<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    results: &mut Results,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let wanted: Vec<usize> =
        open(changes, results).filter(|(_, change)| moves_of(change) > 0).map(|(at, _)| at).collect();
    for wanted in wanted.chunks(BATCH) {
        if let Err(fault) = prepare_some(api, kind, changes, wanted, results, &mut moves) {
            wanted.iter().for_each(|at| results[*at] = Err(fault.clone()));
        }
    }
    moves
}

fn moves_of(change: &Change) -> usize {
    change.edits.iter().filter(|edit| edit.field == "slug").count()
}

fn prepare_some<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    wanted: &[usize],
    results: &mut Results,
    moves: &mut Vec<Move>,
) -> Result<(), Fault> {
    let settings = Settings::load(api, false)?;
    let mut found = Vec::new();
    addresses(api, kind, changes, wanted, |at, object, outcome| match outcome {
        Err(fault) => results[at] = Err(fault),
        Ok(()) => {
            for locale in locales(kind, &changes[at], object, &settings) {
                let route = address(kind, object, &locale);
                found.push(Move { change: at, locale, route, made: None });
            }
        }
    })?;
    // An item without an address of its own has none to keep.
    found.retain(|moved| !moved.route.is_empty());
    let known = redirects(api, found.iter().map(|moved| moved.route.as_str()))?;
    let mut tasks = Vec::new();
    for (at, moved) in found.iter().enumerate() {
        let lang_id = settings.id(&moved.locale);
        let target = Target { kind, id: &changes[moved.change].id, lang_id, route: &moved.route };
        match known.iter().find(|known| known.route == moved.route && known.serves(lang_id)) {
            Some(known) if known.leads_to(&target) => {}
            Some(known) => tasks.push((at, Call::put("redirects", &known.id, |json| target.write(json)))),
            None => tasks.push((at, Call::post("redirects", |json| target.write(json)))),
        }
    }
    make(api, tasks, &mut found, results)?;
    moves.append(&mut found);
    Ok(())
}

/// Makes redirects, and notes their ids.
fn make<C: Client>(
    api: &Api<'_, C>,
    tasks: Vec<(usize, Call)>,
    moves: &mut [Move],
    results: &mut Results,
) -> Result<(), Fault> {
    let (places, calls): (Vec<usize>, Vec<Call>) = tasks.into_iter().unzip();
    for (places, calls) in places.chunks(BATCH).zip(calls.chunks(BATCH)) {
        let text = api.bulk(calls)?;
        for ((place, call), answer) in places.iter().zip(calls).zip(api.answers(&text, calls)?) {
            let moved = &mut moves[*place];
            match answer.success(api.phrases) {
                // One that led elsewhere is not undone: the item had the address, not the other.
                Ok(()) => moved.made = id_of(&answer).filter(|_| call.is_post()),
                Err(fault) => results[moved.change] = Err(fault),
            }
        }
    }
    Ok(())
}

/// The id of a redirect that was made: a number alone, or in the object.
fn id_of(answer: &Answer<'_>) -> Option<String> {
    let id = match &answer.body {
        Value::Object(_) => answer.body.get("redirect_id").text(),
        body => body.text(),
    };
    Some(id.to_owned()).filter(|id| is_id(id))
}

/// Removes the redirects of changes that were not made, and those from the new addresses of the others.
pub fn finish<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    moves: Vec<Move>,
    results: &mut Results,
) {
    let unmade = moves.iter().filter(|moved| {
        // After `unavailable` it is unknown whether the slug has changed.
        matches!(results[moved.change], Err(Fault::Invalid(_) | Fault::Denied(_) | Fault::NotFound))
    });
    let unmade = unmade.filter_map(|moved| moved.made.as_deref());
    let undo: Vec<Task> = unmade.map(|id| Task { change: 0, call: Call::delete("redirects", id) }).collect();
    // Their changes have a fault already.
    run(api, undo, &mut vec![Ok(())]);
    let mut moved: Vec<usize> =
        moves.iter().map(|moved| moved.change).filter(|at| results[*at].is_ok()).collect();
    moved.dedup();
    for wanted in moved.chunks(BATCH) {
        if let Err(fault) = finish_some(api, kind, changes, wanted, &moves, results) {
            wanted.iter().for_each(|at| results[*at] = Err(fault.clone()));
        }
    }
}

fn finish_some<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    changes: &[Change],
    wanted: &[usize],
    moves: &[Move],
    results: &mut Results,
) -> Result<(), Fault> {
    let mut routes = Vec::new();
    addresses(api, kind, changes, wanted, |at, object, outcome| {
        if outcome.is_ok() {
            let locales = moves.iter().filter(|moved| moved.change == at).map(|moved| &moved.locale);
            routes.extend(locales.map(|locale| (at, address(kind, object, locale))));
        }
    })?;
    routes.retain(|(_, route)| !route.is_empty());
    let known = redirects(api, routes.iter().map(|(_, route)| route.as_str()))?;
    let change_of = |route: &str| routes.iter().find(|(_, known)| known == route).map(|(at, _)| *at);
    let tasks = known.iter().filter_map(|redirect| {
        Some(Task { change: change_of(&redirect.route)?, call: Call::delete("redirects", &redirect.id) })
    });
    run(api, tasks.collect(), results);
    Ok(())
}

/// Reads the items of changes.
fn addresses<C: Client>(
    api: &Api<'_, C>,
    kind: &Kind,
    changes: &[Change],
    wanted: &[usize],
    mut each: impl FnMut(usize, &Value<'_>, Result<(), Fault>),
) -> Result<(), Fault> {
    let calls: Vec<Call> = wanted.iter().map(|at| Call::get_one(kind.resource, &changes[*at].id)).collect();
    let text = api.bulk(&calls)?;
    for (at, answer) in wanted.iter().zip(api.answers(&text, &calls)?) {
        each(*at, &answer.body, answer.success(api.phrases));
    }
    Ok(())
}

/// The locales in which the slug of a change is new.
fn locales(kind: &Kind, change: &Change, object: &Value<'_>, settings: &Settings) -> Vec<String> {
    let edits = change.edits.iter().filter(|edit| edit.field == "slug");
    let own = object.get("lang_id").text();
    let own = settings.languages.iter().find(|(id, _)| id == own).map(|(_, locale)| locale);
    let locale = |language: &str| {
        own.filter(|_| kind.has_one_language()).cloned().unwrap_or_else(|| locale_of(language))
    };
    edits.map(|edit| locale(&edit.language)).collect()
}

/// The path of an item in a locale; an item without a full address has its slug.
fn address(kind: &Kind, object: &Value<'_>, locale: &str) -> String {
    let is_own = kind.field("slug").is_some_and(|slug| slug.place == Place::Item);
    let texts = if is_own { object } else { object.at(&["translations", locale]) };
    match (path_of(texts.get("permalink").text()), texts.get("seo_url").text().trim_start_matches('/')) {
        ("", "") => String::new(),
        ("", slug) => ["/", slug].concat(),
        (path, _) => path.to_owned(),
    }
}

/// A redirect of the shop.
struct Redirect {
    id: String,
    route: String,
    kind: String,
    object: String,
    lang_id: String,
}

/// Where a redirect shall lead.
struct Target<'t> {
    kind: &'static Kind,
    id: &'t str,
    lang_id: &'t str,
    route: &'t str,
}

impl Redirect {
    fn serves(&self, lang_id: &str) -> bool {
        self.lang_id.is_empty() || lang_id.is_empty() || self.lang_id == lang_id
    }

    fn leads_to(&self, target: &Target<'_>) -> bool {
        self.object == target.id && self.kind.parse() == Ok(target.kind.redirect)
    }
}

impl Target<'_> {
    fn write(&self, json: &mut sitewright_sdk::json::Writer) {
        json.object(|json| {
            json.key("route").text(self.route).key("type").number(self.kind.redirect);
            json.key("object_id").text(self.id);
            if !self.lang_id.is_empty() {
                json.key("lang_id").text(self.lang_id);
            }
        });
    }
}

/// The redirects from these addresses.
fn redirects<'r, C: Client>(
    api: &Api<'_, C>,
    routes: impl Iterator<Item = &'r str>,
) -> Result<Vec<Redirect>, Fault> {
    let routes: Vec<&str> = routes.collect();
    let mut found = Vec::new();
    // Of fifty at most: a page. An address is long, and so would be the address of the request.
    for routes in routes.chunks(10) {
        let call = Call::get("redirects").with("limit", "50").among("route", routes.iter().copied());
        let text = api.get(&call)?;
        found.extend(api.parsed(&text)?.get("list").list().iter().map(|redirect| Redirect {
            id: redirect.get("redirect_id").text().to_owned(),
            route: redirect.get("route").text().to_owned(),
            kind: redirect.get("type").text().to_owned(),
            object: redirect.get("object_id").text().to_owned(),
            lang_id: redirect.get("lang_id").text().to_owned(),
        }));
    }
    Ok(found)
}
