//! The catalogue as the rows say it: made at the start and after every change, without running or compiling anything.

use std::{collections::HashMap, sync::Arc, time::Duration};

use anyhow::{Context as _, anyhow};
use axum::body::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use sitewright_engine::Descriptor;
use sitewright_package::{Limits, Manifest, NeedsModel, Package, Program, Rules};
use sqlx::AssertSqlSafe;

use super::{
    Registry,
    check::permissions_of,
    store::{self, PackageState, PluginRow, ReleaseRow, Stage},
};
use crate::{
    app::App,
    bus::Ears,
    db::{self, Conn, Db},
    error::Result,
    locale::Locale,
    tools::{Audience, Closed, Code, Grants, Parts, Shelf, Staged, Stored, Tool, Tools},
};

/// How often the generation is looked at: another process may have changed it, a command beside the server, too.
const LOOK: Duration = Duration::from_secs(2);
/// Rows that are read at once.
const AT_ONCE: usize = 500;

/// Replaces the catalogue of this process where it is not the one of the rows.
pub async fn refresh(app: &App) -> Result<()> {
    let mut shown = app.part::<Registry>().shown.lock().await;
    let mut tx = app.db.read().begin().await?;
    let generation: i64 =
        db::query_scalar("SELECT generation FROM registry WHERE id = 1").fetch_one(&mut *tx).await?;
    if *shown == Some(generation) {
        return Ok(());
    }
    let (plugins, releases) = (store::plugins(&mut tx).await?, store::open_releases(&mut tx).await?);
    let states = states(&mut tx).await?;
    let tools = app.part::<Tools>();
    let old = tools.shelf();
    let mut packages: HashMap<String, Arc<Tool>> = HashMap::with_capacity(states.len());
    let mut missing = Vec::new();
    for (digest, state) in &states {
        let (known, closed) = (old.packages().get(digest), closed_in(*state));
        match known.filter(|tool| tool.gate.closed() == closed) {
            Some(tool) => drop(packages.insert(digest.clone(), tool.clone())),
            None => missing.push(digest),
        }
    }
    for (digest, tool) in make_all(app, &mut tx, &missing).await? {
        if let Some(closed) = states.get(&digest).and_then(|state| closed_in(*state)) {
            tool.gate.close(closed);
        } else if let Some(plugin) = old.packages().get(&digest).and_then(|closed| closed.code.loaded()) {
            // It is open again, so that its breakdowns are forgotten.
            plugin.release_from_quarantine();
        }
        packages.insert(digest, Arc::new(tool));
    }
    drop(tx);
    tools.replace(shelf(tools, &plugins, &releases, packages));
    close_what_is_gone(&mut app.db.read().acquire().await?, &old, &states).await?;
    *shown = Some(generation);
    Ok(())
}

/// Why a package in this state may not run.
fn closed_in(state: PackageState) -> Option<Closed> {
    match state {
        PackageState::Ready => None,
        PackageState::Revoked => Some(Closed::Revoked),
        _ => Some(Closed::Quarantined),
    }
}

