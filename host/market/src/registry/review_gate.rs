//! Packages under review: the result of the installation checks, and installing one in a single transaction with the
//! reviewer's decision.

use sitewright_package::Package;

use super::check::{self, Checked, key_of, permissions_of};
use super::install::{Place, before};
use super::listing::{Decider, set_listed};
use super::reason::{Reason, refusal};
use super::release::{self, Rollout};
use super::store::{self, PackageState, PluginRow, ReleaseState};
use crate::catalogue::tools::Grants;
use crate::platform::prelude::*;

/// The value of `packages.source` for such packages.
const SOURCE: &str = "publisher";

/// A checked package that is not installed.
pub struct Judged {
    /// SHA-256 of the file.
    pub digest: String,
    pub found: std::result::Result<Box<Facts>, Vec<Reason>>,
}

/// The stored facts of a valid package, for its reviewers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Facts {
    pub plugin: String,
    pub version: String,
    pub category: String,
    /// The level of its signature at the time of the check.
    pub level: String,
    /// The key that signed it.
    pub key: Option<String>,
    pub contract: String,
    pub is_template: bool,
    /// Names of permissions.
    pub permissions: Vec<String>,
    pub hosts: Vec<String>,
    pub connections: Vec<String>,
    /// By language.
    pub texts: BTreeMap<String, Texts>,
    pub examples: Vec<String>,
    pub files: Vec<PackageFile>,
}

/// A tool's texts in one language.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Texts {
    pub name: String,
    pub summary: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PackageFile {
    pub path: String,
    pub bytes: i64,
}

impl From<&Package> for Facts {
    fn from(package: &Package) -> Self {
        let manifest = &package.manifest;
        let texts = package.descriptors.iter().map(|(language, descriptor)| {
            let (name, summary) = (descriptor.name.clone(), descriptor.summary.clone());
            ((*language).to_owned(), Texts { name, summary })
        });
        let level = serde_json::to_value(package.level).ok();
        let size = |bytes: &Vec<u8>| i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        Self {
            plugin: manifest.id.clone(),
            version: manifest.version.clone(),
            category: manifest.category.clone(),
            level: level.as_ref().and_then(|level| level.as_str()).unwrap_or_default().to_owned(),
            key: key_of(package),
            contract: package.contract.clone(),
            is_template: package.is_data(),
            permissions: package.permissions.iter().map(|one| one.name().to_owned()).collect(),
            hosts: manifest.hosts.iter().map(ToString::to_string).collect(),
            connections: manifest.connections.clone(),
            texts: texts.collect(),
            examples: package.examples.iter().map(|(path, _)| path.clone()).collect(),
            files: package
                .files
                .iter()
                .map(|(path, bytes)| PackageFile { path: path.clone(), bytes: size(bytes) })
                .collect(),
        }
    }
}

/// Checks a package as an installation does, and that it belongs to this publisher. Does not install it.
pub async fn judge(app: &App, bytes: Bytes, publisher: &str) -> Result<Judged> {
    let checked = check::check(app, publisher, bytes).await?;
    let found = match checked.found {
        Err(reasons) => Err(reasons),
        Ok(package) => {
            let mut reasons = check::objections(app, &mut app.db.read().acquire().await?, &package).await?;
            if package.manifest.publisher != publisher {
                let reason = Reason::new("publishers.other", "plugin.toml: publisher");
                reasons.insert(0, reason.with("publisher", publisher));
            }
            if reasons.is_empty() { Ok(Box::new(Facts::from(&package))) } else { Err(reasons) }
        }
    };
    Ok(Judged { digest: checked.digest, found })
}

/// A reviewed package to install.
pub struct Reviewed<'a> {
    pub plugin: &'a str,
    pub digest: &'a str,
    /// The reviewer who approved it.
    pub reviewer: &'a str,
    pub rollout: Rollout,
    /// Whether the catalogue lists the plugin; `None` leaves a new one unlisted.
    pub listed: Option<bool>,
}

/// Installs a reviewed package with all its permissions and releases it. `checked` is its file, checked again.
pub async fn let_in(app: &App, tx: &mut Conn, checked: Checked, reviewed: Reviewed<'_>) -> Result<()> {
    let Reviewed { plugin, digest, reviewer, rollout, listed } = reviewed;
    if checked.digest != digest {
        return Err(Problem::internal(anyhow::anyhow!("the stored file differs from {digest}")));
    }
    let is_new = store::plugin(tx, plugin).await?.is_none_or(|plugin| !plugin.installed);
    match store::package(tx, digest).await?.map(|package| package.state) {
        Some(PackageState::Ready | PackageState::Waiting) => {}
        Some(PackageState::Quarantined | PackageState::Revoked) => {
            return Err(Problem::conflict("registry.not-ready"));
        }
        Some(PackageState::Refused | PackageState::Removed) | None => {
            take(app, tx, checked, rollout.clone()).await?
        }
    }
    accept(tx, reviewer, digest).await?;
    let mut row = store::expect_plugin(tx, plugin).await?;
    if rollout != Rollout::All || row.current_digest.as_deref() != Some(digest) {
        release::begin(tx, &mut row, digest, rollout).await?;
    }
    match listed.or(is_new.then_some(false)) {
        Some(listed) => set_listed(tx, plugin, listed, Decider::Administrator).await.map(drop),
        None => Ok(()),
    }
}

