//! The drawing: a title with its measure, as the site draws one beside the texts of its tools.

use takumi::prelude::{
    FontOverride, FontResource, Fonts, LengthUnit as _, MeasuredNode, Node, OutputFormat, RenderOptions,
    Style, StyleSheet, Viewport,
};
use takumi::{measure, render, write_image};

use super::Card;
use crate::platform::prelude::*;
use crate::platform::typography::glued;

pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// Longer titles end with an ellipsis.
const MOST_CHARS: usize = 130;
/// The dimension line of a short title has room for its label.
const LEAST: f32 = 320.0;

/// The colours are those of the site.
const STYLES: &str = "
.card { display: flex; flex-direction: column; width: 1200px; height: 630px; padding: 60px 76px 0; font-family: Figtree;
    background-color: var(--ground); color: var(--ink); }
.site { --ground: #123a31; --ink: #f3efe4; --soft: #b7cfc7; --measure: #f0a679; --tick: #2f5a4f; }
.tools { --ground: #f8f7f4; --ink: #201f1c; --soft: #57534b; --measure: #a34313; --tick: #dcd8cf; }
.docs { --ground: #e4efeb; --ink: #123a31; --soft: #3d5f55; --measure: #a34313; --tick: #bcd3ca; }
.top { display: flex; justify-content: space-between; align-items: center; font-size: 30px; font-weight: 600; }
.brand { font-size: 36px; font-weight: 700; letter-spacing: -0.02em; }
.label { color: var(--soft); }
.middle { display: flex; flex-direction: column; flex-grow: 1; justify-content: center; align-items: flex-start; }
.title { display: block; max-width: 1048px; font-weight: 800; letter-spacing: -0.03em; line-height: 1.08; text-wrap: balance; }
.huge { font-size: 100px; }
.large { font-size: 80px; }
.medium { font-size: 64px; }
.small { font-size: 52px; letter-spacing: -0.02em; }
.measure { display: flex; align-items: center; margin-top: 30px; color: var(--measure); font-size: 27px; font-weight: 600; }
.end { width: 3px; height: 30px; background-color: var(--measure); }
.line { height: 3px; flex-grow: 1; background-color: var(--measure); }
.count { padding: 0 18px; }
.foot { display: flex; justify-content: space-between; color: var(--soft); font-size: 27px; font-weight: 500; }
.ruler { display: flex; justify-content: space-between; align-items: flex-end; height: 46px; margin: 26px -76px 0; }
.tick { width: 2px; height: 16px; background-color: var(--tick); }
.fifth { width: 3px; height: 34px; background-color: var(--measure); }
";

/// The picture as PNG. `fonts` are the files of the site's typeface.
pub fn png(card: &Card, fonts: Vec<Cow<'static, [u8]>>) -> Result<Vec<u8>> {
    let mut typeface = Fonts::default();
    for file in fonts {
        let named = FontOverride { family_name: Some("Figtree".into()), ..FontOverride::default() };
        typeface.register(FontResource::new(file).override_info(named)).map_err(Problem::internal)?;
    }
    let styles = Arc::new(StyleSheet::parse(STYLES).map_err(Problem::internal)?);
    let options = |node: Node| {
        let options = RenderOptions::builder().viewport(Viewport::new((WIDTH, HEIGHT))).node(node);
        options.fonts(&typeface).stylesheet(styles.clone()).build()
    };
    // The lines of the title are known when it is laid out.
    let laid_out = measure(options(picture(card, None))).map_err(Problem::internal)?;
    let widest = runs(&laid_out).into_iter().fold(0.0, f32::max);
    let image = render(options(picture(card, Some(widest)))).map_err(Problem::internal)?;
    let mut png = Vec::new();
    write_image(&image, &mut png, OutputFormat::Png).map_err(Problem::internal)?;
    Ok(png)
}

/// The widths of the lines of a text and of everything in it.
fn runs(node: &MeasuredNode) -> Vec<f32> {
    let own = node.runs.iter().map(|run| run.x + run.width);
    own.chain(node.children.iter().flat_map(runs)).collect()
}

fn text(class: &str, text: &str) -> Node {
    Node::text(text).with_class_name(class)
}

fn part(class: &str, children: impl Into<Vec<Node>>) -> Node {
    Node::container(children).with_class_name(class)
}

/// The picture; without the width of its title, only the title.
fn picture(card: &Card, title_width: Option<f32>) -> Node {
    let title = cut(&card.title);
    let count = title.chars().count();
    let size = match count {
        0..=24 => "title huge",
        25..=52 => "title large",
        53..=86 => "title medium",
        _ => "title small",
    };
    let title = text(size, &glued(&title, card.locale));
    let class = format!("card {}", card.section.class());
    let Some(width) = title_width else { return part(&class, [part("middle", [title])]) };
    let top = part("top", [text("brand", &card.brand), text("label", &card.label)]);
    let line = [
        part("end", []),
        part("line", []),
        text("count", &measured(count, card.locale)),
        part("line", []),
        part("end", []),
    ];
    let measure = part("measure", line).with_style(Style::default().width(width.max(LEAST).px()));
    let foot = part("foot", [text("host", &card.host)]);
    let tick = |place| part(if place % 10 == 5 { "fifth" } else { "tick" }, []);
    let ticks: Vec<Node> = (0..=100).map(tick).collect();
    part(&class, [top, part("middle", [title, measure]), foot, part("ruler", ticks)])
}

/// A title that fits, cut between words.
fn cut(title: &str) -> String {
    if title.chars().count() <= MOST_CHARS {
        return title.to_owned();
    }
    let start: String = title.chars().take(MOST_CHARS).collect();
    let words = start.rsplit_once(char::is_whitespace).map_or(start.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ';', ':', '–', ' ']))
}

/// How long the title is, in words.
fn measured(count: usize, locale: Locale) -> String {
    locale.say("site.characters", &params([("count", count.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_ends_between_words() {
        assert_eq!(cut("Ceny, plany"), "Ceny, plany");
        let cut = cut(&"Słowo, ".repeat(30));
        assert!(cut.ends_with("Słowo…") && cut.chars().count() <= MOST_CHARS + 1, "{cut}");
    }
}
