//! Local models that write good Polish and English, with the memory that they need. The list is a file with a date.

use std::sync::LazyLock;

use crate::platform::prelude::*;

const FILE: &str = include_str!("recommended.toml");

/// Recommended local models.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(super) struct RecommendedModels {
    /// When the list was written.
    #[schema(example = "2026-11-25")]
    date: String,
    /// Where its numbers come from, in the reader's language.
    source: String,
    #[serde(skip_serializing)]
    source_pl: String,
    /// The smallest first.
    models: Vec<RecommendedModel>,
}

/// A recommended local model.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
struct RecommendedModel {
    #[schema(example = "Bielik 11B v2.6")]
    name: String,
    /// Its name in Ollama's library; null if it has to be imported from a file.
    #[serde(default)]
    #[schema(required)]
    ollama: Option<String>,
    /// Its repository at Hugging Face.
    #[schema(example = "speakleash/Bielik-11B-v2.6-Instruct")]
    hugging_face: String,
    /// Billions of parameters.
    billions: f64,
    /// GB of memory with 4 bits per weight and a context of 8,000 tokens.
    memory_gb: f64,
    context_tokens: i64,
    /// From 1 to 3.
    polish: u8,
    english: u8,
    sees_images: bool,
    license: String,
    /// What it is good at, in the reader's language.
    note: String,
    #[serde(skip_serializing)]
    note_pl: String,
    /// Parts of the names that servers give it, in lower case.
    #[serde(skip_serializing)]
    names: Vec<String>,
}

static LIST: LazyLock<RecommendedModels> =
    LazyLock::new(|| toml::from_str(FILE).unwrap_or_else(|error| panic!("recommended.toml: {error}")));

/// Whether a server's model is one of the recommended.
pub(super) fn is_recommended(name: &str) -> bool {
    let name = name.to_lowercase();
    LIST.models.iter().any(|model| model.names.iter().any(|part| name.contains(part.as_str())))
}

/// Local models that are good at Polish and English
#[utoipa::path(get, path = "/api/admin/models/recommended", tag = "admin", responses((status = 200, body = RecommendedModels)))]
pub(super) async fn get_recommended_models(_: Admin, locale: Locale) -> Json<RecommendedModels> {
    let mut list = LIST.clone();
    if locale == Locale::Pl {
        list.source = std::mem::take(&mut list.source_pl);
        for model in &mut list.models {
            model.note = std::mem::take(&mut model.note_pl);
        }
    }
    Json(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_complete_and_sorted() {
        assert!(LIST.models.len() > 8);
        assert!(LIST.models.is_sorted_by(|one, other| one.billions <= other.billions));
        for model in &LIST.models {
            // 0.6 GB per billion parameters, and the context.
            let least = model.billions * 0.6;
            assert!((least..least + 4.0).contains(&model.memory_gb), "{}", model.name);
            assert!((1..=3).contains(&model.polish) && (1..=3).contains(&model.english), "{}", model.name);
            assert!(!model.names.is_empty() && !model.note_pl.is_empty(), "{}", model.name);
        }
        assert!(is_recommended("SpeakLeash/bielik-11b-v2.3-instruct:Q4_K_M") && is_recommended("qwen3:8b"));
        assert!(!is_recommended("codellama:34b"));
    }
}
