//! Bulk jobs: an uploaded table, a run per row, a result table.

mod crash;
mod gaps;
mod jobs;
mod tables;

use crate::prelude::*;

/// How long a test waits for a job.
const PATIENCE: Duration = Duration::from_secs(120);

/// A table of topics, one per row.
fn topics(rows: impl IntoIterator<Item = impl std::fmt::Display>) -> Vec<u8> {
    let rows: String = rows.into_iter().map(|row| format!("{row}\r\n")).collect();
    format!("Topic\r\n{rows}").into_bytes()
}

impl Client {
    /// Uploads a table for the scripted plugin; `beside` is the query.
    async fn send_table(&mut self, file: impl Into<Vec<u8>>, beside: &[(&str, &str)]) -> Answer {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(beside).finish();
        let path = format!("/api/tools/{SCRIPTED}/bulk?{query}");
        self.upload(Method::POST, &path, "text/csv", file.into()).await
    }

    /// Uploads a valid table, and returns the job's id.
    async fn table(&mut self, file: impl Into<Vec<u8>>) -> String {
        self.send_table(file, &[]).await.is(201).id()
    }

    /// Calls an action of a job.
    async fn turn(&mut self, job: &str, what: &str) -> Answer {
        self.call(Method::POST, &format!("/api/bulk/{job}/{what}"), None).await
    }

    async fn job(&mut self, job: &str) -> Value {
        let answer = self.get(&format!("/api/bulk/{job}")).await.is(200);
        answer.body
    }

    /// Polls until the job satisfies the condition.
    async fn job_until(&mut self, job: &str, condition: impl Fn(&Value) -> bool) -> Value {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        let mut last = Value::Null;
        let met = tokio::time::timeout(PATIENCE, async {
            loop {
                ticks.tick().await;
                last = self.job(job).await;
                if condition(&last) {
                    return;
                }
            }
        });
        assert!(met.await.is_ok(), "waited in vain: {last}");
        last
    }

    async fn job_with(&mut self, job: &str, status: &str) -> Value {
        self.job_until(job, |view| view["status"] == status && view["rows"]["running"] == 0).await
    }

    /// Status of each row.
    async fn rows(&mut self, job: &str) -> Vec<Value> {
        let answer = self.get(&format!("/api/bulk/{job}/rows?per_page=100")).await.is(200);
        answer.body["data"].as_array().expect("rows").clone()
    }
}

fn statuses(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["status"].as_str().unwrap_or_default()).collect()
}

fn counts(view: &Value) -> Value {
    let mut counts = view["rows"].clone();
    let counts = counts.as_object_mut().expect("an object");
    counts.retain(|_, count| *count != 0);
    json!(counts)
}