async fn take(app: &App, tx: &mut Conn, checked: Checked, rollout: Rollout) -> Result<()> {
    let Checked { digest, bytes, found } = checked;
    let package = found.map_err(|reasons| refusal(&digest, reasons))?;
    let objections = check::objections(app, tx, &package).await?;
    refuse_if(!objections.is_empty(), || refusal(&digest, objections))?;
    Place { app, source: SOURCE, rollout }.take(tx, package, &bytes).await
}

/// Marks the permissions as approved: the reviewer saw all of them.
async fn accept(tx: &mut Conn, reviewer: &str, digest: &str) -> Result<()> {
    let package = store::expect_package(tx, digest).await?;
    let may = permissions_of(package.permissions.as_deref());
    let names: Vec<&str> = may.iter().map(|permission| permission.name()).collect();
    let query = db::query(
        "UPDATE packages SET state = 'ready', approved_by = $2, approved = $3, approved_at = $4, updated_at = $4 WHERE digest = $1",
    );
    let query = query.binds((digest, reviewer, serde_json::to_string(&names)?));
    query.bind(Timestamp::now()).run(tx).await
}

/// Removes a version that a reviewer only tried. A version that serves others stays.
pub async fn take_out(app: &App, tx: &mut Conn, digest: &str) -> Result<()> {
    let Some(plugin) = tried(tx, digest).await? else { return Ok(()) };
    release::drop_version(app, tx, digest, &plugin.id).await?;
    store::set_state(tx, digest, PackageState::Removed, None).await?;
    let query = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM packages WHERE plugin = $1 AND state IN ('ready', 'waiting', 'quarantined'))",
    );
    let has_others: bool = query.bind(&plugin.id).fetch_one(&mut *tx).await?;
    if !has_others {
        let row = store::expect_plugin(tx, &plugin.id).await?;
        store::save_plugin(tx, &PluginRow { installed: false, ..row }).await?;
    }
    Ok(())
}

/// The plugin of a version that serves only a reviewer.
async fn tried(tx: &mut Conn, digest: &str) -> Result<Option<PluginRow>> {
    let Some(package) = store::package(tx, digest).await? else { return Ok(None) };
    let ours = package.state == PackageState::Ready && package.source == SOURCE;
    let Some(plugin) = package.plugin.filter(|_| ours) else { return Ok(None) };
    let live = store::live_release(tx, &plugin).await?;
    let is_tried = live.is_some_and(|release| {
        release.digest == digest && release.state == ReleaseState::Open && release.stage == store::Stage::Me
    });
    let row = store::plugin(tx, &plugin).await?;
    Ok(row.filter(|row| is_tried && row.installed && row.current_digest.as_deref() != Some(digest)))
}

/// Whether only this account has the version, to try it.
pub async fn is_tried_by(conn: &mut Conn, digest: &str, account: &str) -> Result<bool> {
    let is_tried = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM plugin_releases WHERE digest = $1 AND state = 'open' AND stage = 'me' AND account_id = $2)",
    );
    Ok(is_tried.binds((digest, account)).fetch_one(conn).await?)
}

/// Whether another version of the plugin is being rolled out, which trying this one would end.
pub async fn is_on_its_way(conn: &mut Conn, plugin: &str, but: &str) -> Result<bool> {
    let live = store::live_release(conn, plugin).await?;
    Ok(live.is_some_and(|release| release.state == ReleaseState::Open && release.digest != but))
}

/// The permissions of the version that serves everyone, with their meaning.
pub async fn serving(app: &App, conn: &mut Conn, plugin: &str) -> Result<Option<Serving>> {
    let row = store::plugin(conn, plugin).await?.filter(|row| row.installed);
    let current = row.as_ref().and_then(|row| row.current_digest.as_deref());
    let before = before(app, conn, plugin, current).await?;
    Ok(before.map(|(version, permissions, grants)| Serving { version, permissions, grants }))
}

pub struct Serving {
    pub version: String,
    pub permissions: Vec<sitewright_package::Permission>,
    pub grants: Grants,
}
