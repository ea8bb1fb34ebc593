//! Time from the start of the process to its first response, with the compiled plugins in the cache.

use crate::prelude::*;

const STARTS: usize = 7;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let setup = Setup::new()?;
    drop(setup.start().await?);
    let mut samples = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        samples.push(setup.start().await?.started_in.as_secs_f64() * 1000.0);
    }
    samples.sort_by(f64::total_cmp);
    figures.add("start_ms", samples[STARTS / 2], Bar::AtMost(300.0));
    Ok(())
}
