// The work of one benchmark call, the same text in every column: 1 KB of JSON in, a prompt,
// one call of the model, 1.2 KB of JSON out.

#[derive(serde::Deserialize)]
pub struct Brief {
    pub topic: String,
    pub tone: String,
    pub audience: String,
    pub keywords: Vec<String>,
    pub facts: Vec<String>,
}

pub fn prompt(brief: &Brief) -> String {
    let mut prompt = format!(
        "Write a post about {}.\nTone: {}. Audience: {}.\nKeywords: {}.\n",
        brief.topic,
        brief.tone,
        brief.audience,
        brief.keywords.join(", ")
    );
    for fact in &brief.facts {
        prompt.push_str("- ");
        prompt.push_str(fact);
        prompt.push('\n');
    }
    prompt
}
