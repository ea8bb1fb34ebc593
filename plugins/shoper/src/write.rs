//! Writes changed fields: a bulk of partial updates, in which each item has its own result.

use sitewright_sdk::shop::{Change, Client, Edit, Fault, invalid, locale_of};

use crate::api::{Api, Call};
use crate::kinds::{Kind, Place};
use crate::{BATCH, is_id, moves};

pub type Results = Vec<Result<(), Fault>>;

/// A call for one of the changes.
pub struct Task {
    pub change: usize,
    pub call: Call,
}

pub fn write<C: Client>(api: &Api<'_, C>, kind: &'static Kind, changes: &[Change]) -> Results {
    let mut results: Results = changes.iter().map(|change| valid(api, kind, change)).collect();
    let moved = moves::prepare(api, kind, changes, &mut results);
    let updates = open(changes, &results).filter_map(|(at, change)| {
        let call = update(kind, change)?;
        Some(Task { change: at, call })
    });
    run(api, updates.collect(), &mut results);
    moves::finish(api, kind, changes, moved, &mut results);
    let images = open(changes, &results).flat_map(|(at, change)| {
        image_updates(change).into_iter().map(move |call| Task { change: at, call })
    });
    run(api, images.collect(), &mut results);
    results
}

/// The changes without a fault so far.
pub fn open<'c>(
    changes: &'c [Change],
    results: &[Result<(), Fault>],
) -> impl Iterator<Item = (usize, &'c Change)> {
    changes.iter().enumerate().zip(results).filter(|(_, result)| result.is_ok()).map(|(change, _)| change)
}

fn valid<C: Client>(api: &Api<'_, C>, kind: &Kind, change: &Change) -> Result<(), Fault> {
    if !is_id(&change.id) {
        return Err(Fault::NotFound);
    }
    let known = |edit: &Edit| match alt(edit) {
        Some(image) => kind.has_images() && is_id(image),
        None => kind.field(&edit.field).is_some(),
    };
    match change.edits.iter().find(|edit| !known(edit)) {
        Some(edit) => Err(invalid(&edit.field, "", api.phrases)),
        None => Ok(()),
    }
}

/// The id of the image whose alternative text is edited.
fn alt(edit: &Edit) -> Option<&str> {
    edit.field.strip_prefix("alt:")
}

/// The partial update of an item; none if only its images change.
fn update(kind: &'static Kind, change: &Change) -> Option<Call> {
    let edits: Vec<_> =
        change.edits.iter().filter_map(|edit| Some((edit, kind.field(&edit.field)?))).collect();
    if edits.is_empty() {
        return None;
    }
    let of_item = |place: Place| edits.iter().filter(move |(_, field)| field.place == place);
    Some(Call::put(kind.resource, &change.id, |json| {
        json.object(|json| {
            for (edit, field) in of_item(Place::Item) {
                json.key(field.name).text(&edit.after);
            }
            let translated = of_item(Place::Translation);
            let languages = languages(translated.clone().map(|(edit, _)| *edit));
            if languages.is_empty() {
                return;
            }
            json.key("translations").object(|json| {
                for language in languages {
                    json.named(&locale_of(language)).object(|json| {
                        for (edit, field) in translated.clone().filter(|(edit, _)| edit.language == language)
                        {
                            json.key(field.name).text(&edit.after);
                        }
                    });
                }
            });
        });
    }))
}

/// The updates of the images of a product, one for each image.
fn image_updates(change: &Change) -> Vec<Call> {
    let mut images: Vec<&str> = change.edits.iter().filter_map(alt).collect();
    images.sort_unstable();
    images.dedup();
    let update = |image: &str| {
        let edits: Vec<&Edit> = change.edits.iter().filter(|edit| alt(edit) == Some(image)).collect();
        Call::put("product-images", image, |json| {
            json.object(|json| {
                json.key("translations").object(|json| {
                    for edit in edits {
                        json.named(&locale_of(&edit.language)).object(|json| {
                            json.key("name").text(&edit.after);
                        });
                    }
                });
            });
        })
    };
    images.into_iter().map(update).collect()
}

/// Each language once, in the order of the edits.
fn languages<'e>(edits: impl Iterator<Item = &'e Edit>) -> Vec<&'e str> {
    let mut languages: Vec<&str> = Vec::new();
    for edit in edits {
        if !languages.contains(&edit.language.as_str()) {
            languages.push(&edit.language);
        }
    }
    languages
}

/// Makes the calls, and adds their faults to the results. After a bulk that was not answered no further one is sent.
pub fn run<C: Client>(api: &Api<'_, C>, tasks: Vec<Task>, results: &mut Results) {
    let mut broken: Option<Fault> = None;
    let (places, calls): (Vec<usize>, Vec<Call>) =
        tasks.into_iter().map(|task| (task.change, task.call)).unzip();
    for (places, calls) in places.chunks(BATCH).zip(calls.chunks(BATCH)) {
        let outcomes = match &broken {
            Some(fault) => Err(fault.clone()),
            None => outcomes(api, calls),
        };
        for (nth, place) in places.iter().enumerate() {
            let outcome = match &outcomes {
                Ok(outcomes) => outcomes[nth].clone(),
                Err(fault) => Err(fault.clone()),
            };
            if results[*place].is_ok() {
                results[*place] = outcome;
            }
        }
        broken = outcomes.err();
    }
}

fn outcomes<C: Client>(api: &Api<'_, C>, calls: &[Call]) -> Result<Results, Fault> {
    let text = api.bulk(calls)?;
    let answers = api.answers(&text, calls)?;
    Ok(answers.iter().map(|answer| answer.success(api.phrases)).collect())
}
