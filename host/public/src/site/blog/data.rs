//! Structured data of posts and authors.

use super::super::data::{organization, thing};
use super::super::view::absolute;
use super::shown::author_path;
use crate::operator;
use crate::platform::prelude::*;
use crate::posts::{Person, Shown};

/// An author as the value of a property.
fn person(app: &App, locale: Locale, author: &Person) -> Value {
    let mut person = json!({ "@type": "Person", "name": author.name,
        "url": absolute(app, locale, &author_path(&author.slug, locale)) });
    if !author.link.is_empty() {
        person["sameAs"] = json!([author.link]);
    }
    if let Some(picture) = &author.picture {
        person["image"] = absolute(app, locale, &picture.plain_file()).into();
    }
    person
}

/// The page of an author.
pub fn profile(app: &App, locale: Locale, author: &Person) -> Value {
    let mut about = person(app, locale, author);
    about["description"] = author.bio(locale).into();
    thing("ProfilePage", json!({ "mainEntity": about }))
}

/// A post of the blog.
pub fn posting(app: &App, locale: Locale, post: &Shown, url: &str) -> Value {
    let card = &post.card;
    let mut publisher = organization(app, &operator::settings(app), locale);
    publisher["@type"] = "Organization".into();
    let mut posting = json!({ "headline": card.title, "description": card.description, "url": url,
        "mainEntityOfPage": url, "inLanguage": locale.tag(), "wordCount": post.words,
        "datePublished": card.published_at, "dateModified": post.updated_at.max(card.published_at),
        "keywords": card.tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), "publisher": publisher });
    if let Some(author) = &post.author {
        posting["author"] = person(app, locale, author);
    }
    if let Some(cover) = &card.cover {
        let url = absolute(app, locale, &cover.plain_file());
        posting["image"] =
            json!({ "@type": "ImageObject", "url": url, "width": cover.width, "height": cover.height });
    }
    thing("BlogPosting", posting)
}
