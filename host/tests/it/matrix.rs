//! The matrix of plans and tools: enforcement, previews of changes, and exceptions.

mod ceilings;
mod changes;
mod exceptions;

use crate::prelude::*;

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
        self.put_with("/api/admin/matrix", wish).await
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
        self.put_with(&path, exception).await
    }

    pub fn own_id(&self) -> String {
        self.user_id.clone().expect("signed in")
    }
}
