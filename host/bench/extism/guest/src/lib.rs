//! The benchmark's work as an extism plugin: the same generator, with extism's calls in place of the contract's.

use extism_pdk::{Error, FnResult, host_fn, plugin_fn};
use sitewright_sdk::{Brand, Completion, Failure, Host, Project, Request};
use work::Work;

#[path = "../../../guests/work.rs"]
mod work;

#[host_fn]
extern "ExtismHost" {
    fn model(prompt: String) -> String;
}

#[plugin_fn]
pub fn run(input: String) -> FnResult<String> {
    let outcome = sitewright_sdk::run::run::<Work>(&Imports, &input)
        .map_err(|failure| Error::msg(format!("{failure:?}")))?;
    let answer = serde_json::json!({ "title": outcome.title, "text": outcome.text, "data": outcome.data });
    Ok(answer.to_string())
}

struct Imports;

fn answer(request: Request) -> Result<Completion, Failure> {
    let messages: Vec<&str> = request.messages.iter().map(|message| message.text.as_str()).collect();
    let text = unsafe { model(messages.join("\n")) };
    let text = text.map_err(|error| Failure::Unavailable(error.to_string()))?;
    Ok(Completion { text, words: 1, drafted: false })
}

impl Host for Imports {
    fn interface_language(&self) -> String {
        "en".to_owned()
    }

    fn project(&self) -> Option<Project> {
        None
    }

    fn brand(&self) -> Option<Brand> {
        None
    }

    fn complete_all(&self, requests: Vec<Request>) -> Vec<Result<Completion, Failure>> {
        requests.into_iter().map(answer).collect()
    }

    fn progress(&self, _done: u32, _total: u32, _label: &str) {}
}
