//! Threads: one thought per post, numbered, the first and the last framed like a single post.

use super::compose::{material, push};
use super::emoji::Decoration;
use super::fit::pieces;
use super::lines::Lines;
use super::{Social, Style};
use crate::brief::Brief;
use crate::check::Checks;
use crate::compose::Composer;
use crate::decimal::Decimal;
use crate::language::Language;
use crate::limit::{Level, Limit};
use crate::material::{as_sentence, capitalized, listed};
use crate::pick::below;
use crate::units::{Unit, sentences, words};

impl Style {
    /// A thread of `count` posts about the topic, not yet numbered.
    pub fn thread<I>(&self, brief: &Brief<'_, I>, social: &Social, count: usize) -> Vec<String> {
        let lines = Lines { brief, social, style: self };
        let shift = below(brief.seed(), "thread", 5);
        let decoration = Decoration::new(social.emoji, brief.tone(), social.goal, shift);
        let fits =
            |text: &str| self.unit.measure(text) + self.unit.measure(&number(count, count)) <= self.room;
        let (first, mut thoughts) = first(&lines, &decoration, count, &fits);
        let (mut last, tags) = last(&lines, &decoration, &fits);
        let wanted = count.saturating_sub(if last.is_empty() { 1 } else { 2 });
        if thoughts.len() < wanted {
            thoughts.extend(known(&lines).iter().flat_map(|fact| pieces(fact, &fits)));
            thoughts.truncate(wanted);
        }
        let mut posts = vec![first];
        posts.extend(share(&thoughts, wanted, &fits).iter().map(|text| decoration.paragraph(1, text)));
        posts.retain(|post| !post.is_empty());
        if last.is_empty() {
            // Hashtags alone are no post.
            last = posts.pop().unwrap_or_default();
            let tagged = [&last, "\n\n", &tags].concat();
            last = if tags.is_empty() || last.is_empty() || !fits(&tagged) { last } else { tagged };
        } else if !tags.is_empty() {
            last = [&last, "\n\n", &tags].concat();
        }
        posts.extend(Some(last).filter(|last| !last.is_empty()));
        if posts.is_empty() {
            posts.push(brief.phrase("draft.wordless", 0));
        }
        posts
    }

    /// Normalises the posts of an answer: one if no thread is requested, otherwise numbered "1/5".
    pub fn shape_posts(&self, posts: &mut Vec<String>, social: &Social, threaded: bool) {
        if !threaded {
            *posts = vec![self.shape(&posts.join("\n\n"), social)];
            posts.retain(|post| !post.is_empty());
            return;
        }
        if let [only] = posts.as_slice() {
            *posts = divided(only);
        }
        posts.iter_mut().for_each(|post| *post = without_number(post).to_owned());
        posts.retain(|post| !post.is_empty());
        if let Some(end) = posts.last_mut().filter(|_| !social.url.is_empty())
            && !end.contains(&social.url)
        {
            let linked = [end, "\n\n", &social.url].concat();
            if self.unit.measure(&linked) + self.unit.measure("15/15 ") <= self.room {
                *end = linked;
            }
        }
        let count = posts.len();
        for (place, post) in posts.iter_mut().enumerate() {
            *post = [&number(place + 1, count), post.as_str()].concat();
        }
    }

    /// The rules of a post for all posts together, and their number.
    pub fn check_posts(&self, social: &Social, posts: &[String], count: u32, checks: &mut Checks) {
        self.check(social, "posts", &posts.join("\n"), checks);
        let found = u32::try_from(posts.len()).unwrap_or(u32::MAX);
        if checks.drafted {
            let missing = count.saturating_sub(found);
            let numbers = [("found", &*found.decimal()), ("ordered", &*count.decimal())];
            checks.rule("posts", "thread-short", Level::Recommended, missing, &numbers);
        }
        let least = if checks.drafted { 1 } else { count };
        let length = Limit::between(Unit::Items, least, count, Level::Recommended);
        checks.named("posts", "thread-length", length, found);
    }
}

/// The posts of an answer without separators: each begins with its number, otherwise they are its paragraphs.
fn divided(answer: &str) -> Vec<String> {
    let is_numbered = |line: &str| {
        let line = line.trim_start_matches('(');
        let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.len() < line.len() && rest.starts_with('/')
    };
    if answer.lines().filter(|line| is_numbered(line)).count() < 2 {
        return answer.split("\n\n").map(str::to_owned).collect();
    }
    let mut posts: Vec<String> = Vec::new();
    for line in answer.lines() {
        match posts.last_mut() {
            Some(post) if !is_numbered(line) => push(post, line, "\n"),
            _ => posts.push(line.to_owned()),
        }
    }
    posts
}

/// "2/5 ", the prefix of a post.
fn number(place: usize, count: usize) -> String {
    [&place.decimal(), "/", &count.decimal(), " "].concat()
}

