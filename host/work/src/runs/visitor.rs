//! Runs of visitors without an account: drafts by rules. Nothing of them is stored, counted or charged.

use sitewright_engine::Outcome;

use super::problems;
use crate::catalogue::tools::{Tool, without_account};
use crate::platform::prelude::*;

/// The name of all visitors as a caller: an input that makes the tool trap closes it for them and for no user.
const VISITORS: &str = "visitors";

/// The result of a tool's rules for a prepared input.
pub async fn draft(tool: &Tool, locale: Locale, input: String) -> Result<Outcome> {
    if let Some(why) = tool.gate.closed() {
        return Err(problems::closed(why));
    }
    let plugin = tool.code.plugin().await.map_err(Problem::internal)?.for_caller(VISITORS);
    let now = u64::try_from(Timestamp::now().0).unwrap_or_default();
    let ended = plugin.run(input, without_account(locale.tag(), now)).await;
    ended.result.map_err(|error| problems::of_run(error, None, &None))
}
