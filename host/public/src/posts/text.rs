//! The text of a post: taken over from a document of the administrator's own archive.

use super::render::{Rendered, count_words, render};
use super::store;
use super::view::{self, Post};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;
use crate::workspace::documents::{self, Document};

/// KB of a post's text, some hundred pages.
const MOST_KB: usize = 300;
/// What the archive shows as the tool of documents that begin here.
const ORIGIN: &str = "blog";

/// A text that is ready to be stored.
pub(super) struct Taken {
    pub document: Document,
    pub rendered: Rendered,
    pub words: i64,
}

/// Reads and renders a document in the language of the post, whose title it has by default. Only documents of the
/// administrator's own archive may be published.
pub(super) async fn take(
    app: &App,
    admin: &User,
    document: &str,
    language: Locale,
    title: Option<&str>,
) -> Result<Taken> {
    let document = documents::find(&mut app.db.read().acquire().await?, admin, document).await?;
    let too_long =
        || Problem::invalid_field("text", Text::key("posts.text-too-long").with("max_kb", MOST_KB));
    refuse_if(document.text.len() > MOST_KB * 1024, too_long)?;
    let (text, title) = (document.text.clone(), title.unwrap_or(&document.title).to_owned());
    let compute = move || (render(&text, language, Some(&title)), count_words(&text));
    let (rendered, words) = app.conversions.short(compute).await?;
    Ok(Taken { document, rendered, words })
}

/// A new document with this text.
pub(super) async fn begin(
    tx: &mut Conn,
    admin: &User,
    locale: Locale,
    title: &str,
    text: &str,
) -> Result<Document> {
    let untitled = locale.say("posts.untitled", &Params::new());
    documents::draft(tx, admin, ORIGIN, if title.is_empty() { &untitled } else { title }, text).await
}

/// Another administrator's document can't be read.
fn elsewhere() -> Problem {
    Problem::conflict("posts.document-elsewhere")
}

/// The document of a post, if it is the administrator's own.
async fn own(app: &App, admin: &User, id: &str) -> Result<Taken> {
    let row = store::find(&mut app.db.read().acquire().await?, id).await?;
    let document = row.document_id.ok_or_else(elsewhere)?;
    match take(app, admin, &document, row.language, Some(&row.title)).await {
        Err(problem) if problem.status() == StatusCode::NOT_FOUND => Err(elsewhere()),
        taken => taken,
    }
}

/// Take the document's text over into the post
///
/// Readers of a published post see it at once.
#[utoipa::path(post, path = "/api/admin/posts/{id}/text", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = Post),
    (status = 409, description = "The document was deleted, or is in another archive"), (status = 422, description = "The text can't be published")))]
pub(super) async fn take_text(app: App, by: ByAdmin, locale: Locale, Id(id): Id) -> Result<Json<Post>> {
    let Taken { document, rendered, words } = own(&app, &by.admin, &id).await?;
    let mut tx = app.db.write().await?;
    store::save_text(&mut tx, &id, (&document.id, document.version), &document.text, &rendered, words)
        .await?;
    let row = store::find(&mut tx, &id).await?;
    super::change::expect_ready(&row)?;
    let details = json!({ "version": document.version, "words": words });
    by.record(&mut tx, "post.text-taken", Subject::of("post", &id, &row.title), details).await?;
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, Json(post)).await
}

/// Copy the post's text into a new document of the own archive, and continue there
#[utoipa::path(post, path = "/api/admin/posts/{id}/document", tag = "admin", params(("id" = String, Path)), responses((status = 201, body = Post)))]
pub(super) async fn copy_text(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
) -> Result<(StatusCode, Json<Post>)> {
    let mut tx = app.db.write().await?;
    let row = store::find(&mut tx, &id).await?;
    let document = begin(&mut tx, &by.admin, locale, &row.title, &row.text).await?;
    let rendered = Rendered { html: row.html, outline: row.outline };
    store::save_text(&mut tx, &id, (&document.id, document.version), &row.text, &rendered, row.words).await?;
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, (StatusCode::CREATED, Json(post))).await
}

/// The text of a post, and that of its document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PostChanges {
    /// Markdown.
    before: String,
    /// Markdown.
    after: String,
}

/// What taking the document's text over would change
#[utoipa::path(get, path = "/api/admin/posts/{id}/changes", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = PostChanges),
    (status = 409, description = "The document was deleted, or is in another archive")))]
pub(super) async fn get_changes(app: App, Admin(admin): Admin, Id(id): Id) -> Result<Json<PostChanges>> {
    let after = own(&app, &admin, &id).await?.document.text;
    let before = store::find(&mut app.db.read().acquire().await?, &id).await?.text;
    Ok(Json(PostChanges { before, after }))
}
