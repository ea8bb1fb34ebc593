//! LinkedIn posts, in the voice of a person or of a company page.

use sitewright_sdk::social::{self, Social, Style};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, export, texts};

#[derive(Input)]
pub struct Update {
    #[field(flatten)]
    social: Social,
    author_type: Author,
}

#[derive(Choice, Clone, Copy, PartialEq)]
enum Author {
    Person,
    CompanyPage,
}

impl Update {
    /// About 140 to 210 characters are shown above "see more"; the first line fits into the shorter length.
    fn style(&self) -> Style {
        let style = Style::new(Unit::Characters, 1200);
        Style { fold: 140, voice: self.author_type.id(), ..style }
    }
}

#[derive(Output, Default, Clone)]
pub struct Text {
    #[limit(characters, max = 3000, platform)]
    text: String,
}

pub struct LinkedInPost;

impl Generator for LinkedInPost {
    type Input = Update;
    type Variant = Text;
    const TEXTS: &'static Texts = texts!("texts", social::TEXTS);
    const ONE_DRAFT: bool = true;

    fn subject(update: &Update) -> &str {
        &update.social.topic
    }

    fn prompt(brief: &Brief<'_, Update>, variant: usize) -> Prompt {
        let author = brief.text(&["prompt.author", brief.author_type.id()].join("."));
        let role = Prompt::new(brief.text("prompt.role")).rule(author).rule(brief.text("prompt.length"));
        brief.style().prompt(role, brief, &brief.social, variant).max_words(350).temperature(0.7)
    }

    fn draft(brief: &Brief<'_, Update>, _: usize) -> Text {
        Text { text: brief.style().draft(brief, &brief.social) }
    }

    fn finish(brief: &Brief<'_, Update>, post: &mut Text) {
        post.text = brief.style().shape(&post.text, &brief.social);
    }

    fn check(brief: &Brief<'_, Update>, post: &Text, checks: &mut Checks) {
        brief.style().check(&brief.social, "text", &post.text, checks);
    }
}

export!(LinkedInPost);

#[cfg(test)]
mod tests;
