use super::PACK;

#[test]
fn sites() {
    sitewright_check_sites::run(&PACK, env!("CARGO_MANIFEST_DIR"));
}
