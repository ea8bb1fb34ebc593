//! The matrix of plans and tools: enforcement, previews of changes, and exceptions.

mod ceilings;
mod changes;
mod exceptions;

use reqwest::Method;
use serde_json::{Value, json};
use sitewright::platform::config::Config;
use tempfile::TempDir;

use crate::{
    mail::administrator,
    util::{Answer, Client, TestApp, tools::bundle},
};

/// A server with the test plugins, and its administrator.
async fn serve(change: impl FnOnce(&mut Config)) -> (TestApp, TempDir, Client) {
    let bundle = bundle();
    let folder = bundle.path().to_owned();
    let app = TestApp::with(|config| {
        config.bundle = Some(folder);
        change(config);
    })
    .await;
    let mut admin = administrator(&app).await;
    admin.language = Some("en");
    (app, bundle, admin)
}

pub fn ceilings(changes: Value) -> Value {
    let mut all = json!({ "words_per_month": null, "runs_per_day": null, "memory_mib": null, "hosts": null });
    for (name, value) in changes.as_object().expect("ceilings") {
        all[name] = value.clone();
    }
    all
}

impl Client {
    /// The revision of a plan's tools.
    async fn revision(&mut self, plan: i64) -> Value {
        let matrix = self.get("/api/admin/matrix").await.body;
        let plans = matrix["plans"].as_array().expect("plans");
        plans.iter().find(|one| one["id"] == plan).expect("the plan")["revision"].clone()
    }

    /// A change of one plan with the administrator's current revision.
    async fn wish(&mut self, plan: i64, change: Value) -> Value {
        let mut wish = json!({ "plans": [{ "id": plan, "revision": self.revision(plan).await }] });
        wish.as_object_mut().expect("an object").extend(change.as_object().expect("a change").clone());
        wish
    }

    pub async fn set_cells(&mut self, plan: i64, change: Value) -> Answer {
        let wish = self.wish(plan, change).await;
        self.call(Method::PUT, "/api/admin/matrix", Some(wish)).await
    }

    async fn preview(&mut self, plan: i64, change: Value) -> Answer {
        let wish = self.wish(plan, change).await;
        self.post("/api/admin/matrix/preview", wish).await
    }

    async fn cell(&mut self, tool: &str, plan: i64) -> Value {
        let matrix = self.get(&format!("/api/admin/matrix?q={tool}")).await.body;
        let tools = matrix["data"].as_array().expect("tools");
        let row = tools.iter().find(|row| row["id"] == tool).expect("the tool");
        let cells = row["cells"].as_array().expect("cells");
        cells.iter().find(|cell| cell["product_id"] == plan).expect("the plan").clone()
    }

    pub async fn except(&mut self, account: &str, tool: &str, exception: Value) -> Answer {
        let path = format!("/api/admin/users/{account}/tools/{tool}");
        self.call(Method::PUT, &path, Some(exception)).await
    }

    pub fn own_id(&self) -> String {
        self.user_id.clone().expect("signed in")
    }
}
