//! Operations for agents over the Model Context Protocol. Each calls the handler of the API, so that both have the same
//! rules; `mcp.json` has their texts and schemas.

use super::{change, list};
use crate::platform::prelude::*;
use crate::work::mcp::{Asked, Offer, result};
use crate::work::operations;

/// Tasks of a page: a note may be long.
const TASKS: u32 = 20;

pub(super) const OFFER: Offer = Offer {
    operations: operations! {
        "list-tasks" TasksRead Reads list_tasks
        "add-task" TasksWrite Adds add_task
        "change-task" TasksWrite Sets change_task
    },
    texts: include_str!("mcp.json"),
};

async fn list_tasks(app: App, mut call: Asked) -> Result<Value> {
    let (caller, page, input) = (call.caller()?, call.page(TASKS), call.input.clone());
    let (filter, order) = (Query(call.rest()?), Query(serde_json::from_value(input)?));
    result(list::list_tasks(app, caller, filter, order, page).await?)
}

async fn add_task(app: App, mut call: Asked) -> Result<Value> {
    name_owner(&mut call);
    let caller = call.caller()?;
    result(change::add_task(app, caller, valid(&mut call)?).await?.1)
}

async fn change_task(app: App, mut call: Asked) -> Result<Value> {
    let id = call.take("task");
    name_owner(&mut call);
    let caller = call.caller()?;
    result(change::edit_task(app, caller, Id(id), valid(&mut call)?).await?)
}

/// Replaces `"owner": "me"` or `"none"` by what the API expects: an agent does not know the id of its account.
fn name_owner(call: &mut Asked) {
    let account = call.caller.id.clone();
    let Some(input) = call.input.as_object_mut() else { return };
    if let Some(owner) = input.remove("owner") {
        let id = (owner == "me").then_some(account);
        input.insert("owner_id".to_owned(), json!(id));
    }
}

/// The rest of the input, validated as a body of the API.
fn valid<T: DeserializeOwned + Validate<Context = ()>>(call: &mut Asked) -> Result<Valid<T>> {
    let locale = call.locale;
    let body: T = call.rest()?;
    json::check(&body, locale)?;
    Ok(Valid(body))
}
