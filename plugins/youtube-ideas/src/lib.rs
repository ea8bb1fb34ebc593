//! Ideas for YouTube videos: title, description, tags and the first sentence, each idea with its own angle.

use sitewright_sdk::{
    Brief, Checks, Choice, Decimal, Generator, Input, Output, Prompt, Texts, export, fill, ideas, texts,
};

#[derive(Input)]
pub struct Channel {
    #[field(flatten)]
    order: ideas::Order,
    #[field(max = 500, widget = "textarea")]
    channel_description: String,
    format: Format,
}

#[derive(Choice, Clone, Copy, PartialEq)]
enum Format {
    LongVideo,
    Shorts,
    Live,
    Series,
}

#[derive(Output, Default, Clone)]
pub struct Video {
    #[limit(characters, max = 100, hard)]
    title: String,
    #[limit(characters, max = 200, recommended)]
    hook: String,
    #[limit(bytes, max = 5000, hard)]
    description: String,
    tags: Vec<String>,
}

pub struct YouTubeIdeas;

impl Generator for YouTubeIdeas {
    type Input = Channel;
    type Variant = Video;
    const TEXTS: &'static Texts = texts!("texts", ideas::TEXTS);
    const TOGETHER: bool = true;

    fn subject(channel: &Channel) -> &str {
        &channel.order.topic
    }

    fn prompt(brief: &Brief<'_, Channel>, variant: usize) -> Prompt {
        ideas::prompt(brief, &brief.order, variant)
            .spoken()
            .rule(brief.text(&["prompt.format", brief.format.id()].join(".")))
            .data(brief.text("input.channel_description.title"), &brief.channel_description)
    }

    fn draft(brief: &Brief<'_, Channel>, variant: usize) -> Video {
        let text = |key: &str| brief.text(&["draft", key, brief.format.id()].join("."));
        let idea = ideas::idea(brief, &brief.order, variant, 88, text("tag"));
        Video {
            title: fill(text("title"), &[("title", &idea.title), ("number", &(variant + 1).decimal())]),
            description: idea
                .description(brief.text("draft.contents"), &[&brief.channel_description, text("closing")]),
            tags: idea.tags(12),
            hook: idea.hook,
        }
    }

    fn finish(_: &Brief<'_, Channel>, video: &mut Video) {
        ideas::tidy(&mut video.tags, [&mut video.title, &mut video.description]);
    }

    fn check(_: &Brief<'_, Channel>, video: &Video, checks: &mut Checks) {
        ideas::check_tags("tags", &video.tags, checks);
    }

    fn compare(_: &Brief<'_, Channel>, video: &Video, others: &[&Video], checks: &mut Checks) {
        ideas::compare(video, others, checks, "title", |video| &video.title);
    }
}

export!(YouTubeIdeas);

#[cfg(test)]
mod tests;
