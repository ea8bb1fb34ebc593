//! Previews: versions that an administrator tries, whether or not they are in use: installed ones, and those that
//! wait for a review, of which only the file exists. Revoked and refused versions are excluded.

use sitewright_package::digest;

use super::developed::read;
use super::install;
use super::package_tool::{self, Brought, INSTALLED, Row};
use super::store::{self, PackageState};
use crate::catalogue::tools::{Tool, Tools};
use crate::platform::prelude::*;

const CAN_BE: &str = "state IN ('ready', 'waiting', 'quarantined')";

/// The tool of an installed package; `None` if there is none that may run.
pub async fn to_try(app: &App, digest: &str) -> Result<Option<Arc<Tool>>> {
    let shelf = app.part::<Tools>().shelf();
    // The shared tool is closed together with its version.
    if let Some(tool) = shelf.packages().get(digest).filter(|tool| tool.gate.closed().is_none()) {
        return Ok(Some(tool.clone()));
    }
    let sql = format!(
        "SELECT digest, plugin, state, program, component, component_bytes, permissions, manifest, descriptors AS names
         FROM packages WHERE digest = $1 AND {CAN_BE}"
    );
    let row: Option<Row> =
        db::query_as(AssertSqlSafe(sql)).bind(digest).fetch_optional(app.db.read()).await?;
    let tool = row.map(|row| package_tool::make(app, row, INSTALLED)).transpose();
    Ok(tool.map_err(Problem::internal)?.map(Arc::new))
}

/// Whether the package was ever on this server.
pub async fn is_known(conn: &mut Conn, digest: &str) -> Result<bool> {
    Ok(store::package(conn, digest).await?.is_some())
}

/// The tool of a package file that was checked at upload.
pub async fn file_to_try(app: &App, file: Vec<u8>) -> Result<Arc<Tool>> {
    let package = read(file).await?;
    let (kind, program) = install::program_of(&package);
    let descriptors = install::descriptors(&package)?;
    let row = Row {
        digest: package.digest.clone(),
        plugin: package.manifest.id.clone(),
        state: PackageState::Ready,
        program: kind.to_owned(),
        component: digest(program),
        component_bytes: i64::try_from(program.len()).unwrap_or(i64::MAX),
        permissions: serde_json::to_string(&package.permissions)?,
        manifest: serde_json::to_string(&package.manifest)?,
        names: descriptors.clone(),
    };
    let icon = package.files.get("icon.svg").cloned().unwrap_or_default();
    let brought = Brought { descriptors, icon: Bytes::from(icon), program: program.to_vec().into() };
    Ok(Arc::new(package_tool::at_hand(app, row, brought).map_err(Problem::internal)?))
}

/// A file of an installed package's page.
pub async fn page_to_try(conn: &mut Conn, digest: &str, path: &str) -> Result<Option<Vec<u8>>> {
    let sql = format!(
        "SELECT u.content FROM package_ui u JOIN packages k ON k.digest = u.digest WHERE u.digest = $1 AND u.path = $2 AND k.{CAN_BE}"
    );
    let file = db::query_scalar(AssertSqlSafe(sql)).binds((digest, path));
    Ok(file.fetch_optional(conn).await?)
}
