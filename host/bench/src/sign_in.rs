//! Ten sign-ins per second, and the latency of the catalogue meanwhile: hashing passwords must not delay other
//! requests.

use hyper::Method;

use crate::prelude::*;
use crate::server::{EMAIL, PASSWORD};

const SIGN_INS: u32 = 200;
const SIGN_IN_EVERY: Duration = Duration::from_millis(100);
const LOOKS: u32 = 400;
const LOOK_EVERY: Duration = Duration::from_millis(50);

pub async fn measure(figures: &mut Figures) -> Result<()> {
    // Concurrent sign-ins count as attempts until they succeed.
    let setup = Setup::new()?
        .set("SITEWRIGHT_LOGIN_FAILURES", 1000)
        .set("SITEWRIGHT_LOGIN_FAILURES_PER_ADDRESS", 1000);
    let server = setup.start().await.context("sign-in")?;
    let body = Bytes::from(serde_json::to_vec(&json!({ "email": EMAIL, "password": PASSWORD }))?);
    let sign_ins = paced(SIGN_INS, SIGN_IN_EVERY, || call(&server, Method::POST, "/login", body.clone()));
    let looks = paced(LOOKS, LOOK_EVERY, || call(&server, Method::GET, "/api/tools", Bytes::new()));
    let (sign_ins, looks) = tokio::try_join!(sign_ins, looks)?;
    figures.add("sign_in_p99_ms", Latencies::new(sign_ins).quantile_ms(0.99), Bar::AtMost(600.0));
    figures.add("catalogue_beside_p99_ms", Latencies::new(looks).quantile_ms(0.99), Bar::AtMost(30.0));
    Ok(())
}

/// Starts calls at a steady pace, however long each takes.
async fn paced<F>(count: u32, pace: Duration, call: impl Fn() -> F) -> Result<Vec<Duration>>
where
    F: Future<Output = Result<Duration>>,
{
    let begin = tokio::time::Instant::now();
    let calls = (0..count).map(|number| {
        let call = &call;
        async move {
            tokio::time::sleep_until(begin + pace * number).await;
            call().await
        }
    });
    try_join_all(calls).await
}

async fn call(server: &Server, method: Method, path: &str, body: Bytes) -> Result<Duration> {
    let mut client = server.client().await?;
    let begin = Instant::now();
    let answer = client.send(method, path, body, None).await?;
    ensure!(
        answer.status.is_success(),
        "{path} answered {}: {}",
        answer.status,
        String::from_utf8_lossy(&answer.body)
    );
    Ok(begin.elapsed())
}
