use super::AmazonCategoryDescription;

#[test]
fn the_tool_is_complete() {
    sitewright_sdk::testing::check_tool::<AmazonCategoryDescription>();
}
