//! Outlines of articles: headings composed of a tool's lines, and their checks.

use super::title::{Kind, Title};
use super::{Article, Keyphrase};
use crate::brief::Brief;
use crate::check::Checks;
use crate::decimal::Decimal;
use crate::limit::{Level, Limit};
use crate::material::capitalized;
use crate::template::{address, fill};
use crate::units::{Unit, lower};
use crate::voice::AddressForm;

/// One section: its heading with the keyword and without, and the headings below it.
struct Section {
    keyed: String,
    plain: String,
    below: Vec<[String; 2]>,
}

/// The minimum share of headings with the keyphrase in a draft, in percent.
const SHARE: usize = 38;

/// A tree of `count` headings with headings below them.
///
/// Texts, each of the form "with {keyword} // without // heading below // …": `sections.<kind of title>`
/// and `sections.common` in their order, `sections.end`, `sections.faq` with `faq.<kind>` below it
/// ("with // without"); for lists the entries get `angles.<group>`.
pub fn draft<I>(brief: &Brief<'_, I>, article: &Article, count: usize, faq: bool, variant: usize) -> String {
    let title = article.heading(brief);
    let topic = if article.keyword.is_empty() { topic(&title) } else { &article.keyword };
    let lines = Lines::new(brief, article, &title, topic);
    let closes = count >= if faq { 4 } else { 3 };
    let body = count - usize::from(faq) - usize::from(closes);
    let mut sections = match title.kind {
        Kind::List => entries(brief, &lines, &title, body),
        _ => Vec::new(),
    };
    sections.extend(choose(brief, &lines, &title, body - sections.len(), variant));
    thin_out(&mut sections, variant);
    if faq {
        sections.push(questions(brief, &lines, &title, variant));
    }
    if closes {
        sections
            .extend(brief.pick(brief.list("sections.end"), "end", variant).map(|line| section(&lines, line)));
    }
    print(&sections, &Keyphrase::new(topic), variant)
}

/// Uses a short core if no keyword was given.
fn topic(title: &Title) -> &str {
    let is_short = title.core.split(' ').count() <= 4 && !title.core.is_empty();
    if is_short && matches!(title.kind, Kind::Generic | Kind::Review) { &title.core } else { "" }
}

/// The values of headings, and the form of address.
struct Lines {
    values: Vec<(&'static str, String)>,
    form: AddressForm,
}

impl Lines {
    fn new<I>(brief: &Brief<'_, I>, article: &Article, title: &Title, topic: &str) -> Self {
        let mut values: Vec<_> = article.values(title).into();
        values[0].1 = topic.to_owned();
        values.retain(|(_, value)| !value.is_empty());
        Self { values, form: brief.address_form() }
    }

