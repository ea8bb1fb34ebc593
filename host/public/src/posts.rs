//! Posts of the blog, and the operator's own pages: texts that administrators publish from their archives. Both are rows
//! of one table; a page has no date, author and tags.
//!
//! A post has its own copy of a text, so that it outlives the document. Later edits of the document become part of it when
//! an administrator takes them over.

mod addresses;
mod authors;
mod bare;
mod change;
mod cleaner;
mod create;
mod list;
mod notes;
mod pictures;
mod problems;
mod public;
mod publish;
mod render;
mod slug;
mod store;
mod text;
mod view;

use crate::operator;
use crate::platform::prelude::*;

pub use public::{Card, Found, Mapped, Person, Published, Shown, Wanted};
pub use public::{
    author, exists, feed, find, is_listed, is_published, lists, mapped, markdown, preview, published, related,
};
pub use render::Heading;
pub use store::Tag;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::new("authors"),
        Table::new("posts"),
        Table::new("post_tags"),
        Table::new("post_pictures"),
        Table::new("post_addresses"),
    ],
    personal_data: || Belongings { leave: Some(publish::forget_scheduler), ..Belongings::default() },
    open: |app| Ok(crate::pictures::used(app, pictures::uses)),
    jobs: &[Kind::of::<publish::Publish>()],
    ..Slice::new("posts")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (list::list_posts, create::create_post),
        (view::get_post, change::change_post, change::delete_post),
        text::take_text,
        text::copy_text,
        text::get_changes,
        publish::publish_post,
        publish::withdraw_post,
        list::get_document_post,
        (authors::list_authors, authors::create_author),
        (authors::change_author, authors::delete_author)
    ]
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostKind {
    /// An article of the blog.
    Post,
    /// A page of the operator, such as "About us".
    Page,
}

text_column!(PostKind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostStatus {
    Draft,
    Scheduled,
    Published,
}

text_column!(PostStatus);

/// What the page of a post appends to its title: the name of the site.
pub fn title_end(app: &App) -> String {
    format!(" · {}", operator::settings(app).name())
}

/// The HTML of a text whose first heading, if it has one, is the title of its page.
pub fn printed(text: &str, language: Locale) -> String {
    render::render(text, language, None).html
}

/// The public path of a post; the table of addresses has the same.
pub fn path(kind: PostKind, language: Locale, slug: &str) -> String {
    let folder = match kind {
        PostKind::Post => language.pick("/blog/post", "/pl/blog/post"),
        PostKind::Page => language.pick("/page", "/pl/strona"),
    };
    format!("{folder}/{slug}")
}
