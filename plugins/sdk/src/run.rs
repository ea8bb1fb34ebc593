//! One run: input, requests, repairs, outcome.

use crate::answer::{Flaw, clean, is_plain, plain};
use crate::avoid::find_avoided;
use crate::brief::Brief;
use crate::check::{self, Check, Checks};
use crate::form::{self, Input};
use crate::generator::Generator;
use crate::host::{Brand, Completion, Descriptor, Failure, Host, Outcome};
use crate::json::Writer;
use crate::language::Language;
use crate::limit::Level;
use crate::output::{Output, Value};
use crate::parts::Joined;
use crate::prompt::Prompt;
use crate::repair::{self, Attempt, REPAIRS, Slot, Source};
use crate::seeing::Seeing;
use crate::texts::Phrases;
use crate::units::{graphemes, is_alphanumeric, lower_letter, words};
use crate::voice::Voice;
use crate::{layout, markdown, schema, typography};

/// Describes the tool for the catalogue and the form.
pub fn describe<G: Generator>(language: &str) -> Descriptor {
    let phrases = Phrases::new(G::texts(), Language::of(language));
    Descriptor {
        name: phrases.text("name").to_owned(),
        summary: phrases.text("summary").to_owned(),
        input: form::schema::<G::Input>(phrases),
        output: schema::schema(G::Variant::default().parts(), phrases),
        example: phrases.example().to_owned(),
    }
}

/// Runs a generator on an input.
///
/// Generic over the host, so that a component imports only what a run calls.
pub fn run<G: Generator>(host: &impl Host, input: &str) -> Result<Outcome, Failure> {
    let screen = Phrases::new(G::texts(), Language::of(&host.interface_language()));
    let project = host.project();
    let fallback =
        project.as_ref().and_then(|project| Language::known(&project.language)).unwrap_or(screen.language);
    let input: G::Input = form::read(input, screen, fallback)?;
    let (voice, brand) = (input.voice().unwrap_or(const { &Voice::UNSET }), host.brand().unwrap_or_default());
    let phrases = screen.in_language(voice.language);
    let brief = Brief::new(&input, voice, &brand, project.as_ref(), phrases, G::subject(&input));
    let images = G::images(&input);
    let mut attempts = if images.is_empty() {
        write::<G>(host, &brief, screen)?
    } else {
        write::<G>(&Seeing { host, images }, &brief, screen)?
    };
    for attempt in attempts.iter_mut().filter(|attempt| attempt.drafted && G::SETS_DRAFTS) {
        typography::set(&mut attempt.variant, brief.language());
    }
    let frame = attempts.iter().all(|attempt| attempt.drafted) && G::is_frame(&brief);
    // The headings of the parts are in the text's language; a tool without a language field uses the interface
    // language.
    let labels = if input.voice().is_some() { phrases } else { screen };
    Ok(outcome::<G>(&attempts, &input, screen, labels, frame))
}

/// The ordered number of variants.
fn ordered(input: &impl Input) -> usize {
    input.variants().unwrap_or(1).clamp(1, 20) as usize
}

/// Generates, measures, repairs. Failed variants are omitted as long as one succeeded.
fn write<G: Generator>(
    host: &dyn Host,
    brief: &Brief<'_, G::Input>,
    screen: Phrases,
) -> Result<Vec<Attempt<G::Variant>>, Failure> {
    let count = ordered(brief.input);
    let parts = G::Variant::default().parts();
    let opening = |place| G::prompt(brief, place).open(brief, parts, &[]);
    let mut slots: Vec<Slot<G::Variant>> = (0..count).map(|place| Slot::new(place, opening(place))).collect();
    host.progress(0, 1, screen.text("progress.writing"));
    for (place, answer) in answers::<G>(host, brief, &mut slots).into_iter().enumerate() {
        take::<G>(&mut slots, place, answer, brief, screen);
    }
    for _ in 0..REPAIRS {
        let open: Vec<usize> = (0..slots.len()).filter(|place| slots[*place].is_open()).collect();
        if open.is_empty() {
            break;
        }
        host.progress(0, 1, screen.text("progress.repairing"));
        for (place, answer) in open.iter().zip(ask::<G>(host, brief, &slots, &open)) {
            take::<G>(&mut slots, *place, answer, brief, screen);
        }
    }
    let (done, failed): (Vec<_>, Vec<_>) =
        slots.into_iter().map(|slot| slot.finish(screen)).partition(Result::is_ok);
    match failed.into_iter().find_map(Result::err) {
        Some(failure) if done.is_empty() => Err(failure),
        _ => Ok(done.into_iter().filter_map(Result::ok).collect()),
    }
}

