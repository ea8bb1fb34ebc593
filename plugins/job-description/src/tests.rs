use super::JobDescription;

#[test]
fn the_tool_is_complete() {
    sitewright_sdk::testing::check_tool::<JobDescription>();
}
