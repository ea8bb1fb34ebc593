//! Creating a post.

use super::text::{self, Taken};
use super::view::{self, Post};
use super::{PostKind, addresses, store};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Characters of a title.
pub const TITLE_CHARS: usize = 150;

/// A post to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPost {
    #[garde(skip)]
    kind: PostKind,
    #[garde(skip)]
    language: Locale,
    /// By default the title of the document, if there is one.
    #[serde(default, deserialize_with = "single_line::filled")]
    #[garde(inner(length(chars, max = TITLE_CHARS)))]
    title: Option<String>,
    /// A document of the own archive with its text; without it a new one is created.
    #[serde(default)]
    #[garde(skip)]
    document_id: Option<String>,
}

/// Create a draft
#[utoipa::path(post, path = "/api/admin/posts", tag = "admin", request_body = NewPost, responses((status = 201, body = Post),
    (status = 409, description = "The archive is full")))]
pub(super) async fn create_post(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Valid(new): Valid<NewPost>,
) -> Result<(StatusCode, Json<Post>)> {
    let taken = match &new.document_id {
        Some(document) => Some(
            text::take(&app, &by.admin, document, new.language, new.title.as_deref())
                .await
                .map_err(at_document)?,
        ),
        None => None,
    };
    let mut tx = app.db.write().await?;
    let title =
        new.title.or_else(|| taken.as_ref().map(|taken| taken.document.title.clone())).unwrap_or_default();
    let title: String = title.chars().take(TITLE_CHARS).collect();
    let taken = match taken {
        Some(taken) => taken,
        None => {
            let document = text::begin(&mut tx, &by.admin, new.language, &title, "").await?;
            Taken { document, rendered: Default::default(), words: 0 }
        }
    };
    let slug = addresses::made(&mut tx, new.kind, new.language, &title, None).await?;
    let id = store::insert(
        &mut tx,
        store::New {
            kind: new.kind,
            language: new.language,
            title: &title,
            slug: &slug,
            document: (&taken.document.id, taken.document.version),
            text: &taken.document.text,
            rendered: &taken.rendered,
            words: taken.words,
        },
    )
    .await?;
    let details = json!({ "kind": new.kind, "language": new.language });
    by.record(&mut tx, "post.created", Subject::of("post", &id, &title), details).await?;
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, (StatusCode::CREATED, Json(post))).await
}

fn at_document(problem: Problem) -> Problem {
    match problem.status() {
        StatusCode::NOT_FOUND => {
            Problem::invalid_field("document_id", Text::key("validation.no-such-document"))
        }
        _ => problem,
    }
}
