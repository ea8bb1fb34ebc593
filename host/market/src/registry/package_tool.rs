//! The tool of a stored package: the columns for the catalogue, and lazy access to the rest.

use anyhow::{Context as _, anyhow};
use sitewright_engine::Descriptor;
use sitewright_package::{Limits, Manifest, NeedsModel, Package, Program, Recipe, Rules};

use super::check::permissions_of;
use super::store::{self, PackageState};
use crate::catalogue::tools::{Bring, Code, Described, Fetch, Grants, Name, Parts, Stored, Tool, Tools};
use crate::platform::prelude::*;

/// The columns that the catalogue needs. `names` may be complete descriptions: they start with the same fields.
#[derive(sqlx::FromRow)]
pub struct Row {
    pub digest: String,
    pub plugin: String,
    pub state: PackageState,
    pub program: String,
    pub component: String,
    pub component_bytes: i64,
    pub permissions: String,
    pub manifest: String,
    pub names: String,
}

/// The queries for the rest of a package, by its digest, `$1`.
#[derive(Clone, Copy)]
pub struct Place {
    /// Descriptions and icon.
    pub described: &'static str,
    /// The file.
    pub file: &'static str,
}

pub const INSTALLED: Place = Place {
    described: "SELECT descriptors, icon FROM packages WHERE digest = $1",
    file: "SELECT content FROM package_files WHERE digest = $1",
};

/// The stored content of plugin.toml.
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
    #[serde(default)]
    shop: Vec<Recipe>,
}

/// A value per language.
#[derive(Deserialize)]
struct ByLanguage<T> {
    en: T,
    pl: T,
}

/// A stored description.
#[derive(Deserialize)]
struct StoredDescriptor {
    name: String,
    summary: String,
    input: Box<RawValue>,
    output: Box<RawValue>,
    example: Box<RawValue>,
}

/// Makes the tool without loading its code or its schemas.
pub fn make(app: &App, row: Row, place: Place) -> anyhow::Result<Tool> {
    stored(app, row, place, None)
}

/// The same for a version in development. `page` is the folder of its page, which is secret.
pub fn make_development(app: &App, row: Row, place: Place, page: String) -> anyhow::Result<Tool> {
    stored(app, row, place, Some(page))
}

fn stored(app: &App, row: Row, place: Place, development: Option<String>) -> anyhow::Result<Tool> {
    let bring: Bring = {
        let (db, digest) = (app.db.clone(), row.digest.clone());
        Arc::new(move || Box::pin(described(db.clone(), place, digest.clone())))
    };
    let fetch: Fetch = {
        let (db, digest) = (app.db.clone(), row.digest.clone());
        Arc::new(move || Box::pin(program(db.clone(), place, digest.clone())))
    };
    put_together(app, row, development, bring, fetch)
}

/// The parts of a package that are not in its row.
pub struct Brought {
    /// JSON.
    pub descriptors: String,
    pub icon: Bytes,
    pub program: Bytes,
}

/// The tool of a package in memory that is not stored.
pub fn at_hand(app: &App, row: Row, brought: Brought) -> anyhow::Result<Tool> {
    let Brought { descriptors, icon, program } = brought;
    let bring: Bring = Arc::new(move || {
        let described = described_by(&descriptors, icon.clone());
        Box::pin(async { described })
    });
    let fetch: Fetch = Arc::new(move || {
        let program = program.to_vec();
        Box::pin(async { Ok(program) })
    });
    put_together(app, row, None, bring, fetch)
}

fn put_together(
    app: &App,
    row: Row,
    development: Option<String>,
    bring: Bring,
    fetch: Fetch,
) -> anyhow::Result<Tool> {
    let tools = app.part::<Tools>();
    let stored: StoredManifest = serde_json::from_str(&row.manifest).context("the manifest")?;
    let ByLanguage::<Name> { en, pl } = serde_json::from_str(&row.names).context("the names")?;
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
            shop: stored.shop,
        },
        code: Code::lazy(
            tools.workshop(),
            Stored {
                is_data: row.program == store::TEMPLATE,
                digest: row.component,
                size: usize::try_from(row.component_bytes)?,
            },
            permissions_of(Some(&row.permissions)),
            fetch,
        ),
        package: Some(row.digest),
        names: [en, pl],
        development,
    };
    tools.make(app, parts, bring)
}

fn needs_model(name: &str) -> NeedsModel {
    match name {
        "always" => NeedsModel::Always,
        "sometimes" => NeedsModel::Sometimes,
        _ => NeedsModel::Never,
    }
}

/// The descriptions and the icon of a package.
async fn described(db: Db, place: Place, digest: String) -> Result<Described> {
    let (descriptors, icon): (String, String) =
        db::query_as(place.described).bind(&digest).fetch_one(db.read()).await?;
    described_by(&descriptors, Bytes::from(icon))
}

fn described_by(descriptors: &str, icon: Bytes) -> Result<Described> {
    let ByLanguage::<StoredDescriptor> { en, pl } = serde_json::from_str(descriptors)?;
    let descriptors = [en, pl].map(|StoredDescriptor { name, summary, input, output, example }| {
        let [input, output, example] = [input, output, example].map(|json| json.get().to_owned());
        Descriptor { name, summary, input, output, example }
    });
    Ok(Described::checked(descriptors, icon))
}

/// The component or the template of a stored package, with its signature verified again.
async fn program(db: Db, place: Place, digest: String) -> anyhow::Result<Vec<u8>> {
    let content: Option<Vec<u8>> =
        db::query_scalar(place.file).bind(&digest).fetch_optional(db.read()).await?;
    let content = content.context("the file of the package is missing")?;
    let read = blocking(move || {
        // The publisher was checked at installation; a key that was revoked since has closed the package.
        let rules = Rules { limits: Limits::default(), development: true, ..Rules::default() };
        Package::read(&content, &rules)
    });
    let package = read.await?.map_err(|problems| anyhow!("the package is damaged: {problems:?}"))?;
    refuse_if(package.digest != digest, || anyhow!("the stored package is a different one"))?;
    Ok(match package.program() {
        Program::Component(wasm) => wasm.to_vec(),
        Program::Template(source) | Program::Rules(source) => source.as_bytes().to_vec(),
    })
}
