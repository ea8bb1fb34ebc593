//! A connected model: any server with the chat completions of OpenAI.
//!
//! SITEWRIGHT_EVAL_MODEL_URL (such as http://127.0.0.1:11434/v1), _NAME and _KEY; with JUDGE instead of MODEL for the
//! model that grades.

use std::time::Duration;

use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sitewright_engine::{Completion, CompletionRequest, Failure, Role};
use tokio::runtime::Runtime;

pub struct Remote {
    url: String,
    key: String,
    name: String,
    client: reqwest::Client,
    runtime: Runtime,
}

/// The longest wait for an answer; local models take minutes for a long text.
const PATIENCE: Duration = Duration::from_secs(300);

impl Remote {
    /// The model of the environment's settings, if they name one.
    pub fn connect(role: &str) -> Option<Self> {
        let setting =
            |name: &str| std::env::var(format!("SITEWRIGHT_EVAL_{role}_{name}")).unwrap_or_default();
        let url = setting("URL").trim_end_matches('/').to_owned();
        if url.is_empty() {
            return None;
        }
        let model = Self::new(url, setting("KEY"), setting("NAME"));
        if let Some(Err(error)) = model.ask("Answer with one word.", &["Ready?".to_owned()]).first() {
            panic!("{} at {} does not answer: {error}", model.name, model.url);
        }
        Some(model)
    }

    fn new(url: String, key: String, name: String) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(PATIENCE).build().expect("a client");
        Self { url, key, name, client, runtime: Runtime::new().expect("a runtime") }
    }

    /// The name as part of a file's name.
    pub fn slug(&self) -> String {
        self.name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
    }

    /// The answers to requests of one tool, which are sent at the same time.
    pub fn answer(&self, requests: &[CompletionRequest]) -> Vec<Result<Completion, Failure>> {
        self.runtime.block_on(join_all(requests.iter().map(|request| self.complete(request))))
    }

    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, Failure> {
        let role = |role: &Role| match role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let messages =
            request.messages.iter().map(|message| (role(&message.role).to_owned(), message.text.clone()));
        let schema = request.schema.as_deref().and_then(|schema| serde_json::from_str::<Value>(schema).ok());
        let text = self.chat(messages.collect(), request.temperature, schema).await;
        let text = text.map_err(|error| Failure::Unavailable(error.to_string()))?;
        let words = u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
        Ok(Completion { text, words, drafted: false })
    }

    /// The answers to several questions under the same rules.
    pub fn ask(&self, system: &str, questions: &[String]) -> Vec<anyhow::Result<String>> {
        let chat = |question: &String| {
            let messages =
                vec![("system".to_owned(), system.to_owned()), ("user".to_owned(), question.clone())];
            self.chat(messages, Some(0.0), None)
        };
        self.runtime.block_on(join_all(questions.iter().map(chat)))
    }

    async fn chat(
        &self,
        messages: Vec<(String, String)>,
        temperature: Option<f32>,
        schema: Option<Value>,
    ) -> anyhow::Result<String> {
        let message = |(role, content): (String, String)| json!({ "role": role, "content": content });
        let messages: Vec<Value> = messages.into_iter().map(message).collect();
        let plain = json!({ "model": self.name, "messages": messages });
        let mut body = plain.clone();
        if let Some(temperature) = temperature {
            body["temperature"] = temperature.into();
        }
        if let Some(schema) = schema {
            let format = json!({ "name": "answer", "schema": schema });
            body["response_format"] = json!({ "type": "json_schema", "json_schema": format });
        }
        let mut response = self.post(&body).await?;
        // Some models refuse a temperature or a schema.
        if response.status() == StatusCode::BAD_REQUEST && body != plain {
            response = self.post(&plain).await?;
        }
        let answer: Value = response.error_for_status()?.json().await?;
        let text = answer["choices"][0]["message"]["content"].as_str();
        text.map(str::to_owned).ok_or_else(|| anyhow::anyhow!("the answer has no text: {answer}"))
    }

    async fn post(&self, body: &Value) -> reqwest::Result<reqwest::Response> {
        let request = self.client.post(format!("{}/chat/completions", self.url)).json(body);
        let request = if self.key.is_empty() { request } else { request.bearer_auth(&self.key) };
        request.send().await
    }
}

/// A server that refuses a temperature first, then answers, then fails.
#[test]
fn a_model_is_asked_again_without_what_it_refuses() {
    use std::io::{Read as _, Write as _};

    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let server = std::thread::spawn(move || {
        let answer = r#"{"choices":[{"message":{"content":"Rye bread."}}]}"#;
        let replies = [("400 Bad Request", "{}"), ("200 OK", answer), ("500 Internal Server Error", "{}")];
        let mut asked = Vec::new();
        for (status, body) in replies {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut request = Vec::new();
            let mut piece = [0; 4096];
            while !request.ends_with(b"}") {
                let count = stream.read(&mut piece).expect("a request");
                request.extend_from_slice(&piece[..count]);
            }
            let head =
                format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
            write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).expect("a response");
            asked.push(String::from_utf8(request).expect("text").to_lowercase());
        }
        asked
    });
    let model = Remote::new(url, "secret".to_owned(), "tiny:1b".to_owned());
    assert_eq!(model.slug(), "tiny-1b");
    let ask = || model.ask("Be short.", &["What do you bake?".to_owned()]).remove(0);
    assert_eq!(ask().expect("an answer"), "Rye bread.");
    assert!(ask().is_err());
    let asked = server.join().expect("the server");
    assert!(asked[0].contains("temperature") && !asked[1].contains("temperature"), "{asked:?}");
    assert!(
        asked[1].contains("authorization: bearer secret") && asked[1].contains("what do you bake"),
        "{asked:?}"
    );
}
