//! Visitors who try tools without an account, 200 a minute from as many addresses, beside users of the catalogue and of
//! runs. Their limit holds, users get their answers as before, and nothing of them is stored.

use tokio::task::JoinHandle;
use tokio::time::interval;

use crate::http_runs::example;
use crate::prelude::*;
use crate::server::bundle_with;

const GUESTS_A_MINUTE: u32 = 200;
/// Tries of one address in a minute, as the server limits them.
const TRIES: usize = 12;
const TRY: &str = "/site/try/en/facebook-post";
const FORM: &str = "topic=Fresh+tea+from+Nepal&tone=friendly";
/// The users send a request every so often, for the time that guests come as well.
const PACE: Duration = Duration::from_millis(60);
const ROUNDS: usize = 500;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let bundle = bundle_with(&[])?;
    let server = Setup::new()?
        .of_administrator()
        .set("SITEWRIGHT_BUNDLE", bundle.path().display())
        .set("SITEWRIGHT_RUNS_PER_ACCOUNT", 64)
        // Each guest comes from an address of its own, as behind a proxy.
        .set("SITEWRIGHT_TRUST_FORWARDED", true)
        .start()
        .await
        .context("guests")?;
    let body = example(&server, "facebook-post").await?;
    users(&server, &body, ROUNDS / 10).await?;
    let (runs_alone, catalogue_alone) = users(&server, &body, ROUNDS).await?;
    let before = stored(&server).await?;
    let guests: JoinHandle<Result<()>> = tokio::spawn(come(server.address.clone()));
    let (runs, catalogue) = users(&server, &body, ROUNDS).await?;
    ensure!(!guests.is_finished(), "the guests left: {:?}", guests.await);
    guests.abort();
    let tries = tries_of_one(&server).await?;
    let kept = stored(&server).await? - before - ROUNDS as f64;
    figures.add("guests_stored_runs", kept, Bar::AtMost(0.0));
    figures.add("guests_tries_of_an_address", tries, Bar::AtMost(TRIES as f64));
    figures.add("guests_run_p99_ms", runs.quantile_ms(0.99), Bar::AtMost(50.0));
    figures.add("guests_catalogue_p99_ms", catalogue.quantile_ms(0.99), Bar::AtMost(20.0));
    figures.add("guests_run_p99_ms_alone", runs_alone.quantile_ms(0.99), Bar::None);
    figures.add("guests_catalogue_p99_ms_alone", catalogue_alone.quantile_ms(0.99), Bar::None);
    Ok(())
}

/// Runs and looks at the catalogue at a steady pace, as users do.
async fn users(server: &Server, body: &Bytes, rounds: usize) -> Result<(Latencies, Latencies)> {
    let mut client = server.client().await?;
    let (mut runs, mut catalogue) = (Vec::new(), Vec::new());
    let mut ticks = interval(PACE);
    for _ in 0..rounds {
        ticks.tick().await;
        let begin = Instant::now();
        client.run("/api/tools/facebook-post/runs", body).await?;
        runs.push(begin.elapsed());
        let begin = Instant::now();
        client.get("/api/tools").await?;
        catalogue.push(begin.elapsed());
    }
    Ok((Latencies::new(runs), Latencies::new(catalogue)))
}

/// Guests come until the task is aborted, each from an address of its own.
async fn come(server: String) -> Result<()> {
    let mut client = Client::connect(&server, None).await?;
    let mut ticks = interval(Duration::from_secs(60) / GUESTS_A_MINUTE);
    for number in 0_u32.. {
        ticks.tick().await;
        let address = format!("198.18.{}.{}", number / 250 % 250, number % 250 + 1);
        ensure!(tries(&mut client, &address).await?, "{address} was refused");
    }
    Ok(())
}

/// How often one address may try a tool.
async fn tries_of_one(server: &Server) -> Result<f64> {
    let mut client = Client::connect(&server.address, None).await?;
    let mut count = 0.0;
    for _ in 0..TRIES * 2 {
        count += f64::from(tries(&mut client, "203.0.113.7").await?);
    }
    Ok(count)
}

/// Tries a tool, and says whether there is a draft.
async fn tries(client: &mut Client, address: &str) -> Result<bool> {
    let page = client.form(TRY, address, FORM).await?;
    ensure!(page.status.is_success(), "a guest got {}", page.status);
    Ok(!String::from_utf8_lossy(&page.body).contains("role=\"alert\""))
}

/// Runs in the database, those without an account too.
async fn stored(server: &Server) -> Result<f64> {
    let overview = server.client().await?.get("/api/admin/overview").await?.json()?;
    overview["now"]["runs"].as_f64().context("the overview has no number of runs")
}
