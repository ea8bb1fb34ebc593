//! Installing a package: all checks first, then one transaction.

use sitewright_package::{Descriptor, Package, Permission, Program};

use super::change::{Change, package_subject, pass};
use super::check::{self, Checked, is_older, key_of, more_than, permissions_of};
use super::fetch::most;
use super::packages::PackageView;
use super::reason::{Reason, refusal};
use super::release::{self, Rollout};
use super::rights::Installer;
use super::store::{self, PackageState, PluginRow, Stage};
use super::ui;
use crate::catalogue::tools::{Grants, Tools};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;

/// A package to install.
pub struct Incoming {
    pub bytes: Bytes,
    /// Its source: `upload`, `command-line`, or a URL.
    pub source: String,
    /// The first rollout stage, if it may serve at all.
    pub rollout: Rollout,
}

/// The options of an installation.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HowToInstall {
    /// The first rollout stage; defaults to `all`.
    stage: Option<Stage>,
    /// With `plan`: the plan.
    product_id: Option<i64>,
    /// With `percent`: the percentage of accounts, 1 to 99.
    percent: Option<i64>,
}

/// Install a package, or a new version of a plugin
///
/// The body is the package itself. A version that requests more permissions than the previous one waits for `POST
/// /api/admin/packages/{id}/approve`, and the previous one keeps serving. Uploading the same package again changes
/// nothing.
#[utoipa::path(post, path = "/api/admin/plugins", tag = "admin", security(("key" = ["plugins:write"])), params(HowToInstall),
    request_body(content(("application/octet-stream"))), responses(
    (status = 201, body = PackageView),
    (status = 422, description = "It is refused; `errors` lists what is wrong, by file"),
))]
pub async fn install_plugin(
    app: App,
    Installer { caller: admin, actor }: Installer,
    locale: Locale,
    Query(how): Query<HowToInstall>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let stage = how.stage.unwrap_or(Stage::All);
    let rollout = Rollout::of(stage, &admin.id, how.product_id, how.percent)?;
    let bytes = json::read(&app, &headers, body, most()).await?;
    let incoming = Incoming { bytes, source: "upload".to_owned(), rollout };
    let digest = install(&app, &actor, incoming).await?;
    installed(&app, &digest, locale).await
}

/// The response with the package's current state.
pub async fn installed(app: &App, digest: &str, locale: Locale) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let package = store::expect_package(&mut conn, digest).await?;
    Ok((StatusCode::CREATED, Json(PackageView::of(package, locale)?)).into_response())
}

/// Whether an administrator has to approve the permissions of the package before it can run.
pub async fn waits(app: &App, digest: &str) -> Result<bool> {
    let package = store::package(&mut app.db.read().acquire().await?, digest).await?;
    Ok(package.is_some_and(|package| package.state == PackageState::Waiting))
}

/// Installs a package and returns its digest, or refuses it with all reasons at once.
pub async fn install(app: &App, actor: &Actor, incoming: Incoming) -> Result<String> {
    let Checked { digest, bytes, found } = check::check(app, &actor.id, incoming.bytes).await?;
    pass("install", "checked");
    let mut change = Change::begin(app, "install").await?;
    let tx = &mut change.tx;
    let known = store::package(tx, &digest).await?.map(|package| package.state);
    if let Some(PackageState::Ready | PackageState::Waiting | PackageState::Quarantined) = known {
        return Ok(digest);
    }
    let found = match found {
        Ok(package) => {
            let objections = check::objections(app, tx, &package).await?;
            if objections.is_empty() { Ok(package) } else { Err(objections) }
        }
        Err(reasons) => Err(reasons),
    };
    match found {
        Ok(package) => {
            let place = Place { app, source: &incoming.source, rollout: incoming.rollout };
            let id = package.manifest.id.clone();
            let details =
                json!({ "digest": digest, "version": package.manifest.version, "source": incoming.source });
            place.take(tx, package, &bytes).await?;
            audit_log::record(tx, actor, "plugin.installed", Subject::of("plugin", &id, &id), details)
                .await?;
            change.finish(&[&id]).await?;
            Ok(digest)
        }
        Err(reasons) => {
            // A revoked package keeps its row, which is more specific than another refusal.
            if known != Some(PackageState::Revoked) {
                note_refusal(tx, &digest, bytes.len(), &incoming.source, &reasons).await?;
            }
            let details = json!({ "source": incoming.source, "problems": reasons.len() });
            let subject = package_subject(&digest);
            audit_log::record(tx, actor, "plugin.refused", subject, details).await?;
            change.tx.commit().await?;
            Err(refusal(&digest, reasons))
        }
    }
}

