//! What the picture of a page shows. A new kind of page with its own addresses has a line in [`name_of`] and in [`of`].

use super::super::templates::Build;
use super::super::{docs, tool, view};
use crate::operator::{self, PRODUCT};
use crate::platform::bundle::SiteRequest;
use crate::platform::prelude::*;
use crate::posts::{self, Found, PostKind};

/// Changes with the drawing, so that programs load the pictures again.
const DRAWING: &str = "1";

/// A part of the site, with its own colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Site,
    Tools,
    Docs,
}

impl Section {
    /// Its class in the drawing.
    pub fn class(self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Tools => "tools",
            Self::Docs => "docs",
        }
    }
}

/// What a picture shows.
#[derive(Debug, Clone)]
pub struct Card {
    pub section: Section,
    /// The name of the site.
    pub brand: String,
    /// The name of the part of the site; empty for none.
    pub label: String,
    pub title: String,
    /// The host of the site.
    pub host: String,
    pub locale: Locale,
}

impl Card {
    fn new(app: &App, locale: Locale, section: Section, label: &str, title: &str) -> Self {
        let (brand, host) = (operator::settings(app).name().to_owned(), view::host(app, locale));
        Self { section, brand, label: label.to_owned(), title: title.to_owned(), host, locale }
    }

    pub fn of_post(app: &App, locale: Locale, title: &str) -> Self {
        Self::new(app, locale, Section::Site, "Blog", title)
    }

    /// Changes with the picture.
    pub fn tag(&self) -> String {
        let shown = [
            DRAWING,
            self.section.class(),
            &self.brand,
            &self.label,
            &self.title,
            &self.host,
            self.locale.tag(),
        ];
        hash_of(&shown.join("\n"))[..12].to_owned()
    }
}

/// The name of a page's picture: that of the page, and its parameter.
pub fn name_of(build: &Build, request: &SiteRequest) -> String {
    match request.page {
        "docs" => {
            let found =
                docs::find(build, request.locale, |entry| entry.address == request.address(request.locale));
            format!("docs/{}", found.map_or("", |(_, entry)| &entry.name))
        }
        "aiTool" => format!("aiTool/{}", request.param("tool").unwrap_or_default()),
        "blogPost" => format!("blogPost/{}", request.param("post").unwrap_or_default()),
        page => page.to_owned(),
    }
}

/// What the picture with this name shows; `None` if there is no such page.
pub async fn of(app: &App, build: &Build, locale: Locale, name: &str) -> Result<Option<Card>> {
    let (page, rest) = name.split_once('/').unwrap_or((name, ""));
    let settings = operator::settings(app);
    if settings.is_hidden(page) {
        return Ok(None);
    }
    let (section, label, title) = match page {
        "docs" => match docs::find(build, locale, |entry| entry.name == rest) {
            Some((section, entry)) => (Section::Docs, section.title.clone(), entry.title.clone()),
            None => return Ok(None),
        },
        "aiTool" => match tool::find(app, rest).await {
            Some(tool) => {
                (Section::Tools, locale.pick("Tools", "Narzędzia").into(), tool.text(locale).name.clone())
            }
            None => return Ok(None),
        },
        "blogPost" => {
            let mut conn = app.db.read().acquire().await?;
            match posts::find(&mut conn, PostKind::Post, locale, rest).await? {
                Found::Post(post) => return Ok(Some(Card::of_post(app, locale, &post.card.title))),
                _ => return Ok(None),
            }
        }
        _ => match build.page(name).and_then(|page| page.about.get(&locale)) {
            Some(about) => (Section::Site, String::new(), about.name().replace(PRODUCT, settings.name())),
            None => return Ok(None),
        },
    };
    Ok(Some(Card::new(app, locale, section, &label, &title)))
}
