//! Many documents in one ZIP archive, in their folders, named by their titles.

use futures::Stream;

use super::export::{self, Format};
use super::folders::{self, Folder};
use super::list::{Chosen, Filter};
use crate::platform::conversions::Turn;
use crate::platform::prelude::*;
use crate::platform::{archive, download};

/// Documents per archive, and MB of their texts.
const MOST: i64 = 1_000;
const MOST_MB: i64 = 32;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Picked {
    /// Only documents with these ids, separated by commas.
    ids: Option<String>,
}

/// A document of the archive, without its text.
#[derive(sqlx::FromRow)]
struct Own {
    id: String,
    folder_id: Option<String>,
}

/// Many documents as files in a ZIP archive: those that match the filter, or all
///
/// At most 1,000 documents and 32 MB of text. A document with too much formatting for the format is included as
/// Markdown.
#[utoipa::path(get, path = "/api/documents/export/{format}", tag = "documents",
    params(("format" = inline(Format), Path), Filter, Picked),
    responses((status = 200, description = "The archive", body = Vec<u8>, content_type = "application/zip"),
        (status = 422, description = "There is nothing to export, or too much for one archive"),
        (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn export_documents(
    app: App,
    user: User,
    Path(format): Path<String>,
    Query(filter): Query<Filter>,
    Query(Picked { ids }): Query<Picked>,
) -> Result<Response> {
    let format = Format::of(&format).ok_or_else(Problem::not_found)?;
    let mut chosen = Chosen::new(&user, filter);
    chosen.ids = ids.iter().flat_map(|ids| ids.split(',')).map(str::to_owned).collect();
    refuse_if(chosen.ids.len() as i64 > MOST, || too_many(chosen.ids.len() as i64))?;
    let turn = app.conversions.turn(&user.id).await?;
    let mut tx = app.db.read().begin().await?;
    let (count, characters): (i64, i64) = chosen
        .select(&tx, "count(*), CAST(COALESCE(SUM(length(d.text)), 0) AS BIGINT)", "")
        .fetch_one(&mut *tx)
        .await?;
    expect_room(count, characters)?;
    let folders = folders::all(&mut tx, &user.id).await?;
    let documents: Vec<Own> =
        chosen.select(&tx, "d.id, d.folder_id", "ORDER BY d.id DESC").fetch_all(&mut *tx).await?;
    drop(tx);
    let files = files(app, user.id.clone(), turn.clone(), documents, folders, format);
    Ok(archive::answer("documents", turn, files))
}

/// The documents one after another, each read when it is sent; deleted ones are skipped.
fn files(
    app: App,
    account: String,
    turn: Turn,
    documents: Vec<Own>,
    folders: Vec<Folder>,
    format: Format,
) -> impl Stream<Item = Result<File>> {
    async_stream::try_stream! {
        let mut names = Names::default();
        for Own { id, folder_id } in documents {
            let found: Option<(String, String, Timestamp)> =
                db::query_as("SELECT title, text, updated_at FROM documents WHERE id = $1 AND account_id = $2")
                    .binds((&id, &account))
                    .fetch_optional(app.db.read())
                    .await
                    .map_err(Problem::from)?;
            let Some((title, text, changed_at)) = found else { continue };
            let (title, made) = turn
                .run(move || {
                    let made = export::bytes_or_markdown(&title, &text, format);
                    (title, made)
                })
                .await?;
            let (content, format) = made?;
            let folder = folder_id.as_deref().map(|id| folders::path(&folders, id)).unwrap_or_default();
            yield File { path: names.take(&folder, &title, format.suffix()), content, changed_at };
        }
    }
}

fn expect_room(count: i64, characters: i64) -> Result<()> {
    refuse_if(count == 0, || Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "documents.nothing-to-export"))?;
    refuse_if(count > MOST, || too_many(count))?;
    if characters > MOST_MB * 1024 * 1024 {
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "documents.too-much-to-export")
            .with("max_mb", MOST_MB));
    }
    Ok(())
}

fn too_many(count: i64) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "documents.too-many-to-export")
        .with("count", count)
        .with("max", MOST)
}

/// The used paths; paths that differ only in case are equal on some systems.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// A unique path for a file with this title.
    pub(super) fn take(&mut self, folder: &[&str], title: &str, suffix: &str) -> String {
        let within: String = folder.iter().map(|name| format!("{}/", file_name(name, "folder"))).collect();
        let name = file_name(title, "document");
        (1..)
            .map(|number| if number == 1 { name.clone() } else { format!("{name} ({number})") })
            .map(|name| format!("{within}{name}.{suffix}"))
            .find(|path| self.0.insert(fold(path)))
            .unwrap_or_default()
    }
}

/// Names that Windows reserves for devices, with any suffix.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A title as a file name for any system.
fn file_name(title: &str, nameless: &str) -> String {
    let name = download::safe_name(title);
    let name = name.trim_start_matches(['.', ' ']);
    let stem = name.split('.').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_port = |word: &str| {
        stem.strip_prefix(word)
            .is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    };
    match name {
        "" => nameless.to_owned(),
        _ if DEVICES.contains(&stem.as_str()) || is_port("com") || is_port("lpt") => format!("_{name}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_unique() {
        let mut names = Names::default();
        let mut take = |title: &str| names.take(&["Blog", "A/B"], title, "md");
        assert_eq!(take("Łódź: 50% taniej?"), "Blog/AB/Łódź 50% taniej.md");
        assert_eq!(take("lodz 50% taniej"), "Blog/AB/lodz 50% taniej (2).md");
        assert_eq!(take("../../etc/passwd"), "Blog/AB/etcpasswd.md");
        assert_eq!(take("\u{0}…"), "Blog/AB/….md");
        assert_eq!(take(" . "), "Blog/AB/document.md");
        assert_eq!(take("NUL.txt"), "Blog/AB/_NUL.txt.md");
        assert_eq!(take("com1"), "Blog/AB/_com1.md");
        assert_eq!(take("common"), "Blog/AB/common.md");
    }
}