async fn note_refusal(
    tx: &mut Conn,
    digest: &str,
    bytes: usize,
    source: &str,
    reasons: &[Reason],
) -> Result<()> {
    // Keep at most this many refused packages, dropping the oldest.
    const KEPT: i64 = 500;
    let query = db::query(
        "INSERT INTO packages (digest, bytes, state, problems, source, created_at, updated_at) VALUES ($1, $2, 'refused', $3, $4, $5, $5)
         ON CONFLICT (digest) DO UPDATE SET state = 'refused', problems = excluded.problems, source = excluded.source, updated_at = excluded.updated_at",
    );
    let query = query.binds((digest, i64::try_from(bytes).unwrap_or(i64::MAX)));
    query.binds((serde_json::to_string(reasons)?, source, Timestamp::now())).execute(&mut *tx).await?;
    let query = db::query(
        "DELETE FROM packages WHERE state = 'refused' AND plugin IS NULL AND digest NOT IN
             (SELECT digest FROM packages WHERE state = 'refused' ORDER BY updated_at DESC LIMIT $1)",
    );
    query.bind(KEPT).run(tx).await
}

/// The context of an installation.
pub(super) struct Place<'a> {
    pub app: &'a App,
    pub source: &'a str,
    pub rollout: Rollout,
}

impl Place<'_> {
    /// Stores the package, and releases it if nothing prevents that.
    pub async fn take(self, tx: &mut Conn, package: Package, bytes: &[u8]) -> Result<()> {
        let id = package.manifest.id.clone();
        let known = store::plugin(tx, &id).await?;
        let Standing { more, is_newer } = Standing::of(self.app, tx, known.as_ref(), &package).await?;
        let mut plugin = known.unwrap_or(PluginRow {
            id,
            publisher: package.manifest.publisher.clone(),
            current_digest: None,
            previous_digest: None,
            pinned: false,
            installed: true,
        });
        plugin.installed = true;
        let state = if more.is_empty() { PackageState::Ready } else { PackageState::Waiting };
        insert(tx, &package, &more, state, self.source).await?;
        let query = db::query(
            "INSERT INTO package_files (digest, content) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
        );
        query.binds((&package.digest, bytes.to_vec())).execute(&mut *tx).await?;
        ui::store(tx, &package).await?;
        store::save_plugin(tx, &plugin).await?;
        if state == PackageState::Ready && is_newer && !plugin.pinned {
            release::begin(tx, &mut plugin, &package.digest, self.rollout).await?;
        }
        Ok(())
    }
}

/// A valid package compared with the version that serves everyone.
pub(super) struct Standing {
    /// The permissions that it requests in addition.
    pub more: Vec<Permission>,
    /// Whether it is newer than that version, or the first.
    pub is_newer: bool,
}

impl Standing {
    pub async fn of(app: &App, tx: &mut Conn, plugin: Option<&PluginRow>, package: &Package) -> Result<Self> {
        let current = plugin.and_then(|plugin| plugin.current_digest.as_deref());
        let Some((version, may, granted)) = before(app, tx, &package.manifest.id, current).await? else {
            return Ok(Self { more: Vec::new(), is_newer: true });
        };
        let mut more = more_than(&package.permissions, &may);
        // New hosts count as the permission to call hosts.
        if !Grants::from(&package.manifest).are_within(&granted) && !more.contains(&Permission::Http) {
            more.push(Permission::Http);
        }
        Ok(Self { more, is_newer: !is_older(&package.manifest.version, &version) })
    }
}

