//! CPU time of the bundled tools on the largest inputs that their forms accept.

use sitewright_engine::{Context, Engine, Settings};
use sitewright_exercise::{Model, PATTERNS, Script, Tool, extreme, load};

use crate::prelude::*;

const BUNDLE: &str = "target/bundle";
/// The number of tools that are printed, slowest first.
const NAMED: usize = 5;
/// The number of times each input is run; the fastest counts.
const ROUNDS: usize = 3;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut settings = Settings::new(cache.path());
    settings.limits.quarantine_traps = 0;
    settings.max_instances = Some(4);
    let engine = Engine::new(settings)?;
    let mut slowest = Vec::new();
    for tool in load(&engine, Path::new(BUNDLE)).await? {
        let (time, pattern) = worst(&tool).await?;
        slowest.push((time, tool.id, pattern));
    }
    slowest.sort_by_key(|one| std::cmp::Reverse(one.0));
    for (place, (time, tool, pattern)) in slowest.iter().take(NAMED).enumerate() {
        println!("  {tool}: {pattern}");
        let bar = if place == 0 { Bar::AtMost(60.0) } else { Bar::None };
        figures.add(&format!("tool_cpu_ms_{}", place + 1), time.as_secs_f64() * 1e3, bar);
    }
    Ok(())
}

/// The longest CPU time of a tool, and the pattern that causes it.
async fn worst(tool: &Tool) -> Result<(Duration, &'static str)> {
    let mut worst = (Duration::ZERO, "");
    for (name, pattern) in PATTERNS {
        for (place, language) in ["en", "pl"].into_iter().enumerate() {
            let (form, output) = &tool.forms[place];
            let input = extreme(form, pattern, place == 1, language);
            let mut best = Duration::MAX;
            for _ in 0..ROUNDS {
                let context = Context { interface_language: language.to_owned(), ..Context::default() };
                let ran = tool.run(&input, context, Model::new(Script::Unconnected, 1, output)).await;
                best = best.min(ran.guest_cpu);
            }
            worst = worst.max((best, *name));
        }
    }
    Ok(worst)
}