/// The first answers. Drafts are made once it is known that no model will answer; slots without one are removed.
fn answers<G: Generator>(
    host: &dyn Host,
    brief: &Brief<'_, G::Input>,
    slots: &mut Vec<Slot<G::Variant>>,
) -> Vec<Result<Completion, Failure>> {
    let places: Vec<usize> = (0..slots.len()).collect();
    let answers = ask::<G>(host, brief, slots, &places);
    let unconnected = answers.iter().all(|answer| matches!(answer, Err(Failure::NeedsModel)));
    if !unconnected || G::needs_model(brief) {
        return answers;
    }
    // Rules do not translate: texts of the brand kit in another language are only for the model.
    let brand = brief.brand.spoken(brief.language());
    let drafting =
        Brief::new(brief.input, brief.voice, &brand, brief.project, brief.phrases, G::subject(brief.input));
    let mut texts: Vec<String> = Vec::with_capacity(slots.len());
    for mut draft in G::drafts(&drafting, slots.len()).into_iter().take(slots.len()) {
        G::finish(brief, &mut draft);
        let text = layout::print(&draft, brief.phrases);
        if !texts.iter().any(|known| is_same(known, &text)) {
            slots[texts.len()].draft = draft;
            texts.push(text);
        }
    }
    slots.truncate(texts.len());
    host.complete_all(slots.iter().zip(texts).map(|(slot, text)| slot.question(Some(text))).collect())
}

/// Whether the same letters and digits stand in both, in the same order.
fn is_same(one: &str, other: &str) -> bool {
    fn signs(text: &str) -> impl Iterator<Item = char> {
        text.chars().filter(|sign| is_alphanumeric(*sign)).map(lower_letter)
    }
    signs(one).eq(signs(other))
}

/// Asks for the variants in these slots: the first time, or again with what is wrong with them.
fn ask<G: Generator>(
    host: &dyn Host,
    brief: &Brief<'_, G::Input>,
    slots: &[Slot<G::Variant>],
    places: &[usize],
) -> Vec<Result<Completion, Failure>> {
    let words = places.iter().map(|place| slots[*place].words()).fold(0, u32::saturating_add);
    let apart = || host.complete_all(places.iter().map(|place| slots[*place].next(brief.phrases)).collect());
    if places.len() < 2 || words > G::TOGETHER {
        return apart();
    }
    let mut prompts = places.iter().map(|place| G::prompt(brief, *place));
    let Some(first) = prompts.next() else { return Vec::new() };
    let others: Vec<Prompt> = prompts.collect();
    let parts = G::Variant::default().parts();
    let open: Vec<&Slot<G::Variant>> = places.iter().map(|place| &slots[*place]).collect();
    let request = repair::together(&open, first.open(brief, parts, &others), brief.phrases);
    let answer = match host.complete_all(vec![request]).pop() {
        Some(Ok(answer)) => answer,
        // The words that are left may be enough for some of them.
        Some(Err(Failure::LimitReached(_))) => return apart(),
        Some(Err(Failure::NeedsModel)) => return places.iter().map(|_| Err(Failure::NeedsModel)).collect(),
        other => {
            let unusable = || Failure::Unavailable(brief.text("run-errors.unusable").to_owned());
            let first = other.and_then(Result::err).unwrap_or_else(unusable);
            let rest = places[1..].iter().map(|_| Err(unusable()));
            return std::iter::once(Err(first)).chain(rest).collect();
        }
    };
    // A variant without an answer is empty, and requested again.
    let texts = layout::pieces::<G::Variant>(&clean(&answer.text), brief.phrases);
    let texts = texts.into_iter().chain(std::iter::repeat(String::new()));
    texts.take(places.len()).map(|text| Ok(Completion { text, words: 0, drafted: answer.drafted })).collect()
}

/// Gives the slot at `place` its answer, measured against the variants in the other slots.
fn take<G: Generator>(
    slots: &mut [Slot<G::Variant>],
    place: usize,
    answer: Result<Completion, Failure>,
    brief: &Brief<'_, G::Input>,
    screen: Phrases,
) {
    let (before, rest) = slots.split_at_mut(place);
    let Some((slot, after)) = rest.split_first_mut() else { return };
    let others: Vec<&G::Variant> = before.iter().chain(after.iter()).filter_map(Slot::best).collect();
    slot.take(answer, brief.phrases, screen, |source, flaw| measure::<G>(brief, source, flaw, &others));
}

