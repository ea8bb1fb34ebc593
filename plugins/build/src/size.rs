//! The size limit of a component.

use anyhow::{Result, ensure};

/// The maximum size of a tool of the catalogue in bytes: of the largest one, 15 KB are the published list of domain
/// endings.
const MOST: usize = 240_000;

/// Fails if a component exceeds the limit.
pub fn check(name: &str, component: &[u8]) -> Result<()> {
    ensure!(
        component.len() <= MOST,
        "{name} has {} bytes; the maximum is {MOST}: see \"Size\" in plugins/README.md",
        component.len()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MOST, check};

    #[test]
    fn a_component_that_is_too_large_is_refused() {
        assert!(check("any", &vec![0; MOST]).is_ok());
        assert!(check("any", &vec![0; MOST + 1]).is_err());
    }
}
