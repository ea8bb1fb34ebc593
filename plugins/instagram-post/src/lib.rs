//! Instagram captions with separate hashtags and, if requested, an idea for the picture.

use sitewright_sdk::social::{self, Social, Style};
use sitewright_sdk::{
    Brief, Checks, Generator, Input, Level, Limit, Output, Prompt, Texts, Unit, export, texts,
};

/// Readers see about 125 characters before "more"; more than five hashtags are refused since December 2025.
const STYLE: Style = Style {
    fold: 125,
    link_in_bio: true,
    tags_apart: true,
    most_tags: 5,
    ..Style::new(Unit::Characters, 700)
};

#[derive(Input)]
pub struct Picture {
    #[field(flatten)]
    social: Social,
    #[field(default = true, widget = "switch")]
    image_idea: bool,
}

#[derive(Output, Default, Clone)]
pub struct Caption {
    caption: String,
    #[field(optional)]
    hashtags: Vec<String>,
    #[field(optional)]
    image_idea: String,
}

pub struct InstagramPost;

impl Generator for InstagramPost {
    type Input = Picture;
    type Variant = Caption;
    const TEXTS: &'static Texts = texts!("texts", social::TEXTS);
    const ONE_DRAFT: bool = true;

    fn subject(picture: &Picture) -> &str {
        &picture.social.topic
    }

    fn prompt(brief: &Brief<'_, Picture>, variant: usize) -> Prompt {
        let image = if brief.image_idea { "prompt.image" } else { "prompt.no-image" };
        let role =
            Prompt::new(brief.text("prompt.role")).rule(brief.text("prompt.length")).rule(brief.text(image));
        STYLE.prompt(role, brief, &brief.social, variant).max_words(260).temperature(0.8)
    }

    fn draft(brief: &Brief<'_, Picture>, _: usize) -> Caption {
        Caption {
            caption: STYLE.draft(brief, &brief.social),
            hashtags: STYLE.hashtags(brief, &brief.social),
            // What a picture could show is not in the input, and a place for it would be no finished draft.
            image_idea: String::new(),
        }
    }

    fn finish(brief: &Brief<'_, Picture>, post: &mut Caption) {
        post.caption = STYLE.apart(&post.caption, &mut post.hashtags, &brief.social);
        if !brief.image_idea {
            post.image_idea.clear();
        }
    }

    fn check(brief: &Brief<'_, Picture>, post: &Caption, checks: &mut Checks) {
        let whole = Unit::Characters.measure(&[post.caption.as_str(), &post.hashtags.join(" ")].join("\n\n"));
        checks.limit("caption", Limit::max(Unit::Characters, 2200, Level::Hard), whole);
        let lacks_image = checks.drafted && brief.image_idea && post.image_idea.is_empty();
        checks.rule("image_idea", "no-image", Level::Recommended, u32::from(lacks_image), &[]);
        STYLE.check(&brief.social, "caption", &post.caption, checks);
        STYLE.check_marks(&brief.social, "caption", &post.caption, &post.hashtags, checks);
    }
}

export!(InstagramPost);

#[cfg(test)]
mod tests;
