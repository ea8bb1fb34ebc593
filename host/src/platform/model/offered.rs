//! The models that a provider offers.

use std::time::Duration;

use reqwest::Client;
use serde::Deserialize;
use serde_json::Value;

use super::protocol::authorized;
use super::transport::bounded;
use super::{Kind, ModelError, ModelSettings, anthropic, gemini};

/// Most bytes of a list. OpenRouter's has about one million.
const LIST_BYTES: usize = 8 * 1024 * 1024;
/// Most models of a list.
const MOST: usize = 1_000;

/// A model that a provider offers, with what it says about it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offered {
    pub name: String,
    pub label: Option<String>,
    pub context_tokens: Option<i64>,
    pub sees_images: Option<bool>,
    /// USD per million tokens.
    pub input_usd: Option<f64>,
    pub output_usd: Option<f64>,
    /// Billions of parameters.
    pub parameters: Option<f64>,
    /// Whether it makes embeddings and no text.
    pub embeds: bool,
}

/// Lists the models of a connection; the name in the settings does not matter.
pub async fn offered(settings: &ModelSettings, timeout: Duration) -> Result<Vec<Offered>, ModelError> {
    offered_through(&client(settings)?, settings, timeout).await
}

/// The same with the client of the caller, which must not follow redirects.
pub async fn offered_through(
    client: &Client,
    settings: &ModelSettings,
    timeout: Duration,
) -> Result<Vec<Offered>, ModelError> {
    let base = settings.url.trim_end_matches('/');
    let address = match settings.kind {
        Kind::OpenAi => format!("{base}/models"),
        Kind::Anthropic => format!("{}/v1/models?limit=1000", anthropic::root(base)),
        Kind::Gemini => format!("{}/v1beta/models?pageSize=1000", gemini::root(base)),
    };
    let list = get(client, settings, &address, timeout).await?;
    let read = if settings.kind == Kind::Gemini { of_gemini(&list) } else { of_data(&list) };
    read.ok_or(ModelError::Garbled)
}

/// Lists the models of an Ollama server.
pub async fn offered_by_ollama(
    settings: &ModelSettings,
    timeout: Duration,
) -> Result<Vec<Offered>, ModelError> {
    let base = settings.url.trim_end_matches('/').trim_end_matches("/v1");
    let list = get(&client(settings)?, settings, &format!("{base}/api/tags"), timeout).await?;
    of_ollama(&list).ok_or(ModelError::Garbled)
}

fn client(settings: &ModelSettings) -> Result<Client, ModelError> {
    super::provider::http_client(settings).map_err(|_| ModelError::Unreachable)
}

async fn get(
    client: &Client,
    settings: &ModelSettings,
    address: &str,
    timeout: Duration,
) -> Result<Value, ModelError> {
    let fetch = async {
        let call = authorized(client.get(address), settings);
        let response = call.send().await.map_err(|_| ModelError::Unreachable)?;
        match response.status().as_u16() {
            200..=299 => {}
            401 | 403 => return Err(ModelError::WrongKey),
            400 if settings.kind == Kind::Gemini => return Err(ModelError::WrongKey),
            429 => return Err(ModelError::Busy),
            500..=599 => return Err(ModelError::Unreachable),
            _ => return Err(ModelError::Unknown),
        }
        let body = bounded(response, LIST_BYTES).await.map_err(|_| ModelError::BrokenOff)?;
        serde_json::from_slice(&body).map_err(|_| ModelError::Garbled)
    };
    tokio::time::timeout(timeout, fetch).await.unwrap_or(Err(ModelError::TimedOut))
}

/// OpenAI's list and Anthropic's. Other servers add fields.
fn of_data(list: &Value) -> Option<Vec<Offered>> {
    let models = list["data"].as_array()?.iter().take(MOST).filter_map(|model| {
        let name = model["id"].as_str()?.to_owned();
        let number = |names: &[&str]| names.iter().find_map(|name| model[*name].as_i64());
        let label = model["display_name"].as_str().or_else(|| model["name"].as_str());
        let modalities = model["architecture"]["input_modalities"].as_array();
        let sees = modalities.map(|all| all.iter().any(|one| one == "image"));
        // OpenRouter's prices are texts, for one token.
        let price = |name: &str| {
            let usd: f64 = model["pricing"][name].as_str()?.parse().ok()?;
            Some((usd * 1e12).round() / 1e6).filter(|usd| (0.0..=100_000.0).contains(usd))
        };
        Some(Offered {
            label: label.filter(|label| *label != name).map(str::to_owned),
            context_tokens: number(&[
                "context_length",
                "max_context_length",
                "max_model_len",
                "context_window",
            ]),
            sees_images: sees.or_else(|| model["capabilities"]["vision"].as_bool()),
            input_usd: price("prompt"),
            output_usd: price("completion"),
            parameters: parameters_in(&name),
            embeds: is_for_embeddings(&name),
            name,
        })
    });
    Some(models.collect())
}

