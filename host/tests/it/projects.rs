//! Projects: add, select, delete, and their data.

mod belongings;
mod deleting;
mod icons;
mod locations;
mod looks;
mod rules;

use crate::prelude::*;

const POLAND: i64 = 2616;
const UNITED_STATES: i64 = 2840;

impl Client {
    async fn try_project(&mut self, domain: &str, language: &str, location: i64) -> Answer {
        let project = json!({ "domain": domain, "language_code": language, "location_code": location });
        self.post("/api/project/addProject", project).await
    }

    /// Adds a project for Poland and returns its number.
    pub async fn project(&mut self, domain: &str) -> i64 {
        let answer = self.try_project(domain, "pl", POLAND).await.is(201);
        answer.body["project"]["id"].as_i64().expect("a number")
    }

    async fn projects(&mut self) -> Value {
        let answer = self.get("/api/project/getUserProjects").await.is(200);
        answer.body
    }

    pub async fn select(&mut self, project: i64) -> Answer {
        self.post("/api/project/saveSelectedProject", json!({ "selectedProject": project })).await
    }

    pub async fn delete_project(&mut self, project: i64) -> Answer {
        self.post("/api/project/deleteProject", json!({ "projectID": project })).await
    }

    async fn save_kit(&mut self, name: &str) -> Answer {
        self.put_with("/api/brand-kit", json!({ "name": name })).await
    }

    /// The name in the kit of the selected project.
    async fn kit(&mut self) -> Value {
        self.get("/api/brand-kit").await.body["brandKit"]["name"].clone()
    }

    /// Uploads a table of topics and returns the job's id.
    async fn topics(&mut self, topics: &[&str]) -> String {
        let table = format!("Topic\r\n{}\r\n", topics.join("\r\n"));
        let path = format!("/api/tools/{SCRIPTED}/bulk");
        self.upload(Method::POST, &path, "text/csv", table).await.is(201).id()
    }

    /// How many documents the archive lists with this query.
    async fn documents(&mut self, query: &str) -> Value {
        self.get(&format!("/api/documents{query}")).await.body["total"].clone()
    }
}

/// Waits until a bulk job is in this state.
async fn until(client: &mut Client, job: &str, status: &str) {
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    let met = tokio::time::timeout(Duration::from_secs(60), async {
        while client.get(&format!("/api/bulk/{job}")).await.body["status"] != status {
            ticks.tick().await;
        }
    });
    assert!(met.await.is_ok(), "the job is never {status}");
}

/// A server with one real tool, as `make` builds it.
async fn with_facebook_post(change: impl FnOnce(&mut Config)) -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle/plugins/facebook-post");
    let folder = TempDir::new().expect("a folder");
    let manifest =
        fs::read_to_string(built.join("plugin.toml")).expect("the plugins are missing: run `make`");
    let component = fs::read(built.join("component.wasm")).expect("a component");
    add_plugin(folder.path(), "facebook-post", &manifest, &component);
    let bundle = folder.path().to_owned();
    let app = TestApp::with(|config| {
        config.bundle = Some(bundle);
        change(config);
    });
    app.await.keeping(folder)
}