/// A post without the number that a model added: "2/5", "(2/5)", "2/" or "2." at its start, "2/5" at its end.
fn without_number(post: &str) -> &str {
    let post = post.trim();
    let inner = post.trim_start_matches('(');
    let digits = inner.len() - inner.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let after = &inner[digits..];
    let rest = match after.strip_prefix('/') {
        _ if !(1..=2).contains(&digits) => post,
        Some(count) => count
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .trim_start_matches([')', ':', '.']),
        None => after.strip_prefix(['.', ')']).unwrap_or(post),
    };
    let rest = if rest.starts_with(char::is_whitespace) { rest.trim() } else { post };
    let (before, last) = rest.rsplit_once(char::is_whitespace).unwrap_or((rest, ""));
    let last = last.trim_matches(['(', ')']);
    let closes = last.split_once('/').is_some_and(|(place, count)| {
        [place, count].iter().all(|number| (1..=2).contains(&number.len()) && number.parse::<u8>().is_ok())
    });
    if closes { before.trim_end() } else { rest }
}

/// "How to report a pothole: a photo, the address, a report in the app" as the title and its steps, each a sentence.
fn steps(sentence: &str, language: Language) -> Option<Vec<String>> {
    let (title, rest) = sentence.split_once(": ")?;
    let steps = listed(rest, language);
    // A date, a time and a price are no steps.
    let are_phrases = steps.len() > 2 && steps.iter().all(|step| words(step).count() > 2);
    let all = std::iter::once(title).chain(steps.iter().map(String::as_str));
    are_phrases.then(|| all.map(as_sentence).collect())
}

/// The opening post, and the thoughts that follow it; an enumeration is divided if there are fewer than `count`.
fn first<I>(
    lines: &Lines<'_, I>,
    decoration: &Decoration,
    count: usize,
    fits: &dyn Fn(&str) -> bool,
) -> (String, Vec<String>) {
    let material = material(lines.brief, lines.social);
    let framed = |lead: &str| decoration.paragraph(0, lead);
    // A single post uses a short topic whole; a thread has a post for each of its sentences.
    let said = sentences(&material.lead).into_iter().chain(material.rest.iter().map(String::as_str));
    let said: Vec<&str> = said.collect();
    let language = lines.brief.language();
    let few = said.len() < count;
    let divided = |sentence: &&str| {
        let steps = if few { steps(sentence, language) } else { None };
        steps.unwrap_or_else(|| vec![(*sentence).to_owned()])
    };
    let said: Vec<String> = said.iter().flat_map(divided).collect();
    let (lead, further) =
        said.split_first().map_or((&material.lead, &[][..]), |(lead, further)| (lead, further));
    let mut leads = pieces(lead, &|lead| fits(&framed(lead))).into_iter();
    let opening = leads.next().map_or(String::new(), |lead| framed(&lead));
    let mut thoughts: Vec<String> = leads.collect();
    for sentence in further {
        thoughts.extend(pieces(&as_sentence(&capitalized(sentence)), fits));
    }
    (opening, thoughts)
}

/// Facts of the brand: a thread is not longer than its content.
fn known<I>(lines: &Lines<'_, I>) -> Vec<String> {
    let brief = lines.brief;
    let facts = brief.brand.facts.iter().map(|fact| as_sentence(fact));
    facts
        .chain([Composer::new(brief, 0).line("draft.thread.facts")])
        .filter(|line| !line.is_empty())
        .collect()
}

/// Distributes the thoughts over `count` posts: as evenly as they fit, in their order.
fn share(thoughts: &[String], count: usize, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut posts: Vec<String> = Vec::with_capacity(count);
    let mut rest = thoughts.iter().peekable();
    for left in (1..=count).rev() {
        let even = rest.len().div_ceil(left);
        let mut post = String::new();
        for _ in 0..even {
            let Some(thought) = rest.peek() else { break };
            let mut longer = post.clone();
            push(&mut longer, thought, "\n\n");
            if !post.is_empty() && !fits(&longer) {
                break;
            }
            post = longer;
            rest.next();
        }
        posts.push(post);
    }
    posts
}

/// The closing post, with the call to action and the link, and the hashtags that fit.
fn last<I>(lines: &Lines<'_, I>, decoration: &Decoration, fits: &dyn Fn(&str) -> bool) -> (String, String) {
    let mut tags = lines.style.hashtags(lines.brief, lines.social);
    let closing = lines.closing();
    let mut actions = [lines.action(), lines.link().to_owned(), String::new()].into_iter();
    let mut action = actions.next().unwrap_or_default();
    loop {
        let mut post = closing.clone();
        if !action.is_empty() {
            push(&mut post, &decoration.action(&action), "\n\n");
        }
        let tagged = tags.join(" ");
        if fits(&[&post, "\n\n", &tagged].concat()) {
            return (post, tagged);
        }
        if tags.pop().is_none() {
            match actions.next() {
                Some(shorter) => action = shorter,
                None => return (post, String::new()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{divided, without_number};

    #[test]
    fn answers_without_separators_are_split() {
        assert_eq!(divided("1/2 Rolls.\nFresh.\n2/2 Bread."), ["1/2 Rolls.\nFresh.", "2/2 Bread."]);
        assert_eq!(divided("Rolls.\nFresh.\n\nBread."), ["Rolls.\nFresh.", "Bread."]);
    }

    #[test]
    fn post_numbers_are_removed() {
        for post in
            ["1/5 Rolls", "(1/5) Rolls", "1/ Rolls", "1. Rolls", "Rolls 1/5", "Rolls (1/5)", "1/5: Rolls"]
        {
            assert_eq!(without_number(post), "Rolls", "{post}");
        }
        for post in ["7:30 rolls", "3.5 kg of flour", "24/7", "50 rolls", "Rolls and/or bread"] {
            assert_eq!(without_number(post), post);
        }
    }
}
