//! The catalogue, built from the rows without running or compiling anything: completely at the start, and then
//! incrementally.
//!
//! Each change of the registry has a number, its generation, and is recorded at the plugins that it affects. A
//! process at one generation reads only the plugins that changed since. If the registry was changed without that
//! record, as a server of an older version does, everything is read again.

use super::package_tool::{self, Row};
use super::store::{self, PackageState, PluginRow, ReleaseRow, Stage};
use super::{Registry, developed, listing, publishers};
use crate::catalogue::tools::{Audience, Closed, Shelf, Staged, Tool, Tools, Versions};
use crate::platform::bus::Subscriber;
use crate::platform::prelude::*;

/// How often the generation is polled: another process or a local command may have changed it.
const LOOK: Duration = Duration::from_secs(2);

/// The state of the registry: the number of its last change, and how many changes were recorded at their plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Generation {
    generation: i64,
    noted: i64,
}

impl Generation {
    async fn read(conn: &mut Conn) -> Result<Self> {
        Ok(db::query_as("SELECT generation, noted FROM registry WHERE id = 1").fetch_one(conn).await?)
    }

    /// Whether each change since then was recorded.
    fn has_all_since(self, then: Self) -> bool {
        let changes = self.generation - then.generation;
        changes >= 0 && changes == self.noted - then.noted
    }
}

/// Updates this process's catalogue from the rows.
pub async fn refresh(app: &App) -> Result<()> {
    let mut shown = app.part::<Registry>().shown.lock().await;
    let mut tx = app.db.read().begin().await?;
    let now = Generation::read(&mut tx).await?;
    if *shown != Some(now) {
        let known = shown.filter(|shown| now.has_all_since(*shown));
        show(app, &mut tx, known).await?;
        *shown = Some(now);
    }
    Ok(())
}

/// Rebuilds this process's catalogue from all rows.
pub async fn remake(app: &App) -> Result<()> {
    *app.part::<Registry>().shown.lock().await = None;
    refresh(app).await
}

/// Applies the changes since a generation; everything without one.
async fn show(app: &App, tx: &mut Conn, since: Option<Generation>) -> Result<()> {
    let tools = app.part::<Tools>();
    let old = tools.shelf();
    let mut shelf = if since.is_some() { Shelf::clone(&old) } else { tools.bundled_shelf() };
    // No plugin changed before the first generation.
    let rows = Rows::since(tx, since.map_or(-1, |since| since.generation)).await?;
    let ids: Vec<String> = rows.plugins.iter().map(|plugin| plugin.id.clone()).collect();
    let mut states = HashMap::with_capacity(rows.packages.len());
    states.extend(rows.packages.iter().map(|package| (package.digest.clone(), package.state)));
    for (id, versions) in rows.versions(app, &old) {
        shelf.put(&id, versions);
    }
    close_what_is_gone(tx, &old, &ids, &states).await?;
    shelf.put_developments(developed::of_all(app, tx, &old).await?);
    shelf.put_publishers(publishers::names(tx).await?);
    tools.replace(shelf);
    Ok(())
}

/// Ends runs of a revoked version that is not in the catalogue any more.
async fn close_what_is_gone(
    conn: &mut Conn,
    old: &Shelf,
    ids: &[String],
    states: &HashMap<String, PackageState>,
) -> Result<()> {
    let before = ids.iter().filter_map(|id| old.versions(id)).flat_map(|versions| &versions.packages);
    for tool in before {
        let Some(digest) = &tool.package else { continue };
        let state = match states.get(digest) {
            Some(state) => Some(*state),
            None => store::package(conn, digest).await?.map(|package| package.state),
        };
        if state == Some(PackageState::Revoked) {
            tool.gate.close(Closed::Revoked);
        }
    }
    Ok(())
}

/// Plugins with their stored versions.
struct Rows {
    plugins: Vec<PluginRow>,
    releases: Vec<ReleaseRow>,
    packages: Vec<Row>,
    /// Unlisted plugins.
    unlisted: HashSet<String>,
}

impl Rows {
    /// The plugins that changed after a generation.
    async fn since(conn: &mut Conn, generation: i64) -> Result<Self> {
        let plugins = store::plugins_since(conn, generation).await?;
        let releases = store::open_releases_since(conn, generation).await?;
        let packages = db::query_as(
            "SELECT k.digest, k.plugin, k.state, k.program, k.component, k.component_bytes, k.permissions, k.manifest,
                 COALESCE(k.names, k.descriptors) AS names
             FROM plugins p JOIN packages k ON k.plugin = p.id
             WHERE p.generation > $1 AND p.installed AND k.state <> 'refused' AND (k.digest = p.current_digest OR k.digest = p.previous_digest
                 OR EXISTS (SELECT 1 FROM plugin_releases r WHERE r.plugin = p.id AND r.digest = k.digest AND r.state = 'open'))",
        );
        let packages = packages.bind(generation).fetch_all(&mut *conn).await?;
        let unlisted = listing::unlisted_since(conn, generation).await?;
        Ok(Self { plugins, releases, packages, unlisted })
    }

