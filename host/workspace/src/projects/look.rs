//! The name and the colour of a project, by which its user tells it from others.

use super::{Project, ProjectItem, publish, store};
use crate::platform::prelude::*;

const NAME_CHARS: usize = 80;

/// A colour of the palette. Clients know its values in the light and in the dark scheme.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProjectColor {
    #[default]
    Moss,
    Clay,
    Sky,
    Plum,
    Amber,
    Teal,
    Rose,
    Iris,
    Olive,
    Slate,
}

text_column!(ProjectColor);

impl ProjectColor {
    const ALL: [Self; 10] = [
        Self::Moss,
        Self::Clay,
        Self::Sky,
        Self::Plum,
        Self::Amber,
        Self::Teal,
        Self::Rose,
        Self::Iris,
        Self::Olive,
        Self::Slate,
    ];
}

/// The colour of an account's next project: the first of those that it uses least.
pub(super) async fn next_color(conn: &mut Conn, account: &str) -> Result<ProjectColor> {
    let used: Vec<(ProjectColor, i64)> =
        db::query_as("SELECT color, count(*) FROM projects WHERE account_id = $1 GROUP BY color")
            .bind(account)
            .fetch_all(conn)
            .await?;
    let count =
        |color: &ProjectColor| used.iter().find(|(known, _)| known == color).map_or(0, |(_, count)| *count);
    Ok(ProjectColor::ALL.into_iter().min_by_key(count).unwrap_or_default())
}

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProjectEdit {
    /// An empty name is replaced by the domain.
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = NAME_CHARS)))]
    #[schema(example = "Bakery")]
    name: Option<String>,
    #[garde(skip)]
    color: Option<ProjectColor>,
}

/// Change the name or the colour of a project
#[utoipa::path(patch, path = "/api/projects/{id}", tag = "projects", params(("id" = i64, Path)), request_body = ProjectEdit,
    responses((status = 200, body = ProjectItem), (status = 404, description = "It does not exist, or it is not yours")))]
pub(super) async fn edit_project(
    app: App,
    user: User,
    Path(id): Path<i64>,
    Valid(edit): Valid<ProjectEdit>,
) -> Result<Json<ProjectItem>> {
    let mut tx = app.db.write_for(&user.id).await?;
    store::expect_own(&mut tx, &user.id, id).await?;
    db::query("UPDATE projects SET name = COALESCE($2, name), color = COALESCE($3, color) WHERE id = $1")
        .binds((id, edit.name, edit.color))
        .run(&mut tx)
        .await?;
    let project: Option<Project> = store::find(&mut tx, id).await?;
    let item = project.ok_or_else(Problem::not_found)?.item();
    publish(&app, &mut tx, &user.id);
    committed(tx, Json(item)).await
}