/// Version, permissions and grants of the version that serves everyone; `None` if the plugin is new.
pub async fn before(
    app: &App,
    tx: &mut Conn,
    plugin: &str,
    current: Option<&str>,
) -> Result<Option<(String, Vec<Permission>, Grants)>> {
    if let Some(digest) = current {
        let current = store::expect_package(tx, digest).await?;
        let may = permissions_of(current.permissions.as_deref());
        let grants = Grants::stored(current.manifest.as_deref());
        return Ok(Some((current.version.unwrap_or_default(), may, grants)));
    }
    let bundled = app.part::<Tools>().bundled().get(plugin);
    Ok(bundled
        .map(|tool| (tool.version.clone(), tool.code.permissions().to_vec(), Grants::clone(&tool.grants))))
}

async fn insert(
    tx: &mut Conn,
    package: &Package,
    more: &[Permission],
    state: PackageState,
    source: &str,
) -> Result<()> {
    let (kind, program) = program_of(package);
    let icon = package.files.get("icon.svg").map(Vec::as_slice).unwrap_or_default();
    let level = serde_json::to_value(package.level)?;
    db::query(
        "INSERT INTO packages (digest, plugin, version, publisher, level, key_id, bytes, component, component_bytes, permissions, manifest,
             descriptors, icon, state, source, created_at, updated_at, more, program, names)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19)
         ON CONFLICT (digest) DO UPDATE SET plugin = excluded.plugin, version = excluded.version, publisher = excluded.publisher,
             level = excluded.level, key_id = excluded.key_id, program = excluded.program, component = excluded.component, component_bytes = excluded.component_bytes,
             permissions = excluded.permissions, manifest = excluded.manifest, descriptors = excluded.descriptors, icon = excluded.icon,
             more = excluded.more, names = excluded.names, state = excluded.state, problems = NULL, reason = NULL, source = excluded.source, updated_at = excluded.updated_at",
    )
    .binds((&package.digest, &package.manifest.id, &package.manifest.version))
    .binds((&package.manifest.publisher, level.as_str(), key_of(package)))
    .binds((i64::try_from(package.bytes).unwrap_or(i64::MAX), sitewright_package::digest(program)))
    .bind(i64::try_from(program.len()).unwrap_or(i64::MAX))
    .binds((serde_json::to_string(&package.permissions)?, serde_json::to_string(&package.manifest)?))
    .binds((descriptors(package)?, String::from_utf8_lossy(icon).into_owned(), state, source))
    .binds((Timestamp::now(), serde_json::to_string(more)?, kind, names(package)?))
    .run(tx)
    .await
}

/// The kind of a package's program, as the database names it, and its bytes.
pub fn program_of(package: &Package) -> (&'static str, &[u8]) {
    match package.program() {
        Program::Component(wasm) => (store::COMPONENT, wasm),
        Program::Template(source) | Program::Rules(source) => (store::TEMPLATE, source.as_bytes()),
    }
}

/// Name and summary by language, for readers that need no full description.
fn names(package: &Package) -> Result<String> {
    let name = |of: &Descriptor| json!({ "name": of.name, "summary": of.summary });
    let named = package.descriptors.iter().map(|(language, descriptor)| (*language, name(descriptor)));
    Ok(serde_json::to_string(&named.collect::<BTreeMap<_, _>>())?)
}

/// The descriptions by language, in their original order: the order of a schema's fields is the order of the form.
pub fn descriptors(package: &Package) -> Result<String> {
    let described = package.descriptors.iter().map(|(language, descriptor)| (*language, descriptor));
    Ok(serde_json::to_string(&described.collect::<BTreeMap<&str, &Descriptor>>())?)
}
