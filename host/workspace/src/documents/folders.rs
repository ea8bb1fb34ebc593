//! Folders of documents. They belong to the account, are nested at most three deep, and have unique names within
//! their parent.

use super::many::Changed;
use crate::messages::realtime;
use crate::platform::prelude::*;
use crate::platform::single_line::line;

/// Characters of a name.
const NAME_CHARS: usize = 80;
/// Folders per account; the page shows all of them.
const MOST: usize = 200;
/// Deepest nesting.
const DEPTH: usize = 3;

/// A folder.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct Folder {
    pub id: String,
    pub name: String,
    /// The parent folder; null at the top.
    #[schema(required)]
    pub parent_id: Option<String>,
    /// Documents directly in it, except in the trash; those of one project if the request names it.
    pub documents: i64,
}

/// Which documents are counted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Counting {
    /// Only documents of the project with this number. The trash is counted as a whole.
    project: Option<i64>,
}

/// The folders of an account with their document counts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Folders {
    /// By name.
    data: Vec<Folder>,
    /// All documents, except in the trash.
    total: i64,
    /// Documents in no folder.
    unfiled: i64,
    favourites: i64,
    trash: i64,
}

/// Folders, by name, with their document counts
#[utoipa::path(get, path = "/api/folders", tag = "folders", params(Counting), responses((status = 200, body = Folders)))]
pub(super) async fn list_folders(
    app: App,
    user: User,
    Query(Counting { project }): Query<Counting>,
) -> Result<Json<Folders>> {
    let mut tx = app.db.read().begin().await?;
    let data = counted(&mut tx, &user.id, project).await?;
    let query = db::query_as(
        "SELECT count(*) FILTER (WHERE deleted_at IS NULL AND ($2 IS NULL OR project_id = $2)),
             count(*) FILTER (WHERE deleted_at IS NULL AND folder_id IS NULL AND ($2 IS NULL OR project_id = $2)),
             count(*) FILTER (WHERE deleted_at IS NULL AND favourite AND ($2 IS NULL OR project_id = $2)),
             count(deleted_at)
         FROM documents WHERE account_id = $1",
    );
    let (total, unfiled, favourites, trash) = query.binds((&user.id, project)).fetch_one(&mut *tx).await?;
    Ok(Json(Folders { data, total, unfiled, favourites, trash }))
}

/// All folders of an account, by name.
pub(super) async fn all(conn: &mut Conn, account: &str) -> Result<Vec<Folder>> {
    counted(conn, account, None).await
}

/// The same, with the number of documents of one project.
async fn counted(conn: &mut Conn, account: &str, project: Option<i64>) -> Result<Vec<Folder>> {
    let folders = db::query_as(
        "SELECT f.id, f.name, f.parent_id,
             (SELECT count(*) FROM documents d WHERE d.folder_id = f.id AND d.deleted_at IS NULL
                AND ($2 IS NULL OR d.project_id = $2)) AS documents
         FROM folders f WHERE f.account_id = $1 ORDER BY f.folded, f.id",
    );
    Ok(folders.binds((account, project)).fetch_all(conn).await?)
}

/// Refuses a folder that this account does not have.
pub(super) async fn expect_own(conn: &mut Conn, account: &str, id: &str) -> Result<()> {
    let own = db::query_scalar("SELECT EXISTS (SELECT 1 FROM folders WHERE id = $1 AND account_id = $2)");
    let own: bool = own.binds((id, account)).fetch_one(conn).await?;
    own.then_some(()).ok_or_else(|| unknown("folder_id"))
}

fn unknown(field: &str) -> Problem {
    Problem::invalid_field(field, Text::key("documents.no-such-folder"))
}

/// The names of a folder and its ancestors, outermost first.
pub(super) fn path<'f>(folders: &'f [Folder], id: &str) -> Vec<&'f str> {
    let mut names: Vec<&str> = above(folders, Some(id)).map(|folder| folder.name.as_str()).collect();
    names.reverse();
    names
}

/// A folder and its ancestors, innermost first.
fn above<'f>(folders: &'f [Folder], id: Option<&str>) -> impl Iterator<Item = &'f Folder> {
    let find = |id: Option<&str>| folders.iter().find(|folder| Some(folder.id.as_str()) == id);
    std::iter::successors(find(id), move |folder| find(folder.parent_id.as_deref()))
}

/// The height of a folder's subtree, including itself.
fn height(folders: &[Folder], id: &str) -> usize {
    let inside = folders.iter().filter(|folder| folder.parent_id.as_deref() == Some(id));
    1 + inside.map(|folder| height(folders, &folder.id)).max().unwrap_or(0)
}

/// Validates a folder's name and place. `moved` is the folder itself if it exists.
fn check(folders: &[Folder], name: &str, parent: Option<&str>, moved: Option<&str>) -> Result<()> {
    refuse_if(parent.is_some() && above(folders, parent).next().is_none(), || unknown("parent_id"))?;
    if moved.is_some() && above(folders, parent).any(|folder| Some(folder.id.as_str()) == moved) {
        return Err(Problem::invalid_field("parent_id", Text::key("documents.folder-in-itself")));
    }
    let depth = above(folders, parent).count() + moved.map_or(1, |id| height(folders, id));
    let text = Text::key("documents.folders-too-deep").with("max", DEPTH);
    refuse_if(depth > DEPTH, || Problem::invalid_field("parent_id", text))?;
    let folded = fold(name);
    let is_taken = folders.iter().any(|folder| {
        folder.parent_id.as_deref() == parent
            && Some(folder.id.as_str()) != moved
            && fold(&folder.name) == folded
    });
    if is_taken {
        return Err(Problem::invalid_field("name", Text::key("documents.folder-exists").with("name", name)));
    }
    Ok(())
}

