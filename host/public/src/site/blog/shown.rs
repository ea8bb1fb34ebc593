//! The values of posts in templates.

use super::motif::motif;
use crate::pictures;
use crate::platform::days::spoken;
use crate::platform::prelude::*;
use crate::posts::{self, Card, Heading, Person, Shown, Tag};

/// Headings from which a post has a table of contents.
const LONG: usize = 3;
/// Tags above the list.
const MOST_TAGS: usize = 8;
/// How wide covers are: of a card, of the first card, and of a post.
const CARD_SIZES: &str = "(min-width: 62em) 23rem, (min-width: 40em) 45vw, 100vw";
const WIDE_SIZES: &str = "(min-width: 62em) 44rem, 100vw";
const COVER_SIZES: &str = "(min-width: 76em) 73.5rem, 100vw";

#[derive(Serialize)]
pub struct TagView {
    name: String,
    href: String,
}

fn tag(tag: &Tag, locale: Locale) -> TagView {
    TagView { name: tag.name.clone(), href: tag_path(&tag.slug, locale) }
}

/// The path of the posts with a tag.
pub fn tag_path(slug: &str, locale: Locale) -> String {
    format!("{}/{slug}", locale.pick("/blog/tag", "/pl/blog/tag"))
}

/// A post in a list.
#[derive(Serialize)]
pub struct CardView {
    href: String,
    title: String,
    description: String,
    /// Such as "27 November 2026", and for programs.
    date: String,
    day: String,
    minutes: i64,
    author: String,
    tags: Vec<TagView>,
    /// HTML: its picture, or a drawing.
    cover: String,
}

/// `is_first`: the first card is at the top of the page, and larger.
pub fn cards(cards: Vec<Card>, locale: Locale, is_first: bool) -> Vec<CardView> {
    let one = |(place, card): (usize, Card)| {
        let is_large = is_first && place == 0;
        let sizes = if is_large { WIDE_SIZES } else { CARD_SIZES };
        CardView {
            // The title beside it says the same.
            cover: cover(&card, "", sizes, is_large),
            date: spoken(card.published_at, locale),
            day: card.published_at.date(),
            tags: card.tags.iter().map(|one| tag(one, locale)).collect(),
            href: card.path,
            title: card.title,
            description: card.description,
            minutes: card.minutes,
            author: card.author.unwrap_or_default(),
        }
    };
    cards.into_iter().enumerate().map(one).collect()
}

/// The tags of these posts, the most frequent first.
pub fn tags(cards: &[CardView]) -> Vec<&TagView> {
    let mut counted: Vec<(&TagView, usize)> = Vec::new();
    for one in cards.iter().flat_map(|card| &card.tags) {
        match counted.iter_mut().find(|(known, _)| known.href == one.href) {
            Some((_, count)) => *count += 1,
            None => counted.push((one, 1)),
        }
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.into_iter().take(MOST_TAGS).map(|(one, _)| one).collect()
}

fn cover(card: &Card, alt: &str, sizes: &str, is_first: bool) -> String {
    match &card.cover {
        Some(picture) => pictures::html(picture, alt, sizes, is_first),
        None => motif(&card.title, card.tags.first().map(|tag| tag.slug.as_str())),
    }
}

#[derive(Serialize)]
pub struct PersonView {
    name: String,
    href: String,
    bio: String,
    link: String,
    /// The link without its scheme.
    site: String,
    /// HTML; empty without a picture.
    picture: String,
    initial: String,
}

pub fn person(person: &Person, locale: Locale) -> PersonView {
    let site = person.link.split_once("://").map_or(person.link.as_str(), |(_, rest)| rest);
    PersonView {
        href: author_path(&person.slug, locale),
        bio: person.bio(locale).to_owned(),
        site: site.trim_end_matches('/').to_owned(),
        link: person.link.clone(),
        picture: person
            .picture
            .as_ref()
            .map(|one| pictures::html(one, "", "4rem", false))
            .unwrap_or_default(),
        initial: person.name.chars().next().map(String::from).unwrap_or_default(),
        name: person.name.clone(),
    }
}

/// The path of an author's page.
pub fn author_path(slug: &str, locale: Locale) -> String {
    format!("{}/{slug}", locale.pick("/blog/author", "/pl/blog/autor"))
}

#[derive(Serialize)]
struct Share {
    name: &'static str,
    href: String,
}

/// A whole post.
#[derive(Serialize)]
pub struct PostView {
    title: String,
    title_end: String,
    description: String,
    date: String,
    day: String,
    /// The day of the last change; empty if it is that of the publication.
    updated: String,
    updated_day: String,
    minutes: i64,
    tags: Vec<TagView>,
    cover: String,
    html: String,
    /// Empty for a short post.
    headings: Vec<Heading>,
    author: Option<PersonView>,
    share: Vec<Share>,
}

impl PostView {
    pub fn of(app: &App, post: &Shown) -> Self {
        let (card, locale) = (&post.card, post.language);
        let was_changed = post.updated_at.date() > card.published_at.date();
        let headings: Vec<Heading> =
            post.outline.iter().filter(|heading| heading.level < 4).cloned().collect();
        Self {
            title: card.title.clone(),
            title_end: posts::title_end(app),
            description: card.description.clone(),
            date: spoken(card.published_at, locale),
            day: card.published_at.date(),
            updated: if was_changed { spoken(post.updated_at, locale) } else { String::new() },
            updated_day: post.updated_at.date(),
            minutes: card.minutes,
            tags: card.tags.iter().map(|one| tag(one, locale)).collect(),
            cover: cover(card, &card.cover_alt, COVER_SIZES, true),
            html: post.html.clone(),
            headings: if headings.len() < LONG { Vec::new() } else { headings },
            author: post.author.as_ref().map(|author| person(author, locale)),
            share: share(&(app.origin(locale) + &card.path), &card.title),
        }
    }
}

/// Links that share a post, without scripts of others.
fn share(address: &str, title: &str) -> Vec<Share> {
    let encoded = |pairs: &[(&str, &str)]| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs).finish().replace('+', "%20")
    };
    [
        ("LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", encoded(&[("url", address)])),
        ("Facebook", "https://www.facebook.com/sharer/sharer.php", encoded(&[("u", address)])),
        ("X", "https://x.com/intent/post", encoded(&[("url", address), ("text", title)])),
        ("E-mail", "mailto:", encoded(&[("subject", title), ("body", address)])),
    ]
    .map(|(name, to, query)| Share { name, href: format!("{to}?{query}") })
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_share_the_address_and_the_title() {
        let all = share("https://a.example/blog/post/tea", "Tea & cake");
        assert_eq!(
            all[2].href,
            "https://x.com/intent/post?url=https%3A%2F%2Fa.example%2Fblog%2Fpost%2Ftea&text=Tea%20%26%20cake"
        );
    }
}
