//! Examples of style: texts that a user likes, per tool and brand. Every run of the tool for the brand imitates them.

use super::{NO_PROJECT, selected};
use crate::platform::prelude::*;

/// Examples per tool and brand.
const MOST: i64 = 3;
/// Characters of one.
pub const EXAMPLE_CHARS: usize = 2000;

/// A text whose style a tool imitates.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct StyleExample {
    id: String,
    /// The id of the tool.
    tool: String,
    text: String,
    created_at: Timestamp,
}

/// Stores an example; 409 if the tool has as many as it can have.
pub async fn add_example(
    tx: &mut Conn,
    account: &str,
    project: Option<i64>,
    tool: &str,
    text: String,
) -> Result<StyleExample> {
    let known = find(tx, account, project, Some(tool)).await?;
    let too_many = || Problem::conflict("brand.too-many-examples").with("max", MOST);
    refuse_if(known.len() as i64 >= MOST, too_many)?;
    let example =
        StyleExample { id: db::new_id(), tool: tool.to_owned(), text, created_at: Timestamp::now() };
    db::query(
        "INSERT INTO style_examples (id, account_id, project_id, tool, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .binds((&example.id, account, project, tool, &example.text, example.created_at))
    .run(tx)
    .await?;
    Ok(example)
}

/// The examples of a brand, or of one tool for it, oldest first.
async fn find(
    conn: &mut Conn,
    account: &str,
    project: Option<i64>,
    tool: Option<&str>,
) -> Result<Vec<StyleExample>> {
    let query = db::query_as(
        "SELECT id, tool, text, created_at FROM style_examples
         WHERE account_id = $1 AND ($2 IS NULL OR tool = $2) AND COALESCE(project_id, 0) = $3 ORDER BY id",
    );
    Ok(query.binds((account, tool, project.unwrap_or(NO_PROJECT))).fetch_all(conn).await?)
}

/// The texts for a run of this tool and project.
pub async fn examples(
    conn: &mut Conn,
    account: &str,
    project: Option<i64>,
    tool: &str,
) -> Result<Vec<String>> {
    let examples = find(conn, account, project, Some(tool)).await?;
    Ok(examples.into_iter().map(|example| example.text).collect())
}

/// The filter of examples.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfTool {
    /// Only of this tool.
    tool: Option<String>,
}

/// Examples of style for the brand of the selected project.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StyleExamples {
    /// Oldest first.
    data: Vec<StyleExample>,
}

/// The examples of style of the selected project
#[utoipa::path(get, path = "/api/style-examples", tag = "brand", params(OfTool), responses((status = 200, body = StyleExamples)))]
pub(super) async fn list_style_examples(
    app: App,
    user: User,
    Query(OfTool { tool }): Query<OfTool>,
) -> Result<Json<StyleExamples>> {
    let mut conn = app.db.read().acquire().await?;
    let project = selected(&mut conn, &user).await?;
    Ok(Json(StyleExamples { data: find(&mut conn, &user.id, project, tool.as_deref()).await? }))
}

/// Delete an example of style
#[utoipa::path(delete, path = "/api/style-examples/{id}", tag = "brand", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_style_example(app: App, user: User, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let delete = db::query("DELETE FROM style_examples WHERE id = $1 AND account_id = $2");
    let done = delete.binds((&id, &user.id)).execute(&mut *tx).await?;
    refuse_if(done.rows_affected() == 0, Problem::not_found)?;
    committed(tx, no_content()).await
}

pub(super) async fn all(conn: &mut Conn, account: &str) -> Result<Vec<StyleExample>> {
    let all = db::query_as(
        "SELECT id, tool, text, created_at FROM style_examples WHERE account_id = $1 ORDER BY id",
    );
    Ok(all.bind(account).fetch_all(conn).await?)
}