    /// `line` filled; empty if one of its values is not known.
    fn say(&self, line: &str) -> String {
        let values: Vec<(&str, &str)> =
            self.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let filled = fill(&address(line, self.form), &values);
        // The user's words may contain braces, so this checks the line and not the result.
        let unknown =
            line.split('{').skip(1).any(|rest| !values.iter().any(|(name, _)| rest.starts_with(name)));
        if unknown { String::new() } else { capitalized(&filled) }
    }
}

fn section(lines: &Lines, text: &str) -> Section {
    let mut parts = text.split("//").map(|part| lines.say(part.trim()));
    let mut next = || parts.next().unwrap_or_default();
    let (keyed, plain) = (next(), next());
    let below = parts.filter(|heading| !heading.is_empty()).map(|heading| [String::new(), heading]).collect();
    Section { keyed, plain, below }
}

/// The lines under `key` without those that contain a word that the brand avoids.
fn welcome<I>(brief: &Brief<'_, I>, key: &str) -> Vec<&'static str> {
    brief.list(key).iter().copied().filter(|line| !brief.is_avoided(line)).collect()
}

/// `count` sections in their order: those of the kind first, then common ones; each variant omits others.
fn choose<I>(
    brief: &Brief<'_, I>,
    lines: &Lines,
    title: &Title,
    count: usize,
    variant: usize,
) -> Vec<Section> {
    let key = ["sections", title.pool()].join(".");
    let own = if title.kind == Kind::List { Vec::new() } else { welcome(brief, &key) };
    let common = welcome(brief, "sections.common");
    let mut places: Vec<usize> = Vec::new();
    // The first one always opens the article.
    let opens = usize::from(!own.is_empty()).min(count);
    places.extend(0..opens);
    let rotated = |from: usize, length: usize, want: usize| {
        (0..want.min(length)).map(move |place| from + (place + variant * 2) % length)
    };
    places.extend(rotated(opens, own.len() - opens, count - opens));
    places.extend(rotated(own.len(), common.len(), count.saturating_sub(places.len())));
    places.sort_unstable();
    let text = |place: usize| own.get(place).or_else(|| common.get(place - own.len())).copied();
    places.into_iter().filter_map(text).map(|text| section(lines, text)).collect()
}

/// The entries that the title announces: as separate sections, or grouped below fewer sections if there are many.
fn entries<I>(brief: &Brief<'_, I>, lines: &Lines, title: &Title, body: usize) -> Vec<Section> {
    let angles = brief.list(&["angles", group(title.noun)].join("."));
    let name = |place: usize| {
        let entry = [
            " ",
            &(place + 1).decimal(),
            ": ",
            angles.get(place % angles.len().max(1)).copied().unwrap_or_default(),
        ]
        .concat();
        let keyed = lines.say("{keyword} – ");
        let keyed = if keyed.is_empty() { keyed } else { keyed + &lower(title.noun) + &entry };
        [keyed, [title.noun, &entry].concat()]
    };
    if title.count <= body {
        let single = |place| {
            let [keyed, plain] = name(place);
            Section { keyed, plain, below: Vec::new() }
        };
        return (0..title.count).map(single).collect();
    }
    let groups = brief.list("sections.list");
    let count = body.min(groups.len()).min(title.count / 2).max(1);
    let bound = |place: usize| place * title.count / count;
    let gather = |place: usize| {
        let mut gathered = section(lines, groups[place]);
        gathered.below = (bound(place)..bound(place + 1)).map(name).collect();
        gathered
    };
    (0..count).map(gather).collect()
}

/// The kind of a list's entries decides which angles apply.
fn group(noun: &str) -> &'static str {
    match noun {
        "Mistake" | "Błąd" => "mistakes",
        "Reason" | "Powód" | "Benefit" | "Korzyść" | "Zaleta" => "reasons",
        "Myth" | "Mit" | "Fact" | "Fakt" | "Question" | "Pytanie" | "Sign" | "Trend" | "Thing" | "Rzecz"
        | "Lesson" => "facts",
        _ => "ways",
    }
}

/// Keeps the headings below every other section only: an outline with headings below all of them is harder to read.
fn thin_out(sections: &mut [Section], variant: usize) {
    let listed = sections.iter().any(|section| section.below.len() > 3);
    for (place, section) in sections.iter_mut().enumerate() {
        if !listed && (place + variant).is_multiple_of(2) && place > 0 {
            section.below.clear();
        }
    }
}

fn questions<I>(brief: &Brief<'_, I>, lines: &Lines, title: &Title, variant: usize) -> Section {
    let mut faq = section(lines, brief.text("sections.faq"));
    let asked = welcome(brief, &["faq", title.pool()].join("."));
    for place in 0..asked.len().min(3) {
        let Section { keyed, plain, .. } = section(lines, asked[(place + variant) % asked.len()]);
        faq.below.push([keyed, plain]);
    }
    faq
}

/// Writes the tree; the keyphrase is in the required number of headings, spread over the sections.
fn print(sections: &[Section], keyphrase: &Keyphrase, variant: usize) -> String {
    let mut all: Vec<[&str; 2]> = Vec::new();
    let (mut tops, mut belows) = (Vec::new(), Vec::new());
    for section in sections {
        tops.push(all.len());
        all.push([&section.keyed, &section.plain]);
        belows.extend((0..section.below.len()).map(|place| all.len() + place));
        all.extend(section.below.iter().map(|[keyed, plain]| [keyed.as_str(), plain.as_str()]));
    }
    let has = |text: &str| !keyphrase.is_empty() && keyphrase.stands_in(text);
    let mut chosen: Vec<bool> = all.iter().map(|[_, plain]| plain.is_empty()).collect();
    let mut keyed = all.iter().zip(&chosen).filter(|([_, plain], chosen)| **chosen || has(plain)).count();
    // Every other section first, so that neighbours rarely open with the same words.
    let every_other = |from: usize| tops.iter().copied().skip(from).step_by(2);
    let order =
        every_other(variant % 2).chain(belows.iter().copied().step_by(2)).chain(every_other(1 - variant % 2));
    for place in order.chain(belows.iter().copied()) {
        let [with, plain] = all[place];
        if keyed * 100 < SHARE * all.len() && !with.is_empty() && !has(plain) && !chosen[place] {
            chosen[place] = true;
            keyed += 1;
        }
    }
    let mut headings =
        all.iter().zip(&chosen).map(|([with, plain], keyed)| if *keyed { *with } else { *plain });
    let mut out = String::new();
    for section in sections {
        let mut push = |mark: &str| {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(mark);
            out.push_str(headings.next().unwrap_or_default());
        };
        push("## ");
        section.below.iter().for_each(|_| push("### "));
    }
    out
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
