//! What is connected, as one process has read it: the models of each role with their providers, and the budgets. A
//! change makes a new book; a run keeps the models that it started with.

use std::collections::HashMap;
use std::sync::Arc;

use super::role::ModelRole;
use super::store::{self, Budget, Connection, FROM_SETTINGS, ModelRow, OWN};
use crate::platform::model::{self, ModelSettings, Provider, Usage};
use crate::platform::prelude::*;

/// A model that can be called.
pub(super) struct Callable {
    pub id: String,
    pub label: String,
    input_price: Option<i64>,
    output_price: Option<i64>,
    pub sees_images: bool,
    pub provider: Provider,
}

impl Callable {
    /// The model that the settings name.
    pub fn of_settings(app: &App) -> anyhow::Result<Option<Self>> {
        let Some(settings) = model::settings(&app.config) else { return Ok(None) };
        let label = settings.name.clone();
        let sees_images = model::sees_images(&label);
        let provider = Provider::new(settings)?;
        Ok(Some(Self {
            id: FROM_SETTINGS.to_owned(),
            label,
            input_price: None,
            output_price: None,
            sees_images,
            provider,
        }))
    }

    /// A stored model; `None` if its key cannot be decrypted.
    pub fn of(app: &App, connection: &Connection, row: &ModelRow, known: Option<&Self>) -> Option<Self> {
        let settings = settings_of(app, connection, &row.name)?;
        // The same provider keeps its connections and what was learned about it.
        let provider = match known.filter(|known| *known.provider.settings() == settings) {
            Some(known) => known.provider.clone(),
            None => Provider::new(settings)
                .inspect_err(|error| tracing::warn!(%error, model = row.id, "a model cannot be called"))
                .ok()?,
        };
        let ModelRow { id, label, input_price, output_price, sees_images, .. } = row.clone();
        Some(Self { id, label, input_price, output_price, sees_images, provider })
    }

    /// An own model of an account, called through the guarded client. It has no price: its user pays the provider.
    pub fn own(app: &App, fetcher: &Fetcher, row: &Connection, known: Option<&Self>) -> Option<Self> {
        // The settings of the server may have changed since it was stored.
        fetcher.expect_safe(&Url::parse(&row.url).ok()?).ok()?;
        let settings = settings_of(app, row, &row.name)?;
        let provider = match known.filter(|known| *known.provider.settings() == settings) {
            Some(known) => known.provider.clone(),
            None => Provider::through(fetcher.client().clone(), settings).ok()?,
        };
        Some(Self {
            id: OWN.to_owned(),
            label: String::new(),
            input_price: None,
            output_price: None,
            sees_images: model::sees_images(&row.name),
            provider,
        })
    }

    /// The price of these tokens in micro-USD; `None` if no price is set.
    pub fn price(&self, usage: Usage) -> Option<i64> {
        if self.input_price.is_none() && self.output_price.is_none() {
            return None;
        }
        let of = |price: Option<i64>, tokens: u64| i128::from(price.unwrap_or(0)) * i128::from(tokens);
        let sum = of(self.input_price, usage.input) + of(self.output_price, usage.output);
        // Rounded up, so that many small calls are not free.
        i64::try_from((sum + 999_999) / 1_000_000).ok()
    }
}

/// How to call a model of a connection.
pub(super) fn settings_of(app: &App, connection: &Connection, name: &str) -> Option<ModelSettings> {
    let Some(key) = connection.key(app) else {
        tracing::warn!(
            connection = connection.id,
            "the key of a connection was encrypted with another server key"
        );
        return None;
    };
    let settings = ModelSettings { kind: connection.kind, ..ModelSettings::new(&connection.url, key, name) };
    Some(model::limited(&app.config, settings))
}

/// Everything that calls depend on.
pub(super) struct Book {
    pub version: i64,
    default_role: ModelRole,
    /// Enabled models of each role, in order.
    roles: HashMap<ModelRole, Arc<[Arc<Callable>]>>,
    tools: HashMap<String, ModelRole>,
    of_settings: Option<Arc<Callable>>,
    pub budgets: Vec<Budget>,
}

impl Book {
    /// Reads the tables. `before`: the previous book.
    pub async fn read(app: &App, before: Option<&Self>) -> anyhow::Result<Self> {
        let mut tx = app.db.read().begin().await?;
        let (version, default_role) = store::settings(&mut tx).await?;
        let connections = store::connections(&mut tx).await?;
        let rows = store::models(&mut tx).await?;
        let placed = store::roles(&mut tx).await?;
        let tools = store::tools(&mut tx).await?.into_iter().collect();
        let budgets = store::budgets(&mut tx).await?;
        drop(tx);
        let of_settings = match before {
            Some(before) => before.of_settings.clone(),
            None => Callable::of_settings(app)?.map(Arc::new),
        };
        let known: HashMap<&str, &Arc<Callable>> =
            before.into_iter().flat_map(Self::all).map(|model| (model.id.as_str(), model)).collect();
        let mut made: HashMap<String, Option<Arc<Callable>>> = HashMap::new();
        let mut roles: HashMap<ModelRole, Vec<Arc<Callable>>> = HashMap::new();
        for (role, id) in placed {
            let callable = match id {
                None => of_settings.clone(),
                Some(id) => made
                    .entry(id)
                    .or_insert_with_key(|id| {
                        let row = rows.iter().find(|row| row.id == *id && row.enabled)?;
                        let connection = connections.iter().find(|known| known.id == row.connection_id)?;
                        let known = known.get(id.as_str()).map(|known| &***known);
                        Callable::of(app, connection, row, known).map(Arc::new)
                    })
                    .clone(),
            };
            roles.entry(role).or_default().extend(callable);
        }
        let roles = roles.into_iter().map(|(role, models)| (role, models.into())).collect();
        Ok(Self { version, default_role, roles, tools, of_settings, budgets })
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Callable>> {
        self.roles.values().flat_map(|models| models.iter())
    }

    /// The hosts that are called, without this machine.
    pub fn hosts(&self) -> BTreeSet<String> {
        let host = |model: &Arc<Callable>| {
            let url = Url::parse(&model.provider.settings().url).ok()?;
            let host = url.host_str()?.to_owned();
            let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
            let is_here = host == "localhost" || address.is_ok_and(|address| address.is_loopback());
            (!is_here).then_some(host)
        };
        self.all().chain(&self.of_settings).filter_map(host).collect()
    }

    /// The models that answer a tool, the first one first; empty if none is connected.
    pub fn route(&self, tool: &str) -> Arc<[Arc<Callable>]> {
        let role = self.tools.get(tool).copied().unwrap_or(self.default_role);
        let of = |role: ModelRole| self.roles.get(&role).filter(|models| !models.is_empty()).cloned();
        of(role)
            .or_else(|| self.of_settings.clone().map(|model| [model].into()))
            .or_else(|| of(self.default_role))
            .or_else(|| [ModelRole::Best, ModelRole::Quick, ModelRole::Vision].into_iter().find_map(of))
            .unwrap_or_else(|| [].into())
    }

    /// The models that answer a request with images: those of the role, or any of a tool's that see images.
    pub fn seeing(&self, route: &Arc<[Arc<Callable>]>) -> Arc<[Arc<Callable>]> {
        match self.roles.get(&ModelRole::Vision).filter(|models| !models.is_empty()) {
            Some(models) => models.clone(),
            None => {
                route.iter().chain(self.all()).filter(|model| model.sees_images).take(1).cloned().collect()
            }
        }
    }

    /// Whether any tool has a model: then every tool has.
    pub fn is_connected(&self) -> bool {
        !self.route("").is_empty()
    }
}
