//! Changing and deleting a post.

use super::create::TITLE_CHARS;
use super::render::{Rendered, render};
use super::slug::{is_made_of, slug_of};
use super::store::{self, Row, Tag};
use super::view::{self, Post};
use super::{PostStatus, addresses, pictures, problems};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

const DESCRIPTION_CHARS: usize = 300;
const MOST_TAGS: usize = 5;
const TAG_CHARS: usize = 40;

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PostEdit {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = TITLE_CHARS)))]
    title: Option<String>,
    /// The last part of the address. Until the post is published, it follows the title.
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = super::slug::SLUG_CHARS)))]
    slug: Option<String>,
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = DESCRIPTION_CHARS)))]
    description: Option<String>,
    /// At most five; the first one is the main one.
    #[garde(inner(length(max = MOST_TAGS), inner(length(chars, max = TAG_CHARS))))]
    tags: Option<Vec<String>>,
    /// Null for none, as for the next two.
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>)]
    author_id: Option<Option<String>>,
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>)]
    cover_id: Option<Option<String>>,
    /// What the cover shows, for readers who don't see it.
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = DESCRIPTION_CHARS)))]
    cover_alt: Option<String>,
    /// The same text in the other language.
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>)]
    twin_id: Option<Option<String>>,
    /// Take the translation from the post that it belongs to; without it, such a translation is refused.
    #[serde(default)]
    #[garde(skip)]
    takes_twin: bool,
}

/// Change a post
///
/// A published post changes at once. If its slug changes, the former address leads to the new one.
#[utoipa::path(patch, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = String, Path)), request_body = PostEdit,
    responses((status = 200, body = Post)))]
pub(super) async fn change_post(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
    Valid(edit): Valid<PostEdit>,
) -> Result<Json<Post>> {
    let mut tx = app.db.write().await?;
    let before = store::find(&mut tx, &id).await?;
    let mut row = before.clone();
    let slug = slug(&mut tx, &before, &edit).await?;
    if slug != before.slug {
        addresses::moved(&mut tx, &before, &slug).await?;
        row.slug = slug;
    }
    apply(&mut tx, &mut row, &edit).await?;
    if row.title != before.title {
        // Its text may begin with the title.
        let Rendered { html, outline } = render(&row.text, row.language, Some(&row.title));
        (row.html, row.outline) = (html, outline);
    }
    store::save(&mut tx, &row).await?;
    let tags_before = store::tags(&mut tx, &id).await?;
    let tags = edit.tags.map(tags_of).transpose()?.unwrap_or_else(|| tags_before.clone());
    if tags != tags_before {
        store::set_tags(&mut tx, &id, &tags).await?;
    }
    if let Some(twin) = edit.twin_id {
        set_twin(&mut tx, &row, twin.as_deref(), edit.takes_twin).await?;
    }
    let row = store::find(&mut tx, &id).await?;
    expect_ready(&row)?;
    let details = changes(&before, &row, &tags_before, &tags);
    by.record(&mut tx, "post.changed", Subject::of("post", &id, &row.title), details).await?;
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, Json(post)).await
}

/// What readers see, or will see on schedule, lacks nothing.
pub(super) fn expect_ready(row: &Row) -> Result<()> {
    if row.status == PostStatus::Draft { Ok(()) } else { problems::expect_none(row) }
}

/// The slug after an edit.
async fn slug(tx: &mut Conn, row: &Row, edit: &PostEdit) -> Result<String> {
    if let Some(slug) = &edit.slug {
        if *slug != row.slug {
            addresses::expect_free(tx, row, slug).await?;
        }
        return Ok(slug.clone());
    }
    let follows =
        row.published_at.is_none() && (row.slug.is_empty() || is_made_of(&row.slug, &slug_of(&row.title)));
    match &edit.title {
        Some(title) if follows && *title != row.title => {
            addresses::made(tx, row.kind, row.language, title, Some(&row.id)).await
        }
        _ => Ok(row.slug.clone()),
    }
}