    /// The versions of each plugin that are in use. Unchanged tools are reused.
    fn versions(self, app: &App, old: &Shelf) -> Vec<(String, Versions)> {
        let Self { plugins, mut releases, packages, unlisted } = self;
        let mut made: HashMap<String, Vec<Arc<Tool>>> = HashMap::with_capacity(plugins.len());
        for row in packages {
            let plugin = row.plugin.clone();
            if let Some(tool) = tool(app, old, row) {
                made.entry(plugin).or_default().push(tool);
            }
        }
        let mut releases: BTreeMap<String, ReleaseRow> =
            releases.drain(..).map(|release| (release.plugin.clone(), release)).collect();
        let bundled = app.part::<Tools>().bundled();
        let of = |plugin: PluginRow| {
            let packages = made.remove(&plugin.id).unwrap_or_default();
            let versions = versions(&plugin, packages, releases.remove(&plugin.id), bundled.get(&plugin.id));
            let versions = Versions { unlisted: unlisted.contains(&plugin.id), ..versions };
            (plugin.id, versions)
        };
        plugins.into_iter().map(of).collect()
    }
}

/// Which version of a plugin serves which accounts.
fn versions(
    plugin: &PluginRow,
    packages: Vec<Arc<Tool>>,
    release: Option<ReleaseRow>,
    bundled: Option<&Arc<Tool>>,
) -> Versions {
    let of = |digest: &str| packages.iter().find(|tool| tool.package.as_deref() == Some(digest)).cloned();
    let current = plugin.current_digest.as_deref().and_then(of);
    // A closed version stays as closed, unless a built-in tool can replace it.
    let current = current.filter(|tool| tool.gate.closed().is_none() || bundled.is_none());
    let staged = release.filter(|_| plugin.installed).and_then(|release| {
        let tool = of(&release.digest).filter(|tool| tool.gate.closed().is_none())?;
        Some(Staged { tool, audience: audience(&release)? })
    });
    Versions { current: current.or_else(|| bundled.cloned()), staged, packages, unlisted: false }
}

fn audience(release: &ReleaseRow) -> Option<Audience> {
    match release.stage {
        Stage::Me => release.account_id.clone().map(Audience::Account),
        Stage::Plan => release.product_id.map(Audience::Plan),
        Stage::Percent => release.percent.and_then(|percent| percent.try_into().ok()).map(Audience::Percent),
        Stage::All => None,
    }
}

/// Why a package in this state may not run.
fn closed_in(state: PackageState) -> Option<Closed> {
    match state {
        PackageState::Ready => None,
        PackageState::Revoked => Some(Closed::Revoked),
        _ => Some(Closed::Quarantined),
    }
}

/// The tool of a package: the existing one if its gate is in the right state, otherwise a new one.
fn tool(app: &App, old: &Shelf, row: Row) -> Option<Arc<Tool>> {
    let (digest, closed) = (row.digest.clone(), closed_in(row.state));
    let known = old.packages().get(&digest);
    if let Some(known) = known.filter(|tool| tool.gate.closed() == closed) {
        return Some(known.clone());
    }
    match package_tool::make(app, row, package_tool::INSTALLED) {
        Ok(tool) => {
            if let Some(closed) = closed {
                tool.gate.close(closed);
            } else if let Some(plugin) = known.and_then(|closed| closed.code.loaded()) {
                // It was opened again, so its traps are cleared.
                plugin.release_from_quarantine();
            }
            Some(Arc::new(tool))
        }
        // It was valid when it was installed; the others are loaded.
        Err(error) => {
            let why = format!("{error:#}");
            tracing::error!(digest, why, "an installed package is not usable and is left out");
            None
        }
    }
}

/// Compiles components that have no code for this engine, after an update of the server, so that no user waits for
/// it.
pub async fn prepare(app: App) {
    let tools: Vec<Arc<Tool>> = app.part::<Tools>().shelf().packages().values().cloned().collect();
    for tool in tools {
        match app.stop.run_until_cancelled(tool.code.prepare()).await {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                tracing::error!(tool = tool.id, %error, "an installed plugin cannot be compiled")
            }
            None => return,
        }
    }
}

/// Follows the changes of other processes.
pub async fn follow(app: App, mut subscriber: Subscriber<i64>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            received = subscriber.next() => if received.is_none() { return },
            _ = ticks.tick() => {}
        }
        if let Err(problem) = refresh(&app).await {
            tracing::warn!(%problem, "the catalogue could not be compared with the database");
        }
    }
}