/// The packages that some plugin may run, and where they are in their lives.
async fn states(conn: &mut Conn) -> Result<HashMap<String, PackageState>> {
    let rows: Vec<(String, PackageState)> = db::query_as(
        "SELECT k.digest, k.state FROM packages k JOIN plugins p ON p.id = k.plugin AND p.installed
         WHERE k.state <> 'refused' AND (k.digest = p.current_digest OR k.digest = p.previous_digest
             OR k.digest IN (SELECT digest FROM plugin_releases WHERE state = 'open'))",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Ends what runs on a version that was revoked, though it is in no catalogue any more.
async fn close_what_is_gone(
    conn: &mut Conn,
    old: &Shelf,
    states: &HashMap<String, PackageState>,
) -> Result<()> {
    for (digest, tool) in old.packages() {
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

fn shelf(
    tools: &Tools,
    plugins: &[PluginRow],
    releases: &[ReleaseRow],
    packages: HashMap<String, Arc<Tool>>,
) -> Shelf {
    let of = |digest: &String| packages.get(digest).cloned();
    let mut everybodys = tools.bundled().clone();
    for plugin in plugins {
        let Some(tool) = plugin.current_digest.as_ref().and_then(of) else { continue };
        // A closed version says that it is, unless the server brought one that can take its place.
        if tool.gate.closed().is_none() || !everybodys.contains_key(&plugin.id) {
            everybodys.insert(plugin.id.clone(), tool);
        }
    }
    let mut staged = HashMap::new();
    for release in releases {
        let Some(tool) = of(&release.digest).filter(|tool| tool.gate.closed().is_none()) else { continue };
        let Some(audience) = audience(release) else { continue };
        staged.insert(release.plugin.clone(), Staged { tool, audience });
    }
    Shelf::new(everybodys, staged, packages)
}

fn audience(release: &ReleaseRow) -> Option<Audience> {
    match release.stage {
        Stage::Me => release.account_id.clone().map(Audience::Account),
        Stage::Plan => release.product_id.map(Audience::Plan),
        Stage::Percent => release.percent.and_then(|percent| percent.try_into().ok()).map(Audience::Percent),
        Stage::All => None,
    }
}

/// What the catalogue needs of a package.
#[derive(sqlx::FromRow)]
struct Row {
    digest: String,
    program: String,
    component: String,
    component_bytes: i64,
    permissions: String,
    manifest: String,
    descriptors: String,
    icon: String,
}

/// What plugin.toml said, as it is stored.
#[derive(Deserialize)]
struct StoredManifest {
    id: String,
    version: String,
    publisher: String,
    category: String,
    words: u32,
    needs_model: String,
    module: String,
    search: [Vec<String>; 2],
}

/// A description as it is stored.
#[derive(Deserialize)]
struct StoredDescriptor {
    name: String,
    summary: String,
    input: Box<RawValue>,
    output: Box<RawValue>,
    example: Box<RawValue>,
}

async fn make_all(app: &App, conn: &mut Conn, digests: &[&String]) -> Result<Vec<(String, Tool)>> {
    let mut made = Vec::with_capacity(digests.len());
    for digests in digests.chunks(AT_ONCE) {
        let sql = format!(
            "SELECT digest, program, component, component_bytes, permissions, manifest, descriptors, icon FROM packages WHERE digest IN ({})",
            db::places(1, digests.len())
        );
        let query =
            digests.iter().fold(db::query_as(AssertSqlSafe(sql)), |query, digest| query.bind(*digest));
        let rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            let digest = row.digest.clone();
            match make(app, row) {
                Ok(tool) => made.push((digest, tool)),
                // It was good when it was let in; the others serve.
                Err(error) => {
                    let why = format!("{error:#}");
                    tracing::error!(digest, why, "an installed package cannot be used and is left out");
                }
            }
        }
    }
    Ok(made)
}

fn make(app: &App, row: Row) -> anyhow::Result<Tool> {
    let tools = app.part::<Tools>();
    let stored: StoredManifest = serde_json::from_str(&row.manifest).context("the manifest")?;
    let mut descriptors: HashMap<String, StoredDescriptor> =
        serde_json::from_str(&row.descriptors).context("the descriptions")?;
    let mut described = |locale: Locale| {
        let stored = descriptors.remove(locale.tag()).context("a description is missing")?;
        let StoredDescriptor { name, summary, input, output, example } = stored;
        let [input, output, example] = [input, output, example].map(|json| json.get().to_owned());
        anyhow::Ok(Descriptor { name, summary, input, output, example })
    };
    let grants = Grants::stored(Some(&row.manifest));
    let parts = Parts {
        manifest: Manifest {
            id: stored.id,
            version: stored.version,
            publisher: stored.publisher,
            category: stored.category,
            words: stored.words,
            needs_model: needs_model(&stored.needs_model),
            module: stored.module,
            search: stored.search,
            permissions: None,
            hosts: grants.hosts,
            connections: grants.connections,
        },
        icon: Bytes::from(row.icon),
        code: Code::lazy(
            tools.workshop(),
            Stored {
                is_template: row.program == store::TEMPLATE,
                digest: row.component,
                size: usize::try_from(row.component_bytes)?,
            },
            permissions_of(Some(&row.permissions)),
            {
                let (db, digest) = (app.db.clone(), row.digest.clone());
                Arc::new(move || Box::pin(program(db.clone(), digest.clone())))
            },
        ),
        package: Some(row.digest),
        descriptors: [described(Locale::En)?, described(Locale::Pl)?],
    };
    tools.make(app, parts)
}

fn needs_model(name: &str) -> NeedsModel {
    match name {
        "always" => NeedsModel::Always,
        "sometimes" => NeedsModel::Sometimes,
        _ => NeedsModel::Never,
    }
}

/// The component or the template out of a stored package, read again from its first byte: what runs was signed.
async fn program(db: Db, digest: String) -> anyhow::Result<Vec<u8>> {
    let content: Option<Vec<u8>> = db::query_scalar("SELECT content FROM package_files WHERE digest = $1")
        .bind(&digest)
        .fetch_optional(db.read())
        .await?;
    let content = content.context("the file of the package is gone")?;
    let read = tokio::task::spawn_blocking(move || {
        // Whose it is was looked at when it was let in; a key that was revoked since has closed it.
        let rules = Rules { limits: Limits::default(), development: true, ..Rules::default() };
        Package::read(&content, &rules)
    });
    let package = read.await?.map_err(|problems| anyhow!("the package is damaged: {problems:?}"))?;
    if package.digest != digest {
        return Err(anyhow!("the stored package is another one"));
    }
    Ok(match package.program() {
        Program::Component(wasm) => wasm.to_vec(),
        Program::Template(source) => source.as_bytes().to_vec(),
    })
}

/// Compiles what was compiled for no engine like this one: after an update of the server nobody should wait for it.
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

/// Keeps the catalogue up to date with what other processes change.
pub async fn follow(app: App, mut ears: Ears<i64>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            heard = ears.next() => if heard.is_none() { return },
            _ = ticks.tick() => {}
        }
        if let Err(problem) = refresh(&app).await {
            tracing::warn!(%problem, "the catalogue could not be compared with the database");
        }
    }
}
