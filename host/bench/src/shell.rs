//! Size of the JavaScript on the wire, as the web build reports it.

use std::process::Command;

use crate::prelude::*;

pub fn measure(figures: &mut Figures) -> Result<()> {
    let output = Command::new("npm").args(["run", "--silent", "size"]).output()?;
    ensure!(output.status.success(), "npm run size: {}", String::from_utf8_lossy(&output.stderr));
    let sizes: Value = serde_json::from_slice(&output.stdout).context("npm run size printed no JSON")?;
    let kb = |key: &str| sizes[key].as_f64().with_context(|| format!("npm run size has no {key}"));
    figures.add("shell_first_route_kb", kb("shell_first_route_kb")?, Bar::AtMost(220.0));
    figures.add("module_kb", kb("module_kb")?, Bar::AtMost(16.0));
    Ok(())
}
