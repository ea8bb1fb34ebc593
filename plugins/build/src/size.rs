//! What a component may weigh.

use anyhow::{Result, ensure};

/// Bytes that a tool of the catalogue may have: of the largest one, 15 KB are the published list of domain endings.
const MOST: usize = 180_000;

/// Fails where a component is larger than it may be.
pub fn check(name: &str, component: &[u8]) -> Result<()> {
    ensure!(
        component.len() <= MOST,
        "{name} has {} bytes of {MOST} that it may have: see \"Size\" in plugins/README.md",
        component.len()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MOST, check};

    #[test]
    fn a_component_beyond_its_bound_is_refused() {
        assert!(check("any", &vec![0; MOST]).is_ok());
        assert!(check("any", &vec![0; MOST + 1]).is_err());
    }
}
