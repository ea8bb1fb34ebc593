//! The sites of the rules.

#[test]
fn sites() {
    sitewright_check_sites::run(&crate::PACK, env!("CARGO_MANIFEST_DIR"));
}
