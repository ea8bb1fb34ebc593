//! Trials: an administrator uses a version as a customer with a plan would, without any effect on customers.

mod apart;
mod terms;
mod versions;

use crate::prelude::*;

pub const FREE: i64 = 0;

/// A server with the test plugins and a model.
async fn serve(replies: impl IntoIterator<Item = Reply>, change: impl FnOnce(&mut Config)) -> TestApp {
    TestApp::with_model_and(replies, |config| {
        config.plugin_development = true;
        change(config);
    })
    .await
}

impl Client {
    async fn begins_trial(&mut self, tried: Value, plan: i64) -> Answer {
        let mut request = json!({ "product_id": plan, "language": "en" });
        request.as_object_mut().expect("an object").extend(tried.as_object().expect("an object").clone());
        self.post("/api/admin/trials", request).await
    }

    /// Starts a trial of a built-in tool or of a package, and returns its id.
    pub async fn trial(&mut self, tried: Value, plan: i64) -> String {
        self.begins_trial(tried, plan).await.is(201).id()
    }

    /// Runs the tool of a trial and waits for the end.
    pub async fn tries(&mut self, trial: &str, input: Value) -> Answer {
        self.tries_with(trial, input, Some("wait=30")).await
    }

    async fn tries_with(&mut self, trial: &str, input: Value, prefer: Option<&str>) -> Answer {
        self.fetch_csrf_token().await;
        let path = format!("/api/admin/trials/{trial}/runs");
        let mut request = self.request(Method::POST, &path).json(&json!({ "input": input }));
        if let Some(prefer) = prefer {
            request = request.header("prefer", prefer);
        }
        self.send(request).await
    }

    pub async fn trial_view(&mut self, trial: &str) -> Value {
        let view = self.get(&format!("/api/admin/trials/{trial}")).await.is(200);
        view.body
    }
}

fn scripted() -> Value {
    json!({ "tool": SCRIPTED })
}
