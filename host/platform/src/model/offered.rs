//! The models that a provider offers.

use std::time::Duration;

use reqwest::Client;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::protocol::authorized;
use super::transport::{Refusal, bounded, refusal};
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
    pub purpose: Purpose,
}

/// What a model makes, judged by its name if its provider does not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModelPurpose)]
pub enum Purpose {
    #[default]
    Text,
    Embeddings,
    /// Nothing that tools use, such as images, speech or ratings.
    Other,
}

/// Why there is no list.
#[derive(Debug)]
pub struct NotOffered {
    pub error: ModelError,
    /// The status and the provider's own words, without the key.
    pub complaint: Option<String>,
}

impl From<ModelError> for NotOffered {
    fn from(error: ModelError) -> Self {
        Self { error, complaint: None }
    }
}

/// Lists the models of a connection, sorted by purpose; the name in the settings does not matter.
pub async fn offered(settings: &ModelSettings, timeout: Duration) -> Result<Vec<Offered>, NotOffered> {
    offered_through(&client(settings)?, settings, timeout).await
}

/// The same with the client of the caller, which must not follow redirects.
pub async fn offered_through(
    client: &Client,
    settings: &ModelSettings,
    timeout: Duration,
) -> Result<Vec<Offered>, NotOffered> {
    let base = settings.url.trim_end_matches('/');
    let address = match settings.kind {
        Kind::OpenAi => format!("{base}/models"),
        Kind::Anthropic => format!("{}/v1/models?limit=1000", anthropic::root(base)),
        Kind::Gemini => format!("{}/v1beta/models?pageSize=1000", gemini::root(base)),
    };
    let list = get(client, settings, &address, timeout).await?;
    let read = if settings.kind == Kind::Gemini { of_gemini(&list) } else { of_data(&list) };
    sorted(read)
}

fn sorted(read: Option<Vec<Offered>>) -> Result<Vec<Offered>, NotOffered> {
    let mut models = read.ok_or(ModelError::Garbled)?;
    models.sort_by_key(|model| model.purpose);
    Ok(models)
}

/// Lists the models of an Ollama server.
pub async fn offered_by_ollama(
    settings: &ModelSettings,
    timeout: Duration,
) -> Result<Vec<Offered>, NotOffered> {
    let base = settings.url.trim_end_matches('/').trim_end_matches("/v1");
    let list = get(&client(settings)?, settings, &format!("{base}/api/tags"), timeout).await?;
    sorted(of_ollama(&list))
}

fn client(settings: &ModelSettings) -> Result<Client, ModelError> {
    super::provider::http_client(settings).map_err(|_| ModelError::Unreachable)
}

async fn get(
    client: &Client,
    settings: &ModelSettings,
    address: &str,
    timeout: Duration,
) -> Result<Value, NotOffered> {
    let fetch = async {
        let call = authorized(client.get(address), settings);
        let response = call.send().await.map_err(|_| ModelError::Unreachable)?;
        if !response.status().is_success() {
            return Err(refused(&refusal(response).await, settings));
        }
        let body = bounded(response, LIST_BYTES).await.map_err(|_| ModelError::BrokenOff)?;
        Ok(serde_json::from_slice(&body).map_err(|_| ModelError::Garbled)?)
    };
    tokio::time::timeout(timeout, fetch).await.unwrap_or(Err(ModelError::TimedOut.into()))
}

