//! Outlines of articles: frames of headings to fill in, and the checks of an outline.

use super::Article;
use super::title::{Kind, Title};
use crate::brief::Brief;
use crate::check::Checks;
use crate::decimal::Decimal;
use crate::ideas::topic::fitting;
use crate::limit::{Level, Limit};
use crate::material::capitalized;
use crate::template::fill;
use crate::units::{Unit, bare, lower};

/// A tree of at most `count` headings with questions in place of what only the author knows; where the subject has
/// fewer, a note says so.
///
/// Texts, each of the form "heading // heading below it // …" with `{keyword}`, `{one}` and `{other}`: `frame.<kind of
/// title>`, with `frame.part` for each part that the title announces, then of `frame.common`, `frame.end` and
/// `frame.faq` those that fit the subject, see [`fitting`]; `frame.phrase` for a keyword that is not in the title,
/// `frame.readers` with `{audience}`, `frame.fewer` with `{count}` and `{ordered}`; `frame.entry` with `{noun}` and
/// `{number}`, and `frame.group`, for the entries of a list.
pub fn frame<I>(brief: &Brief<'_, I>, article: &Article, count: usize, faq: bool) -> String {
    let title = article.heading(brief);
    // A keyword that the title has not is seldom a heading: "KSeF small company".
    let is_title = |keyword: &str| !keyword.is_empty() && lower(&title.core).contains(&lower(keyword));
    let named = is_title(&article.keyword) && title.kind != Kind::Comparison;
    let topic =
        if named { whole(&title.core, &article.keyword) } else { title.person().unwrap_or(&title.core) };
    let (one, other) = title.sides.clone().unwrap_or_default();
    // A question keeps its mark.
    let asks =
        article.title.contains('?') && !named && title.kind == Kind::Question && title.person().is_none();
    let values = [("keyword", topic), ("one", &one), ("other", &other)];
    // A list of exactly as many entries as sections needs no other section.
    let is_full = title.kind == Kind::List && title.count + usize::from(faq) == count;
    // A part that the title announces needs no other section that asks the same.
    let is_covered = |section: &[String]| {
        section.first().is_some_and(|heading| title.parts.iter().any(|part| asks_alike(part, heading)))
    };
    let kind = title.topic().letter();
    let own = |key: &str| fitting(brief.list(key), &title.core, kind);
    let end = own("frame.end").into_iter().map(|line| section(line, &values)).find(|end| !is_covered(end));
    // The answer comes before a closing.
    let end = end.filter(|_| !is_full && count > 2 + usize::from(faq));
    let ends = end.is_some();
    let body = count - usize::from(faq) - usize::from(ends);
    let mut sections: Vec<Vec<String>> = match title.kind {
        Kind::List => entries(brief, &title, body),
        _ => {
            brief.list(&["frame", title.pool()].join(".")).iter().map(|line| section(line, &values)).collect()
        }
    };
    if title.kind != Kind::List {
        let mut place = 0;
        sections.retain(|section| {
            place += 1;
            place == 1 || !is_covered(section)
        });
        let parts = title.parts.iter().map(|part| section(brief.text("frame.part"), &[("part", part)]));
        sections.splice(1..1, parts);
    }
    let missing = body.saturating_sub(sections.len());
    let common = own("frame.common").into_iter().map(|line| section(line, &values));
    let common: Vec<Vec<String>> =
        common.filter(|section| !sections.contains(section) && !is_covered(section)).take(missing).collect();
    sections.extend(common);
    sections.truncate(body);
    sections.extend(end);
    let questions = faq.then(|| own("frame.faq").into_iter().next()).flatten();
    sections.extend(questions.map(|line| section(line, &values)));
    if asks && let Some(heading) = sections.first_mut().and_then(|section| section.first_mut()) {
        *heading = heading.replacen(": [", "? [", 1);
    }
    let mut out = String::new();
    for (place, heading) in sections.iter().flat_map(|section| section.iter().enumerate()) {
        out.push_str(if out.is_empty() { "" } else { "\n" });
        out.push_str(if place == 0 { "## " } else { "### " });
        out.push_str(heading);
    }
    if !named && !article.keyword.is_empty() {
        out.push_str("\n\n");
        out.push_str(&brief.fill("frame.phrase", &[("keyword", &article.keyword)]));
    }
    if !brief.voice.audience.is_empty() {
        out.push_str("\n\n");
        out.push_str(&brief.fill("frame.readers", &[("audience", &brief.voice.audience)]));
    }
    if sections.len() < count {
        out.push_str("\n\n");
        let numbers = [("count", &*sections.len().decimal()), ("ordered", &*count.decimal())];
        out.push_str(&brief.fill("frame.fewer", &numbers));
    }
    out
}

