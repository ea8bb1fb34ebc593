//! Shop systems: the installed tools that export the contract's interface `shop`.

use sitewright_engine::Plugin;
use sitewright_engine::shop::{Description, Format, Kind as ShopKind};

use crate::catalogue::tools::{self, Tool, Tools};
use crate::platform::prelude::*;

/// Descriptions of shop systems, by the digest of the component and the language.
#[derive(Default)]
pub(super) struct Systems(Mutex<HashMap<(String, &'static str), Arc<Description>>>);

/// A shop system for one account.
pub(super) struct System {
    pub tool: Arc<Tool>,
    pub plugin: Plugin,
    app: App,
}

impl System {
    /// Its description in a language.
    pub async fn described(&self, locale: Locale) -> Result<Arc<Description>> {
        let known = &self.app.part::<Systems>().0;
        let key = (self.plugin.digest().to_owned(), locale.tag());
        if let Some(described) = known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(described.clone());
        }
        let described = self.plugin.describe_shop(locale.tag()).await.map_err(Problem::internal)?;
        let described = Arc::new(described);
        known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, described.clone());
        Ok(described)
    }
}

/// The shop system with this id, if the account has it; 409 if there is none.
pub(super) async fn find(app: &App, account: &str, id: &str) -> Result<System> {
    let missing = || Problem::conflict("shops.system-missing");
    let tool = app.part::<Tools>().find_for(app, account, id).await.map_err(|_| missing())?;
    let plugin = tool.code.plugin().await.map_err(Problem::internal)?.for_caller(account);
    refuse_if(!plugin.is_shop(), missing)?;
    Ok(System { tool, plugin, app: app.clone() })
}

/// The shop systems that an account has, by name.
pub(super) async fn open_to(app: &App, account: &str, locale: Locale) -> Result<Vec<System>> {
    let mut systems = Vec::new();
    for tool in tools::open_to(app, account, locale).await? {
        // Only tools with connections can be shop systems, and those are few.
        if tool.grants.connections.is_empty() {
            continue;
        }
        if let Ok(system) = find(app, account, &tool.id).await {
            systems.push((fold(&system.described(locale).await?.name), system));
        }
    }
    systems.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(systems.into_iter().map(|(_, system)| system).collect())
}

/// How the value of a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FieldFormat {
    /// One line.
    Line,
    /// Lines without markup.
    Plain,
    Html,
}

impl From<Format> for FieldFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Line => Self::Line,
            Format::Plain => Self::Plain,
            Format::Html => Self::Html,
        }
    }
}

/// A text that a shop has for a kind of items.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SystemField {
    #[schema(example = "seo-title")]
    pub id: String,
    /// The shop's own name for it.
    pub name: String,
    pub format: FieldFormat,
    /// Characters that the shop stores; null if they are not limited.
    pub most: Option<u32>,
}

/// A kind of items of a shop.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SystemKind {
    #[schema(example = "product")]
    pub id: String,
    pub fields: Vec<SystemField>,
    /// Whether its images have alternative texts: fields `alt:…`.
    pub images: bool,
}

impl SystemKind {
    pub(super) fn all(system: &Description) -> Vec<Self> {
        system.kinds.iter().map(Self::of).collect()
    }

    fn of(kind: &ShopKind) -> Self {
        let fields = kind.fields.iter().map(|field| SystemField {
            id: field.id.clone(),
            name: field.name.clone(),
            format: field.format.into(),
            most: field.most,
        });
        Self { id: kind.id.clone(), fields: fields.collect(), images: kind.images }
    }
}

/// A secret that a connection needs.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemCredential {
    #[schema(example = "token")]
    pub name: String,
    pub title: String,
    /// Where to find it.
    pub help: String,
}

/// A shop system that a user can connect.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopSystem {
    /// The id of its tool.
    #[schema(example = "shoper")]
    pub id: String,
    pub name: String,
    /// How to connect a shop, in Markdown.
    pub help: String,
    /// The title of the login; null if a connection has none.
    pub login: Option<String>,
    pub credentials: Vec<SystemCredential>,
    pub kinds: Vec<SystemKind>,
    /// Whether a changed address of a page leaves a redirect.
    pub redirects: bool,
    /// URL of the icon.
    pub icon: String,
}

/// The shop systems that the user can connect.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopSystems {
    data: Vec<ShopSystem>,
}

/// The shop systems that can be connected, by name
#[utoipa::path(get, path = "/api/shop-systems", tag = "shops", responses((status = 200, body = ShopSystems)))]
pub(super) async fn list_shop_systems(app: App, user: User, locale: Locale) -> Result<Json<ShopSystems>> {
    let mut data = Vec::new();
    for system in open_to(&app, &user.id, locale).await? {
        let tool = &system.tool;
        let described = system.described(locale).await?;
        let credentials = described.credentials.iter().map(|credential| SystemCredential {
            name: credential.name.clone(),
            title: credential.title.clone(),
            help: credential.help.clone(),
        });
        data.push(ShopSystem {
            icon: format!("/api/tools/{}/icon.svg", tool.id),
            id: tool.id.clone(),
            name: described.name.clone(),
            help: described.help.clone(),
            login: described.login.clone(),
            credentials: credentials.collect(),
            kinds: SystemKind::all(&described),
            redirects: described.redirects,
        });
    }
    Ok(Json(ShopSystems { data }))
}