fn refused(refusal: &Refusal, settings: &ModelSettings) -> NotOffered {
    let error = match refusal.status.as_u16() {
        401 | 403 => ModelError::WrongKey,
        400 if settings.kind == Kind::Gemini => ModelError::WrongKey,
        429 => ModelError::Busy,
        500..=599 => ModelError::Rejected,
        _ => ModelError::Unknown,
    };
    NotOffered { error, complaint: Some(settings.redacted(&refusal.complaint())) }
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
            purpose: written(&model["architecture"]["output_modalities"])
                .unwrap_or_else(|| purpose_of(&name)),
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
            purpose: if embeds { Purpose::Embeddings } else { purpose_of(model["name"].as_str()?) },
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
            purpose: match purpose_of(&name) {
                Purpose::Text if family.contains("bert") => Purpose::Embeddings,
                purpose => purpose,
            },
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

/// What OpenRouter says that a model makes.
fn written(modalities: &Value) -> Option<Purpose> {
    let makes = |what: &str| modalities.as_array().map(|all| all.iter().any(|one| one == what));
    Some(match (makes("text")?, makes("embeddings")?) {
        (true, _) => Purpose::Text,
        (false, true) => Purpose::Embeddings,
        (false, false) => Purpose::Other,
    })
}

/// What a model makes, judged by its name.
pub fn purpose_of(name: &str) -> Purpose {
    const OTHER: [&str; 15] = [
        "rerank",
        "moderation",
        "whisper",
        "transcribe",
        "dall-e",
        "tts",
        "image",
        "imagen",
        "audio",
        "realtime",
        "ocr",
        "sora",
        "veo",
        "babbage",
        "davinci",
    ];
    const EMBEDDINGS: [&str; 7] = ["embed", "minilm", "bge-", "bge:", "e5-", "gte-", "mmlw"];
    let name = name.to_ascii_lowercase();
    // Short signs are words of their own: "veo" is a part of other names.
    let is_word =
        |sign: &str| name.split(|char: char| !char.is_ascii_alphanumeric()).any(|word| word == sign);
    let has = |sign: &&str| if sign.len() > 5 { name.contains(*sign) } else { is_word(sign) };
    if OTHER.iter().any(has) {
        Purpose::Other
    } else if EMBEDDINGS.iter().any(|sign| name.contains(sign)) {
        Purpose::Embeddings
    } else {
        Purpose::Text
    }
}

/// Whether the name is that of a model that sees images, as far as names say it.
pub fn sees_images(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = name.rsplit('/').next().unwrap_or(&name);
    let is_hosted = ["gpt-4o", "gpt-4.1", "gpt-5", "chatgpt-4o", "claude-", "gemini-"];
    if is_hosted.iter().any(|start| bare.starts_with(start)) && purpose_of(&name) == Purpose::Text {
        return true;
    }
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
            (read[0].parameters, read[0].sees_images, read[0].purpose),
            (Some(12.2), Some(true), Purpose::Text)
        );
        assert_eq!((read[1].parameters, read[1].purpose), (Some(0.137), Purpose::Embeddings));
    }

    #[test]
    fn models_are_sorted_by_what_they_make() {
        let list = [
            "whisper-1",
            "tts-1-hd",
            "gpt-4o-mini-tts",
            "dall-e-3",
            "gpt-image-1",
            "omni-moderation-latest",
            "bge-reranker-v2-m3",
            "gpt-4o-audio-preview",
            "gpt-4o-realtime-preview",
            "davinci-002",
            "sora-2",
        ];
        for name in list {
            assert_eq!(purpose_of(name), Purpose::Other, "{name}");
        }
        for name in ["text-embedding-3-small", "nomic-embed-text:latest", "bge-m3:567m"] {
            assert_eq!(purpose_of(name), Purpose::Embeddings, "{name}");
        }
        for name in [
            "gpt-5-mini",
            "claude-opus-4-6",
            "qwen2.5-vl:7b",
            "mistral-small3.2",
            "o3",
            "llama-3.3-70b-versatile",
        ] {
            assert_eq!(purpose_of(name), Purpose::Text, "{name}");
        }
        let list = json!({ "data": [
            { "id": "whisper-1" }, { "id": "text-embedding-3-small" }, { "id": "gpt-5" }, { "id": "gpt-4o" },
            { "id": "some/painter", "architecture": { "output_modalities": ["image"] } },
        ] });
        let sorted = sorted(of_data(&list)).expect("a list");
        let names: Vec<_> = sorted.iter().map(|model| model.name.as_str()).collect();
        assert_eq!(names, ["gpt-5", "gpt-4o", "text-embedding-3-small", "whisper-1", "some/painter"]);
    }

    #[test]
    fn sizes_are_read_from_names() {
        assert_eq!(parameters_in("SpeakLeash/bielik-11b-v2.3-instruct:Q4_K_M"), Some(11.0));
        assert_eq!(parameters_in("qwen3:1.7b"), Some(1.7));
        assert_eq!(parameters_in("mistral-small"), None);
    }
}
