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

use crate::platform::bus::{Received, Subscriber, Topic};
use crate::platform::prelude::*;

pub use colours::rules as accent;
pub use settings::{Link, LinkPlace, Network, PRODUCT, Settings, Social};
pub use template::template;
pub use versions::{Legal, Version, current, of as versions, text, today};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("site_settings"), Table::new("legal_texts")],
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
    settings: RwLock<Arc<Settings>>,
    topic: Topic<Changed>,
}

/// A message to the other processes.
#[derive(Serialize, Deserialize)]
struct Changed {}

async fn load(app: App) -> anyhow::Result<App> {
    let (topic, subscriber) = app.bus.topic("operator");
    let settings = RwLock::new(Arc::new(read(&mut app.db.read().acquire().await?).await?));
    let operator = Operator(Arc::new(Inner { settings, topic }));
    app.tasks.spawn(operator.clone().listen(app.clone(), subscriber));
    Ok(app.with(operator))
}

async fn read(conn: &mut Conn) -> Result<Settings> {
    let stored: Option<Stored<Settings>> =
        db::query_scalar("SELECT settings FROM site_settings WHERE id = 1").fetch_optional(conn).await?;
    Ok(stored.map(|Stored(settings)| settings).unwrap_or_default())
}

/// The settings that apply now.
pub fn settings(app: &App) -> Arc<Settings> {
    let Operator(inner) = app.part::<Operator>();
    inner.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Operator {
    /// Stores the settings in memory after their transaction, and notifies the other processes.
    fn changed(&self, settings: Settings) {
        self.keep(settings);
        self.0.topic.publish(&Changed {});
    }

    fn keep(&self, settings: Settings) {
        *self.0.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
    }

    async fn listen(self, app: App, mut subscriber: Subscriber<Changed>) {
        while let Some(Some(received)) = app.stop.run_until_cancelled(subscriber.next()).await {
            if matches!(received, Received::Message { .. } | Received::Connected) {
                let read = async { read(&mut app.db.read().acquire().await?).await };
                match read.await {
                    Ok(settings) => self.keep(settings),
                    Err(problem) => tracing::error!(%problem, "the settings of the site could not be read"),
                }
            }
        }
    }
}
