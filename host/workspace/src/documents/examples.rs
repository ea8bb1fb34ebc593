//! Keeping a part of a document as an example of style for its tool.

use super::find;
use crate::brand::{self, EXAMPLE_CHARS, StyleExample};
use crate::platform::prelude::*;
use crate::projects;

/// The text to keep.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewStyleExample {
    /// The document's text, or the part of it that is liked.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = EXAMPLE_CHARS)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 2000)]
    text: Option<String>,
}

/// Keep a text of a document as an example of style
///
/// Later runs of the same tool for the same brand imitate it.
#[utoipa::path(post, path = "/api/documents/{id}/style-example", tag = "documents", params(("id" = String, Path)), request_body = NewStyleExample,
    responses((status = 201, body = StyleExample), (status = 409, description = "The tool has as many examples as it can have")))]
pub(super) async fn add_style_example(
    app: App,
    user: User,
    Path(id): Path<String>,
    Valid(new): Valid<NewStyleExample>,
) -> Result<(StatusCode, Json<StyleExample>)> {
    let mut tx = app.db.write_for(&user.id).await?;
    let document = find(&mut tx, &user, &id).await?;
    let project = match document.project_id {
        Some(project) => Some(project),
        None => projects::selected(&mut tx, &user.id).await?.map(|project| project.id),
    };
    let text = new.text.unwrap_or_default();
    let example = brand::add_example(&mut tx, &user.id, project, &document.tool, text).await?;
    committed(tx, (StatusCode::CREATED, Json(example))).await
}
