//! The data of a test: a folder, and with `SITEWRIGHT_TEST_DATABASE=postgres` also a separate database.

use super::postgres;
use crate::prelude::*;

/// The data of one server, or of several that share it.
#[derive(Debug)]
pub struct Store {
    folder: TempDir,
    /// Other folders of the test, deleted with this one.
    kept: Mutex<Vec<TempDir>>,
    /// URL of the database; `None` for a file in the folder.
    pub url: Option<String>,
}

impl Store {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        Self { folder, kept: Mutex::default(), url: on_postgres().then(new_database) }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn keep(&self, folder: TempDir) {
        self.kept.lock().expect("no test panicked here").push(folder);
    }

    /// Opens the database for checks without the server, whose data folder is `data`.
    pub async fn open(&self, data: &Path) -> Db {
        let place = match &self.url {
            Some(url) => Place::Postgres(url.clone()),
            None => Place::Sqlite(data.join("sitewright.db")),
        };
        Db::open(&place).await.expect("the database opens")
    }
}

/// Which of the two databases the tests run on.
pub fn on_postgres() -> bool {
    std::env::var("SITEWRIGHT_TEST_DATABASE").is_ok_and(|name| name == "postgres")
}

/// Copying a template is faster than all migrations, but only one copy can be made at a time.
static TEMPLATE: Mutex<()> = Mutex::new(());

fn new_database() -> String {
    let server = postgres::server();
    let name = format!("t_{}", sitewright::platform::db::new_id().replace('-', ""));
    let _alone = TEMPLATE.lock().expect("no test panicked here");
    server.copy_template(&name);
    server.url(&name)
}