/// The letters by which inflected forms of a word are recognised, and the shortest word.
const STEM: usize = 5;
const SHORTEST: usize = 6;

/// Whether a heading in brackets asks what a part of the title says: "co musi zrobić firma", "[Co trzeba zrobić?]".
fn asks_alike(part: &str, heading: &str) -> bool {
    let heading = lower(heading);
    let has = |stem: &str| heading.split([' ', '[', '/']).any(|word| word.starts_with(stem));
    lower(part).split(' ').map(bare).any(|word| {
        let stem: String = word.chars().take(STEM).collect();
        heading.starts_with('[')
            && (word == "do" && part.contains(' ') && has("done")
                || word.chars().count() >= SHORTEST && has(&stem))
    })
}

/// A keyword with the words after it in the title: "cargo bike for families".
fn whole<'t>(core: &'t str, keyword: &'t str) -> &'t str {
    let lowered = lower(core);
    let place = lowered.find(&lower(keyword)).filter(|_| lowered.len() == core.len());
    place.and_then(|place| core.get(place..)).unwrap_or(keyword)
}

/// A heading and those below it.
fn section(line: &str, values: &[(&str, &str)]) -> Vec<String> {
    line.split("//").map(|part| capitalized(&fill(part.trim(), values))).collect()
}

/// The entries that the title announces: as sections, or below fewer sections if there are many.
fn entries<I>(brief: &Brief<'_, I>, title: &Title, body: usize) -> Vec<Vec<String>> {
    let entry =
        |place: usize| brief.fill("frame.entry", &[("noun", title.noun), ("number", &(place + 1).decimal())]);
    if title.count <= body {
        return (0..title.count).map(|place| vec![entry(place)]).collect();
    }
    // A group has at least two entries.
    let groups = body.min(title.count / 2);
    let group = |place: usize| {
        let heading = brief.fill("frame.group", &[("number", &(place + 1).decimal())]);
        let entries = place * title.count / groups..(place + 1) * title.count / groups;
        std::iter::once(heading).chain(entries.map(entry)).collect()
    };
    (0..groups).map(group).collect()
}

/// The headings of an answer with one mark each, without the article's own title and bold marks.
pub fn shape(answer: &str) -> String {
    let lines = answer.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.replace("**", "")).collect::<Vec<_>>().join("\n")
}

/// Depth and text of every heading.
fn headings(outline: &str) -> Vec<(usize, &str)> {
    let heading = |line: &'_ str| line.bytes().take_while(|byte| *byte == b'#').count();
    let lines = outline.lines().map(|line| (heading(line), line));
    lines.filter(|(depth, _)| *depth > 0).map(|(depth, line)| (depth, line[depth..].trim())).collect()
}

/// The rules of an outline: `sections` of `count`, `skipped-levels`, `not-headings`, `same-headings`,
/// `keyphrase-share` and, if requested, `no-faq`, recognised by the texts `faq.names`.
pub fn check<I>(
    brief: &Brief<'_, I>,
    article: &Article,
    outline: &str,
    (count, faq): (u32, bool),
    checks: &mut Checks,
) {
    let all = headings(outline);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let sections = number(all.iter().filter(|(depth, _)| *depth == 2).count());
    let style = |min, max| Limit::between(Unit::Items, min, max, Level::Recommended);
    checks.named("outline", "sections", style(count, count), sections);
    let mut above = 1;
    let mut skipped = 0;
    for (depth, _) in &all {
        skipped += u32::from(*depth > above + 1 || *depth == 1);
        above = *depth;
    }
    let mut rule = |name: &str, broken: u32| checks.rule("outline", name, Level::Recommended, broken, &[]);
    rule("skipped-levels", skipped);
    rule("not-headings", number(outline.lines().filter(|line| !line.trim().is_empty()).count() - all.len()));
    let texts: Vec<String> = all.iter().map(|(_, text)| lower(text)).collect();
    let repeated = texts.iter().enumerate().filter(|(place, text)| texts[..*place].contains(text)).count();
    rule("same-headings", number(repeated));
    if faq {
        let names = brief.list("faq.names");
        rule("no-faq", u32::from(!texts.iter().any(|text| names.iter().any(|name| text.contains(name)))));
    }
    let keyphrase = article.keyphrase();
    if !keyphrase.is_empty() && !all.is_empty() {
        let keyed = all.iter().filter(|(_, text)| keyphrase.stands_in(text)).count();
        checks.named("outline", "keyphrase-share", style(30, 75), number(keyed * 100 / all.len()));
    }
}