/// A normalised variant with all its checks.
fn measure<G: Generator>(
    brief: &Brief<'_, G::Input>,
    source: Source<'_, G::Variant>,
    flaw: Option<Flaw>,
    others: &[&G::Variant],
) -> (G::Variant, Vec<Check>) {
    let variant = match &source {
        // The limits are those of the finished text.
        Source::Draft(draft) if G::is_frame(brief) => return ((*draft).clone(), Vec::new()),
        Source::Draft(draft) => (*draft).clone(),
        Source::Answer(answer, _) => {
            let mut variant: G::Variant = layout::parse(answer, brief.phrases);
            make_plain(&mut variant);
            // What a tool adds must not hide that the model wrote nothing.
            if layout::missing(&variant, brief.phrases).is_empty() {
                G::finish(brief, &mut variant);
            }
            variant
        }
    };
    let mut checks = Checks::new(brief.phrases, matches!(source, Source::Draft(_)));
    checks.missing(&variant);
    checks.measure(&variant);
    G::check(brief, &variant, &mut checks);
    G::compare(brief, &variant, others, &mut checks);
    avoid(brief.brand, &variant, &mut checks);
    if let Source::Answer(_, known) = source {
        known.check(&variant, brief.language(), &mut checks);
    }
    if let Some(flaw) = flaw {
        checks.rule(
            variant.parts().first().map_or("", |part| part.name),
            flaw.id(),
            Level::Recommended,
            1,
            &[],
        );
    }
    (variant, checks.finish())
}

/// Removes Markdown's marks from every part that is not Markdown.
fn make_plain(variant: &mut impl Output) {
    for (place, _) in variant.parts().iter().enumerate().filter(|(_, part)| part.format != "markdown") {
        let lines = match variant.value(place) {
            Value::Text(text) if is_plain(text) => continue,
            Value::Text(text) => vec![plain(text)],
            Value::List(list) => list.iter().map(|entry| plain(entry)).collect(),
            Value::Number(_) => continue,
        };
        variant.set(place, lines);
    }
}

/// Checks for words that the brand avoids.
fn avoid(brand: &Brand, variant: &impl Output, checks: &mut Checks) {
    if brand.avoid.is_empty() {
        return;
    }
    for (place, part) in variant.parts().iter().enumerate() {
        let found: Vec<&str> = match variant.value(place) {
            Value::Text(text) => find_avoided(text, &brand.avoid).collect(),
            Value::List(list) => find_avoided(&list.joined("\n"), &brand.avoid).collect(),
            Value::Number(_) => continue,
        };
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        checks.rule(part.name, "avoided", Level::Hard, count, &[("words", &found.joined(", "))]);
    }
}

fn outcome<G: Generator>(
    attempts: &[Attempt<G::Variant>],
    input: &G::Input,
    screen: Phrases,
    labels: Phrases,
    frame: bool,
) -> Outcome {
    let mut data = Writer::default();
    data.object(|json| {
        json.key("drafted").flag(attempts.iter().any(|attempt| attempt.drafted));
        if frame {
            json.key("frame").flag(true);
        }
        let ordered = ordered(input);
        if attempts.len() < ordered {
            json.key("ordered").number(i64::try_from(ordered).unwrap_or_default());
        }
        json.key("variants")
            .array(|json| attempts.iter().for_each(|attempt| variant(json, attempt, screen.language)));
    });
    let variants = attempts.iter().map(|attempt| &attempt.variant);
    let text = if frame {
        [
            labels.text("output.frame.heading"),
            "\n\n",
            &markdown::assemble(variants, labels, |_| String::new()),
        ]
        .concat()
    } else {
        markdown::assemble(variants, labels, |variant| G::appendix(input, variant))
    };
    Outcome { title: title(screen.text("name"), G::subject(input)), text, data: data.finish() }
}

fn variant<V: Output>(json: &mut Writer, attempt: &Attempt<V>, screen: Language) {
    json.object(|json| {
        for (place, part) in attempt.variant.parts().iter().enumerate() {
            json.key(part.name);
            match attempt.variant.value(place) {
                Value::Text(text) => json.text(text),
                Value::Number(number) => json.number(number),
                Value::List(list) => json.texts(list.iter().map(String::as_str)),
            };
        }
        check::write(&attempt.checks, screen, json.key("checks"));
    });
}

/// Longest subject in a document's title, in characters.
const LONGEST_SUBJECT: usize = 70;

/// "Facebook post: grand opening", whole words only.
fn title(name: &str, subject: &str) -> String {
    let line = subject.lines().next().unwrap_or_default();
    let mut short = String::new();
    let mut length = 0;
    for word in line.split_whitespace() {
        length += graphemes(word) + 1;
        if !short.is_empty() && length > LONGEST_SUBJECT + 1 {
            short = short.trim_end_matches([',', ';', ':', '–', '-', ' ']).to_owned() + "…";
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    if words(&short).next().is_none() { name.to_owned() } else { [name, ": ", &short].concat() }
}
