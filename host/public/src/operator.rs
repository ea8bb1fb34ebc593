//! The operator of the site: company, brand, links, hidden pages, measuring, and the legal texts. Administrators change
//! them; every page of the site shows them.
//!
//! The settings are kept in memory. A change reads them again, here and in the other processes.

mod colours;
mod edit;
mod legal;
mod settings;
mod template;
mod versions;

use std::sync::RwLock;

use crate::messages::mail::SenderName;
use crate::pictures::{self, Picture, Use};
use crate::platform::bus::{Received, Subscriber, Topic};
use crate::platform::prelude::*;

pub use colours::rules as accent;
pub use settings::{Link, LinkPlace, Network, PRODUCT, Settings, Social};
pub use template::markdown;
pub use versions::{Legal, Version, current, of as versions, shown, today};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("site_settings"), Table::new("legal_texts")],
    open: |app| Ok(pictures::used(app, uses).with(SenderName(sender))),
    load: Some(|app| Box::pin(load(app))),
    ..Slice::new("operator")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (edit::get_site, edit::change_site),
        legal::list_legal_texts,
        legal::add_legal_text,
        (legal::get_legal_text, legal::delete_legal_text)
    ]
}

/// The settings of the site. Cheap to clone.
#[derive(Clone)]
pub struct Operator(Arc<Inner>);

struct Inner {
    kept: RwLock<Kept>,
    topic: Topic<Changed>,
}

/// What this process has read.
#[derive(Clone, Default)]
struct Kept {
    settings: Arc<Settings>,
    logo: Option<Arc<Picture>>,
}

/// A message to the other processes.
#[derive(Serialize, Deserialize)]
struct Changed {}

async fn load(app: App) -> anyhow::Result<App> {
    let (topic, subscriber) = app.bus.topic("operator");
    let kept = RwLock::new(Kept::read(&app).await?);
    let operator = Operator(Arc::new(Inner { kept, topic }));
    app.tasks.spawn(operator.clone().listen(app.clone(), subscriber));
    Ok(app.with(operator))
}

async fn read(conn: &mut Conn) -> Result<Settings> {
    let stored: Option<Stored<Settings>> =
        db::query_scalar("SELECT settings FROM site_settings WHERE id = 1").fetch_optional(conn).await?;
    Ok(stored.map(|Stored(settings)| settings).unwrap_or_default())
}

impl Kept {
    async fn read(app: &App) -> Result<Self> {
        let mut conn = app.db.read().acquire().await?;
        let settings = Arc::new(read(&mut conn).await?);
        let logo = logo_of(&mut conn, &settings).await?.map(Arc::new);
        Ok(Self { settings, logo })
    }
}

/// The picture that the settings name as the logo.
async fn logo_of(conn: &mut Conn, settings: &Settings) -> Result<Option<Picture>> {
    let ids: Vec<String> = settings.brand.logo.iter().cloned().collect();
    Ok(pictures::find(conn, &ids).await?.into_values().next())
}

/// Where the settings use pictures.
fn uses<'a>(conn: &'a mut Conn, ids: &'a [String]) -> BoxFuture<'a, Result<Vec<Use>>> {
    Box::pin(async move {
        let settings = read(conn).await?;
        let logo = settings.brand.logo.as_ref().filter(|id| ids.contains(id));
        let title = settings.name();
        let of =
            |id: &String| Use { picture: id.clone(), kind: "site", id: String::new(), title: title.into() };
        Ok(logo.map(of).into_iter().collect())
    })
}

fn kept(app: &App) -> Kept {
    app.part::<Operator>().0.kept.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The name in mails: that of the brand, or of the company.
fn sender(app: &App) -> Option<String> {
    let settings = settings(app);
    let names = [&settings.brand.name, &settings.company.name];
    names.into_iter().find(|name| !name.is_empty()).cloned()
}

/// The settings that apply now.
pub fn settings(app: &App) -> Arc<Settings> {
    kept(app).settings
}

/// The logo of the site; `None` without one.
pub fn logo(app: &App) -> Option<Arc<Picture>> {
    kept(app).logo
}

impl Operator {
    /// Reads the settings after a change of this process, and notifies the others.
    async fn changed(&self, app: &App) {
        self.reload(app).await;
        self.0.topic.publish(&Changed {});
    }

    async fn reload(&self, app: &App) {
        match Kept::read(app).await {
            Ok(kept) => *self.0.kept.write().unwrap_or_else(PoisonError::into_inner) = kept,
            Err(problem) => tracing::error!(%problem, "the settings of the site could not be read"),
        }
    }

    async fn listen(self, app: App, mut subscriber: Subscriber<Changed>) {
        while let Some(Some(received)) = app.stop.run_until_cancelled(subscriber.next()).await {
            if matches!(received, Received::Message { .. } | Received::Connected) {
                self.reload(&app).await;
            }
        }
    }
}