/// Normalises a name.
fn cleaned(name: &str) -> Result<String> {
    let name = line(name);
    refuse_if(fold(&name).is_empty(), || Problem::invalid_field("name", Text::key("validation.required")))?;
    Ok(name)
}

/// A new folder.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewFolder {
    #[garde(length(chars, max = NAME_CHARS))]
    #[schema(min_length = 1, example = "Blog")]
    name: String,
    /// The parent folder; null at the top.
    #[garde(skip)]
    parent_id: Option<String>,
}

/// Create a folder
#[utoipa::path(post, path = "/api/folders", tag = "folders", request_body = NewFolder, responses((status = 201, body = Folder)))]
pub(super) async fn create_folder(
    app: App,
    user: User,
    Valid(new): Valid<NewFolder>,
) -> Result<(StatusCode, Json<Folder>)> {
    let name = cleaned(&new.name)?;
    let mut tx = app.db.write_for(&user.id).await?;
    let folders = all(&mut tx, &user.id).await?;
    check(&folders, &name, new.parent_id.as_deref(), None)?;
    if folders.len() >= MOST {
        return Err(Problem::invalid_field(
            "name",
            Text::key("documents.too-many-folders").with("max", MOST),
        ));
    }
    let folder = Folder { id: db::new_id(), name, parent_id: new.parent_id, documents: 0 };
    db::query(
        "INSERT INTO folders (id, account_id, parent_id, name, folded, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .binds((&folder.id, &user.id, &folder.parent_id, &folder.name, fold(&folder.name), Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    realtime::publish(&app, &mut tx, &user.id, "folder.changed", &json!({}));
    committed(tx, (StatusCode::CREATED, Json(folder))).await
}

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FolderEdit {
    #[garde(inner(length(chars, max = NAME_CHARS)))]
    #[schema(min_length = 1)]
    name: Option<String>,
    /// The new parent folder; null for the top.
    #[garde(skip)]
    #[serde(default, deserialize_with = "json::present")]
    #[schema(value_type = Option<String>)]
    parent_id: Option<Option<String>>,
}

/// Rename a folder or move it into another
#[utoipa::path(patch, path = "/api/folders/{id}", tag = "folders", params(("id" = String, Path)), request_body = FolderEdit,
    responses((status = 200, body = Folder)))]
pub(super) async fn update_folder(
    app: App,
    user: User,
    Path(id): Path<String>,
    Valid(edit): Valid<FolderEdit>,
) -> Result<Json<Folder>> {
    let name = edit.name.as_deref().map(cleaned).transpose()?;
    let mut tx = app.db.write_for(&user.id).await?;
    let folders = all(&mut tx, &user.id).await?;
    let mut folder = find(&folders, &id)?.clone();
    folder.name = name.unwrap_or(folder.name);
    folder.parent_id = edit.parent_id.unwrap_or(folder.parent_id);
    check(&folders, &folder.name, folder.parent_id.as_deref(), Some(&id))?;
    let query = db::query("UPDATE folders SET name = $2, folded = $3, parent_id = $4 WHERE id = $1");
    query.binds((&id, &folder.name, fold(&folder.name), &folder.parent_id)).execute(&mut *tx).await?;
    realtime::publish(&app, &mut tx, &user.id, "folder.changed", &json!({}));
    committed(tx, Json(folder)).await
}

fn find<'f>(folders: &'f [Folder], id: &str) -> Result<&'f Folder> {
    folders.iter().find(|folder| folder.id == id).ok_or_else(Problem::not_found)
}

/// What happens to the documents of a deleted folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Contents {
    /// They move to the parent folder.
    #[default]
    Keep,
    Trash,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Deletion {
    /// Whether its documents move to the parent folder or to the trash.
    #[serde(default)]
    #[param(inline)]
    documents: Contents,
}

/// Delete a folder and its subfolders
#[utoipa::path(delete, path = "/api/folders/{id}", tag = "folders", params(("id" = String, Path), Deletion),
    responses((status = 200, description = "How many documents the folder contained", body = Changed)))]
pub(super) async fn delete_folder(
    app: App,
    user: User,
    Path(id): Path<String>,
    Query(Deletion { documents }): Query<Deletion>,
) -> Result<Json<Changed>> {
    let mut tx = app.db.write_for(&user.id).await?;
    let folders = all(&mut tx, &user.id).await?;
    // Restored documents also return to the parent folder.
    let parent = find(&folders, &id)?.parent_id.clone();
    let gone: Vec<&str> = folders
        .iter()
        .filter(|folder| above(&folders, Some(&folder.id)).any(|around| around.id == id))
        .map(|folder| folder.id.as_str())
        .collect();
    let deleted_at = (documents == Contents::Trash).then(Timestamp::now);
    let sql = format!(
        "UPDATE documents SET folder_id = $2, deleted_at = COALESCE(deleted_at, $3) WHERE account_id = $1 AND folder_id IN ({})",
        db::places(4, gone.len())
    );
    let query = db::query(AssertSqlSafe(sql)).binds((&user.id, parent, deleted_at));
    let held = gone.iter().fold(query, |query, id| query.bind(*id)).execute(&mut *tx).await?;
    db::query("DELETE FROM folders WHERE id = $1").bind(&id).execute(&mut *tx).await?;
    realtime::publish(&app, &mut tx, &user.id, "folder.changed", &json!({}));
    committed(tx, Json(Changed { count: held.rows_affected() })).await
}
