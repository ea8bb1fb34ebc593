//! Versions in development, as tools and with their pages.

use sitewright_package::{Limits, PAGE, Package, Rules};

use super::package_tool::{self, Place, Row};
use crate::catalogue::tools::{Developments, Shelf, Tool, Tools};
use crate::platform::prelude::*;

/// The folder of a package with its page.
pub(super) const FOLDER: &str = "ui/";
/// The tables of such a version.
const PLACE: Place = Place {
    described: "SELECT descriptors, icon FROM plugin_developments WHERE digest = $1 LIMIT 1",
    file: "SELECT content FROM plugin_developments WHERE digest = $1 LIMIT 1",
};

/// The versions in development, as tools. Unchanged ones keep their tool.
pub async fn of_all(app: &App, conn: &mut Conn, old: &Shelf) -> Result<Developments> {
    let query = db::query_as(
        "SELECT account_id, plugin, digest FROM plugin_developments d
         WHERE NOT EXISTS (SELECT 1 FROM revocations WHERE kind = 'package' AND value = d.digest)",
    );
    let rows: Vec<(String, String, String)> = query.fetch_all(&mut *conn).await?;
    let mut all = Developments::new();
    for (account, plugin, digest) in rows {
        let known = old.developments().get(&account).and_then(|own| own.get(&plugin));
        let known = known.filter(|tool| tool.package.as_deref() == Some(&digest)).cloned();
        let tool = match known {
            Some(tool) => Some(tool),
            None => make(app, conn, &account, &plugin).await?,
        };
        if let Some(tool) = tool {
            all.entry(account).or_default().insert(plugin, tool);
        }
    }
    Ok(all)
}

async fn make(app: &App, conn: &mut Conn, account: &str, plugin: &str) -> Result<Option<Arc<Tool>>> {
    const ROW: &str =
        "SELECT digest, plugin, 'ready' AS state, program, component, component_bytes, permissions, manifest, descriptors AS names
        FROM plugin_developments WHERE account_id = $1 AND plugin = $2";
    let row: Row = db::query_as(ROW).binds((account, plugin)).fetch_one(conn).await?;
    let page = page_folder(app, account, &row.digest);
    match package_tool::make_development(app, row, PLACE, page) {
        Ok(tool) => Ok(Some(Arc::new(tool))),
        Err(error) => {
            tracing::error!(plugin, %error, "a version in development is not usable and is left out");
            Ok(None)
        }
    }
}

/// The folder name of a development version's page: only this server can derive it, for this account and package.
fn page_folder(app: &App, account: &str, digest: &str) -> String {
    hex::encode(auth::signature(app.key.as_slice(), &format!("development-page:{account}:{digest}")))
}

/// A file of a development version's page; `None` if the folder is not one.
pub async fn page_file(app: &App, folder: &str, path: &str) -> Result<Option<Vec<u8>>> {
    let shelf = app.part::<Tools>().shelf();
    let is_it = |tool: &&Arc<Tool>| {
        tool.development.as_deref() == Some(folder) && &*tool.module == PAGE && tool.closed().is_none()
    };
    let found =
        shelf.developments().iter().find_map(|(account, own)| Some((account, own.values().find(is_it)?)));
    let Some((account, tool)) = found else { return Ok(None) };
    let query =
        db::query_scalar("SELECT content FROM plugin_developments WHERE account_id = $1 AND digest = $2");
    let content: Option<Vec<u8>> =
        query.binds((account, tool.package.as_deref())).fetch_optional(app.db.read()).await?;
    match content {
        Some(content) => page_of_file(content, path).await,
        None => Ok(None),
    }
}

/// A file of the page in a package.
pub async fn page_of_file(file: Vec<u8>, path: &str) -> Result<Option<Vec<u8>>> {
    let mut package = read(file).await?;
    Ok(package.files.remove(&format!("{}{path}", FOLDER)))
}

/// Reads a package that was checked at upload.
pub async fn read(file: Vec<u8>) -> Result<Package> {
    let read = blocking(move || {
        // The signature was checked at upload.
        let rules = Rules { limits: Limits::default(), development: true, ..Rules::default() };
        Package::read(&file, &rules)
    });
    let package = read.await.map_err(Problem::internal)?;
    package
        .map_err(|problems| Problem::internal(anyhow::anyhow!("a stored package is damaged: {problems:?}")))
}
