//! The interface `model`: requests to the language model.

use wasmtime::component::Linker;

use crate::bindings::sitewright::plugin::model;
pub use crate::bindings::sitewright::plugin::model::Completion;
use crate::prelude::*;
use crate::trim::Called;

/// The author of a message in a conversation with the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    System,
    User,
    Assistant,
}

/// One message of a conversation with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub role: Role,
    pub text: String,
}

/// One request to the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompletionRequest {
    pub messages: Vec<Message>,
    pub max_words: u32,
    pub temperature: Option<f32>,
    /// JSON Schema of the answer; `None` requests plain text.
    pub schema: Option<String>,
    /// The answer if no model is connected.
    pub draft: Option<String>,
    /// The label under which the answer is shown while it is streamed.
    pub show_as: Option<String>,
    /// Addresses of images that the model sees with the last message of the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
}

impl From<model::Request> for CompletionRequest {
    fn from(request: model::Request) -> Self {
        CompletionRequest {
            messages: request.messages.into_iter().map(Message::from).collect(),
            max_words: request.max_words,
            temperature: request.temperature,
            schema: request.schema,
            draft: request.draft,
            show_as: request.show_as,
            images: Vec::new(),
        }
    }
}

impl From<model::Message> for Message {
    fn from(message: model::Message) -> Self {
        let role = match message.role {
            model::Role::System => Role::System,
            model::Role::User => Role::User,
            model::Role::Assistant => Role::Assistant,
        };
        Message { role, text: message.text }
    }
}

impl model::Host for State {
    async fn complete(&mut self, request: model::Request) -> Result<Answered<Completion>> {
        self.call(Call::ModelComplete(request.into())).await
    }

    async fn complete_all(&mut self, requests: Vec<model::Request>) -> Result<Vec<Answered<Completion>>> {
        let calls = requests.into_iter().map(|request| Call::ModelComplete(request.into()));
        self.call_all(calls.collect()).await
    }

    async fn complete_seeing(
        &mut self,
        request: model::Request,
        images: Vec<String>,
    ) -> Result<Answered<Completion>> {
        self.call(Call::ModelComplete(CompletionRequest { images, ..request.into() })).await
    }
}

/// Defines the functions that wait for the model again, so that they know the memory of their caller.
pub(crate) fn link(linker: &mut Linker<State>) -> Result<()> {
    linker.allow_shadowing(true);
    let mut model = linker.instance("sitewright:plugin/model@0.1.0")?;
    model.func_wrap_async("complete", |mut store, (request,): (Called<model::Request>,)| {
        store.data_mut().memory = request.memory;
        Box::new(async move { Ok((model::Host::complete(store.data_mut(), request.value).await?,)) })
    })?;
    model.func_wrap_async("complete-all", |mut store, (requests,): (Called<Vec<model::Request>>,)| {
        store.data_mut().memory = requests.memory;
        Box::new(async move { Ok((model::Host::complete_all(store.data_mut(), requests.value).await?,)) })
    })?;
    model.func_wrap_async(
        "complete-seeing",
        |mut store, (request, images): (Called<model::Request>, Vec<String>)| {
            store.data_mut().memory = request.memory;
            Box::new(async move {
                Ok((model::Host::complete_seeing(store.data_mut(), request.value, images).await?,))
            })
        },
    )?;
    linker.allow_shadowing(false);
    Ok(())
}
