//! Average cost of a run, by tool: measured if enough runs were charged, otherwise the author's estimate.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::platform::prelude::*;

/// Fewer runs are not representative.
const ENOUGH: i64 = 5;
/// All runs are counted again after this time: averages change slowly, and the catalogue is opened often.
const FRESH: Duration = Duration::from_secs(600);

/// A tool, its charged runs, and their words.
pub type RunCost = (String, i64, i64);

/// Counts the charged runs of an account, or of all accounts. The slice that has the runs provides the function.
pub struct RunCosts(pub CountRuns);

pub type CountRuns = for<'a> fn(&'a App, Option<&'a str>) -> BoxFuture<'a, Result<Vec<RunCost>>>;

/// Words by tool.
pub type Averages = HashMap<String, u32>;

/// The averages of the whole installation.
#[derive(Default)]
pub struct Costs {
    kept: Mutex<Option<(Instant, Arc<Averages>)>>,
}

impl Costs {
    /// The averages of this account's runs; if those are few, of all runs.
    pub async fn of(&self, app: &App, account: &str) -> Result<Averages> {
        let mut found = Averages::clone(&*self.everybodys(app).await?);
        found.extend(averages((app.part::<RunCosts>().0)(app, Some(account)).await?));
        Ok(found)
    }

    async fn everybodys(&self, app: &App) -> Result<Arc<Averages>> {
        let mut kept = self.kept.lock().await;
        if let Some((_, found)) = kept.as_ref().filter(|(since, _)| since.elapsed() < FRESH) {
            return Ok(Arc::clone(found));
        }
        let all = (app.part::<RunCosts>().0)(app, None).await?;
        let found = Arc::new(averages(all).collect());
        *kept = Some((Instant::now(), Arc::clone(&found)));
        Ok(found)
    }
}

fn averages(counted: Vec<RunCost>) -> impl Iterator<Item = (String, u32)> {
    let enough = counted.into_iter().filter(|(_, runs, _)| *runs >= ENOUGH);
    enough.map(|(tool, runs, words)| (tool, u32::try_from((words + runs / 2) / runs).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::averages;

    #[test]
    fn few_runs_have_no_average() {
        let counted = vec![("email".to_owned(), 4, 400), ("translate".to_owned(), 5, 1003)];
        assert_eq!(averages(counted).collect::<Vec<_>>(), [("translate".to_owned(), 201)]);
    }
}
