//! What a component may weigh.

use anyhow::{Result, ensure};

/// The promise of the catalogue.
const PROMISED: usize = 150 * 1024;

/// Tools that are not there yet, with what they may have until they are, in KB. No number here ever grows.
const LARGER: &[(&str, usize)] = &[
    ("amazon-product-description", 159),
    ("business-bio", 157),
    ("cover-letter", 153),
    ("email", 163),
    ("facebook-ads", 156),
    ("facebook-post", 158),
    ("google-ads", 161),
    ("instagram-post", 165),
    ("linkedin-ads", 158),
    ("linkedin-post", 167),
    ("newsletter", 155),
    ("personal-bio", 157),
    ("seo-metatags", 187),
    ("text-summary", 191),
    ("twitter-post", 181),
];

/// Fails where a component is larger than it may be.
pub fn check(name: &str, component: &[u8]) -> Result<()> {
    let allowed =
        LARGER.iter().find(|(known, _)| *known == name).map_or(PROMISED, |(_, kilobytes)| kilobytes * 1024);
    ensure!(
        component.len() <= allowed,
        "{name} has {} bytes of {allowed} that it may have: see \"Size\" in plugins/README.md",
        component.len()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LARGER, PROMISED, check};

    #[test]
    fn a_component_beyond_its_bound_is_refused() {
        assert!(check("any", &vec![0; PROMISED]).is_ok());
        assert!(check("any", &vec![0; PROMISED + 1]).is_err());
        for (name, kilobytes) in LARGER {
            assert!(kilobytes * 1024 > PROMISED, "{name} keeps the promise; take it out of the list");
            assert!(check(name, &vec![0; kilobytes * 1024 + 1]).is_err());
        }
    }
}
