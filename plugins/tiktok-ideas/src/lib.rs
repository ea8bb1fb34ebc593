//! Ideas for TikTok: a script paced by the video's length, its caption, and the same as a photo post.

use sitewright_sdk::ideas::{self, Duration};
use sitewright_sdk::{Brief, Checks, Decimal, Generator, Input, Output, Prompt, Texts, export, texts};

#[derive(Input)]
pub struct Clip {
    #[field(flatten)]
    order: ideas::Order,
    #[field(max = 120)]
    niche: String,
    #[field(default = "30-s")]
    duration: Duration,
}

#[derive(Output, Default, Clone)]
pub struct Script {
    script: String,
    #[limit(utf16, max = 2200, hard)]
    caption: String,
    #[field(optional)]
    #[limit(utf16, max = 90, hard)]
    photo_title: String,
    #[field(optional)]
    #[limit(utf16, max = 4000, hard)]
    photo_description: String,
}

/// Characters of the topic in the title of a photo post: a note after it needs the others of 90.
const TOPIC: usize = 60;

pub struct TikTokIdeas;

impl Generator for TikTokIdeas {
    type Input = Clip;
    type Variant = Script;
    const TEXTS: &'static Texts = texts!("texts", ideas::TEXTS);
    const TOGETHER: u32 = u32::MAX;

    fn subject(clip: &Clip) -> &str {
        &clip.order.topic
    }

    fn prompt(brief: &Brief<'_, Clip>, variant: usize) -> Prompt {
        let (seconds, words) = (brief.duration.seconds().decimal(), brief.duration.words());
        let length = [("seconds", &*seconds), ("words", &*words.decimal())];
        ideas::prompt(brief, &brief.order, variant)
            .spoken()
            .rule(brief.fill("prompt.pace", &length))
            .data(brief.text("input.niche.title"), &brief.niche)
            .max_words(words + 250)
    }

    fn draft(brief: &Brief<'_, Clip>, variant: usize) -> Script {
        Self::drafts(brief, variant + 1).pop().unwrap_or_default()
    }

    fn drafts(brief: &Brief<'_, Clip>, count: usize) -> Vec<Script> {
        let script = |frame: ideas::Frame| Script {
            script: frame.script(brief, brief.duration),
            caption: brief.text("draft.caption").to_owned(),
            photo_description: frame.description(&frame.hook, brief.text("draft.slides"), &[]),
            photo_title: frame.title,
        };
        ideas::frames(brief, &brief.order, false, TOPIC, count).into_iter().map(script).collect()
    }

    fn is_frame(_: &Brief<'_, Clip>) -> bool {
        true
    }

    fn check(brief: &Brief<'_, Clip>, script: &Script, checks: &mut Checks) {
        brief.duration.check("script", &script.script, checks);
    }

    fn compare(_: &Brief<'_, Clip>, script: &Script, others: &[&Script], checks: &mut Checks) {
        ideas::compare(script, others, checks, "caption", |script| &script.caption);
    }
}

export!(TikTokIdeas);

#[cfg(test)]
mod tests;