async fn apply(tx: &mut Conn, row: &mut Row, edit: &PostEdit) -> Result<()> {
    let texts = [
        (&mut row.title, &edit.title),
        (&mut row.description, &edit.description),
        (&mut row.cover_alt, &edit.cover_alt),
    ];
    for (field, new) in texts {
        if let Some(new) = new {
            field.clone_from(new);
        }
    }
    if let Some(author) = &edit.author_id {
        if let Some(id) = author {
            let known = db::query_scalar("SELECT EXISTS (SELECT 1 FROM authors WHERE id = $1)");
            let known: bool = known.bind(id).fetch_one(&mut *tx).await?;
            refuse_if(!known, || Problem::invalid_field("author_id", Text::key("posts.no-such-author")))?;
        }
        row.author_id.clone_from(author);
    }
    if let Some(cover) = &edit.cover_id {
        if let Some(id) = cover {
            pictures::expect(tx, "cover_id", id).await?;
        }
        row.cover_id.clone_from(cover);
    }
    Ok(())
}

/// The tags without empty and repeated ones.
fn tags_of(names: Vec<String>) -> Result<Vec<Tag>> {
    let mut tags: Vec<Tag> = Vec::new();
    for name in names.iter().map(|name| single_line::line(name)).filter(|name| !name.is_empty()) {
        let slug = slug_of(&name);
        refuse_if(slug.is_empty(), || {
            Problem::invalid_field("tags", Text::key("posts.wrong-tag").with("tag", name.as_str()))
        })?;
        if !tags.iter().any(|tag| tag.slug == slug) {
            tags.push(Tag { slug, name });
        }
    }
    Ok(tags)
}

async fn set_twin(tx: &mut Conn, row: &Row, twin: Option<&str>, takes: bool) -> Result<()> {
    if let Some(twin) = twin {
        let wrong = |text| Problem::invalid_field("twin_id", text);
        let found = db::query_as(
            "SELECT p.kind, p.language, o.id, o.title FROM posts p LEFT JOIN posts o ON o.id = p.twin_id WHERE p.id = $1",
        );
        let found: Option<(super::PostKind, Locale, Option<String>, Option<String>)> =
            found.bind(twin).fetch_optional(&mut *tx).await?;
        let (kind, language, other, title) = found.ok_or_else(|| wrong(Text::key("posts.no-such-twin")))?;
        refuse_if(kind != row.kind || language == row.language, || wrong(Text::key("posts.wrong-twin")))?;
        let is_taken = other.is_some_and(|other| other != row.id);
        refuse_if(is_taken && !takes, || {
            wrong(Text::key("posts.twin-taken").with("title", title.unwrap_or_default()))
        })?;
    }
    store::set_twin(tx, &row.id, twin).await
}

/// The fields that differ, before and after.
fn changes(before: &Row, after: &Row, tags_before: &[Tag], tags: &[Tag]) -> Value {
    let fields = |row: &Row, tags: &[Tag]| {
        let tags: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
        json!({ "title": row.title, "slug": row.slug, "description": row.description, "tags": tags,
            "author_id": row.author_id, "cover_id": row.cover_id, "cover_alt": row.cover_alt, "twin_id": row.twin_id })
    };
    let (from, to) = (fields(before, tags_before), fields(after, tags));
    let changed = to.as_object().into_iter().flatten().filter(|(name, value)| from[name.as_str()] != **value);
    changed.map(|(name, value)| (name.clone(), json!([from[name.as_str()], value]))).collect()
}

/// Delete a post
///
/// Its address, if it was published, says that it is gone. The document stays in the archive.
#[utoipa::path(delete, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_post(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let row = store::find(&mut tx, &id).await?;
    addresses::gone(&mut tx, &row).await?;
    store::set_twin(&mut tx, &id, None).await?;
    db::query("DELETE FROM posts WHERE id = $1").bind(&id).execute(&mut *tx).await?;
    let details = json!({ "slug": row.slug, "language": row.language, "status": row.status });
    by.record(&mut tx, "post.deleted", Subject::of("post", &id, &row.title), details).await?;
    committed(tx, no_content()).await
}