fn of_gemini(list: &Value) -> Option<Vec<Offered>> {
    let models = list["models"].as_array()?.iter().take(MOST).filter_map(|model| {
        let can = |method: &str| {
            model["supportedGenerationMethods"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one == method))
        };
        let embeds = can("embedContent");
        if !can("generateContent") && !embeds {
            return None;
        }
        Some(Offered {
            name: gemini::bare(model["name"].as_str()?).to_owned(),
            label: model["displayName"].as_str().map(str::to_owned),
            context_tokens: model["inputTokenLimit"].as_i64(),
            sees_images: Some(!embeds),
            embeds,
            ..Offered::default()
        })
    });
    Some(models.collect())
}

fn of_ollama(list: &Value) -> Option<Vec<Offered>> {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Details {
        family: Option<String>,
        parameter_size: Option<String>,
    }
    let models = list["models"].as_array()?.iter().take(MOST).filter_map(|model| {
        let name = model["name"].as_str().or_else(|| model["model"].as_str())?.to_owned();
        let details: Details = serde_json::from_value(model["details"].clone()).unwrap_or_default();
        let parameters =
            details.parameter_size.as_deref().and_then(billions).or_else(|| parameters_in(&name));
        let family = details.family.unwrap_or_default();
        Some(Offered {
            parameters,
            embeds: is_for_embeddings(&name) || family.contains("bert"),
            sees_images: Some(sees_images(&name)),
            name,
            ..Offered::default()
        })
    });
    Some(models.collect())
}

/// Parses `8.0B` and `567M`.
fn billions(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    match text.strip_suffix('b') {
        Some(billions) => billions.parse().ok(),
        None => text.strip_suffix('m')?.parse::<f64>().ok().map(|millions| millions / 1000.0),
    }
}

/// Billions of parameters in a name such as `qwen3:8b` or `Bielik-11B-v2.3`.
pub fn parameters_in(name: &str) -> Option<f64> {
    let name = name.to_ascii_lowercase();
    let parts = name.split(|char: char| !char.is_ascii_alphanumeric() && char != '.');
    let number = |part: &str| part.strip_suffix('b')?.parse::<f64>().ok().filter(|billions| *billions > 0.0);
    parts.filter_map(number).next()
}

/// Whether the name is that of a model for embeddings.
pub fn is_for_embeddings(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["embed", "minilm", "bge-", "bge:", "e5-", "gte-", "mmlw", "rerank"]
        .iter()
        .any(|sign| name.contains(sign))
}

/// Whether the name is that of a local model that sees images.
pub fn sees_images(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_gemma = name.contains("gemma3") || name.contains("gemma-3");
    (is_gemma && !name.contains("1b") && !name.contains("270m"))
        || [
            "llava",
            "vision",
            "-vl",
            "vl:",
            "minicpm-v",
            "pixtral",
            "moondream",
            "mistral-small3.1",
            "mistral-small3.2",
        ]
        .iter()
        .any(|sign| name.contains(sign))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_of_providers_are_read() {
        let list = json!({ "object": "list", "data": [
            { "id": "gpt-5-mini", "object": "model", "owned_by": "openai" },
            { "id": "a/b-8b", "name": "A: B", "context_length": 32_768, "pricing": { "prompt": "0.00000015", "completion": "0.0000006" },
              "architecture": { "input_modalities": ["text", "image"] } },
        ] });
        let read = of_data(&list).expect("a list");
        assert_eq!(read[0], Offered { name: "gpt-5-mini".into(), ..Offered::default() });
        assert_eq!((read[1].input_usd, read[1].output_usd), (Some(0.15), Some(0.6)));
        assert_eq!((read[1].context_tokens, read[1].sees_images), (Some(32_768), Some(true)));
        assert_eq!(of_data(&json!({ "error": "no" })), None);

        let list = json!({ "models": [
            { "name": "models/gemini-2.5-flash", "displayName": "Gemini 2.5 Flash", "inputTokenLimit": 1_048_576,
              "supportedGenerationMethods": ["generateContent", "countTokens"] },
            { "name": "models/aqa", "supportedGenerationMethods": ["generateAnswer"] },
        ] });
        let read = of_gemini(&list).expect("a list");
        assert_eq!(read.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), ["gemini-2.5-flash"]);

        let list = json!({ "models": [
            { "name": "gemma3:12b", "size": 1, "details": { "family": "gemma3", "parameter_size": "12.2B" } },
            { "name": "nomic-embed-text:latest", "details": { "family": "nomic-bert", "parameter_size": "137M" } },
        ] });
        let read = of_ollama(&list).expect("a list");
        assert_eq!(
            (read[0].parameters, read[0].sees_images, read[0].embeds),
            (Some(12.2), Some(true), false)
        );
        assert_eq!((read[1].parameters, read[1].embeds), (Some(0.137), true));
    }

    #[test]
    fn sizes_are_read_from_names() {
        assert_eq!(parameters_in("SpeakLeash/bielik-11b-v2.3-instruct:Q4_K_M"), Some(11.0));
        assert_eq!(parameters_in("qwen3:1.7b"), Some(1.7));
        assert_eq!(parameters_in("mistral-small"), None);
    }
}
