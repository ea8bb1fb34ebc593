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
    const TOGETHER: u32 = u32::MAX;

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
        Self::drafts(brief, variant + 1).pop().unwrap_or_default()
    }

    fn drafts(brief: &Brief<'_, Channel>, count: usize) -> Vec<Video> {
        let text = |key: &str| brief.text(&["draft", key, brief.format.id()].join("."));
        let tags = [&*brief.brand.name, text("tag"), brief.text("draft.tags")];
        let tags: Vec<String> = tags.into_iter().filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let video = |(place, frame): (usize, ideas::Frame)| Video {
            title: fill(text("title"), &[("title", &frame.title), ("number", &(place + 1).decimal())]),
            description: frame.description(
                brief.text("draft.gain"),
                text("contents"),
                &[&brief.channel_description],
            ),
            tags: tags.clone(),
            hook: frame.hook,
        };
        ideas::frames(brief, &brief.order, brief.format == Format::Live, ideas::topic::LONGEST, count)
            .into_iter()
            .enumerate()
            .map(video)
            .collect()
    }

    fn is_frame(_: &Brief<'_, Channel>) -> bool {
        true
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
