use super::AmazonProductDescription;

#[test]
fn the_tool_is_complete() {
    sitewright_sdk::testing::check_tool::<AmazonProductDescription>();
}
