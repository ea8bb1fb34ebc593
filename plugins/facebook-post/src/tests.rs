use super::FacebookPost;
use sitewright_sdk::testing::check_tool;

#[test]
fn the_tool_is_complete() {
    check_tool::<FacebookPost>();
}
