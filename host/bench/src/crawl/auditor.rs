//! A server that audits sites of this machine, and its audits.

use hyper::Method;

use super::peers::Ran;
use super::site::START;
use super::usage;
use crate::prelude::*;

/// The host of the sites, which leads to this machine.
const HOST: &str = "bench.example.com";
/// How often an audit is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// Minutes of an audit at most.
const MINUTES: u32 = 2_880;

pub struct Auditor {
    setup: Setup,
    pub server: Server,
    pub client: Client,
    project: i64,
}

impl Auditor {
    pub async fn start(concurrency: usize) -> Result<Self> {
        let setup = Setup::new()?
            .set("SITEWRIGHT_FREE_PAGES", 100_000_000)
            // What an administrator sets for a site in the own network.
            .set("SITEWRIGHT_FETCH_PRIVATE", "127.0.0.1")
            .set("SITEWRIGHT_FETCH_NAMES", format!("{HOST}=127.0.0.1"));
        let server = setup.start().await?;
        let client = server.client().await?;
        let mut auditor = Self { setup, server, client, project: 0 };
        let new = json!({ "domain": HOST, "language_code": "pl", "location_code": 2616 });
        let added = auditor.send(Method::POST, "/api/project/addProject", &new).await?;
        auditor.project = added["project"]["id"].as_i64().context("a project has a number")?;
        let settings = json!({ "concurrency": concurrency, "resources": false, "other_sites": false, "minutes": MINUTES });
        let path = format!("/api/projects/{}/audit-settings", auditor.project);
        auditor.send(Method::PUT, &path, &settings).await?;
        Ok(auditor)
    }

    /// Kills the server, and starts it again on the same data.
    pub async fn restart(&mut self) -> Result<()> {
        self.server.kill();
        self.server = self.setup.start().await?;
        self.client = self.server.client().await?;
        Ok(())
    }

    /// Bytes of the database.
    pub fn bytes(&self) -> Result<u64> {
        usage::bytes_in(self.setup.data())
    }

    /// Starts an audit of a site on this port.
    pub async fn audit(&mut self, port: u16, pages: usize) -> Result<Audit> {
        let start = format!("http://{HOST}:{port}{START}");
        let new = json!({ "project": self.project, "start": start, "pages": pages });
        let cpu = usage::cpu_seconds(self.server.process_id())?;
        let guests = usage::guest_seconds(self.server.process_id())?;
        let begin = Instant::now();
        let audit = self.send(Method::POST, "/api/audits", &new).await?;
        let id = audit["id"].as_str().context("an audit has an id")?.to_owned();
        Ok(Audit { id, begin, cpu, guests })
    }

    async fn send(&mut self, method: Method, path: &str, body: &Value) -> Result<Value> {
        let answer = self.client.send(method, path, Bytes::from(serde_json::to_vec(body)?), None).await?;
        ensure!(
            answer.status.is_success(),
            "{path} answered {}: {}",
            answer.status,
            String::from_utf8_lossy(&answer.body)
        );
        answer.json()
    }
}

/// How far an audit is.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Phase {
    Crawling,
    /// Every page is fetched, checked and stored; the checks of the whole site run.
    Crawled,
    Done,
}

/// An audit, and what its server had used before.
pub struct Audit {
    id: String,
    begin: Instant,
    cpu: f64,
    guests: f64,
}

impl Audit {
    /// The phase, the pages so far, and how long the overview took to answer.
    pub async fn look(&self, auditor: &mut Auditor) -> Result<(Phase, usize, Duration)> {
        let asked = Instant::now();
        let answer = auditor.client.get(&format!("/api/audits/{}", self.id)).await?;
        let took = asked.elapsed();
        let view = answer.json()?;
        let phase = match view["state"].as_str() {
            Some("waiting" | "crawling") => Phase::Crawling,
            Some("checking") => Phase::Crawled,
            Some("done") => Phase::Done,
            _ => anyhow::bail!("the audit ended: {view}"),
        };
        let fetched = view["fetched"].as_u64().and_then(|fetched| usize::try_from(fetched).ok());
        Ok((phase, fetched.context("an audit has pages")?, took))
    }

    /// Waits for a phase.
    pub async fn until(&self, auditor: &mut Auditor, phase: Phase) -> Result<Ran> {
        loop {
            let (now, pages, _) = self.look(auditor).await?;
            if now >= phase {
                let process = auditor.server.process_id();
                return Ok(Ran {
                    pages,
                    seconds: self.begin.elapsed().as_secs_f64(),
                    cpu_seconds: usage::cpu_seconds(process)? - self.cpu,
                    rss_mb: usage::peak_mb(process)?,
                    guest_seconds: usage::guest_seconds(process)? - self.guests,
                });
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Waits for the end, and returns how long that took.
    pub async fn end(&self, auditor: &mut Auditor) -> Result<Duration> {
        let begin = Instant::now();
        self.until(auditor, Phase::Done).await?;
        Ok(begin.elapsed())
    }
}
