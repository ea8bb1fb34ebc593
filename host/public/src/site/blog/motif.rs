//! The cover of a post without a picture: its title as a measured drawing. Each word is a bar of its length, and a
//! dimension line measures the longest line, as the product does with texts.

use std::fmt::Write as _;

use crate::platform::prelude::*;

/// Letters of a line, and most lines.
const LINE: usize = 18;
const LINES: usize = 5;
/// Units of a letter, of the height of a bar, and from one line to the next.
const LETTER: usize = 46;
const BAR: usize = 54;
const STEP: usize = 92;
/// What the dimension line takes.
const ROOM: usize = 44;
/// The size of the drawing.
const WIDTH: usize = 1200;
const HEIGHT: usize = 675;

/// Lengths of words, in lines.
fn lines(title: &str) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
    for word in title.split_whitespace() {
        let length = word.chars().count().min(LINE);
        let used: usize = lines.last().map_or(0, |line| line.iter().map(|word| word + 1).sum());
        if used > 0 && used + length > LINE {
            if lines.len() == LINES {
                break;
            }
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push(length);
        }
    }
    lines
}

fn length(line: &[usize]) -> usize {
    (line.iter().sum::<usize>() + line.len().saturating_sub(1)) * LETTER
}

/// The drawing, as SVG without texts. Its colour is by the tag, its composition by the title.
pub fn motif(title: &str, tag: Option<&str>) -> String {
    let byte = |text: &str| usize::from(u8::from_str_radix(&hash_of(text)[2..4], 16).unwrap_or_default());
    let (colour, form) = (byte(tag.unwrap_or(title)) % 4, byte(title) % 3);
    let lines = lines(title);
    let longest = (0..lines.len()).max_by_key(|place| length(&lines[*place])).unwrap_or_default();
    let top = (HEIGHT - (lines.len() - 1) * STEP - BAR - ROOM) / 2;
    let mut drawing = format!(
        "<svg class=\"motif\" data-colour=\"{colour}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" aria-hidden=\"true\" focusable=\"false\">"
    );
    for (place, line) in lines.iter().enumerate() {
        let room = WIDTH - length(line).min(WIDTH - 160);
        let mut x = match form {
            0 => 80,
            1 => room / 2,
            _ => room - 80,
        };
        // The dimension line needs room below the line before it.
        let y = top + place * STEP + if place >= longest { ROOM } else { 0 };
        if place == longest {
            let (end, at) = (x + length(line), y - 30);
            let _ = write!(
                drawing,
                "<path class=\"motif-line\" d=\"M{x} {at}H{end}M{x} {}v36M{end} {}v36\"/>",
                at - 18,
                at - 18
            );
        }
        for (word, letters) in line.iter().enumerate() {
            let class = if place == longest && word == 0 { "motif-first" } else { "motif-word" };
            let wide = letters * LETTER;
            let _ = write!(
                drawing,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{BAR}\" rx=\"6\"/>"
            );
            x += wide + LETTER;
        }
    }
    drawing.push_str("</svg>");
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bars_inside_the_drawing() {
        assert_eq!(lines("How a title is measured"), [vec![3, 1, 5, 2], vec![8]]);
        for title in ["", "Tea", &"word ".repeat(60), &"w".repeat(90), "日本 <script>\"&"] {
            let drawing = motif(title, None);
            assert!(drawing.len() < 4_000 && !drawing.contains("<script"), "{drawing}");
            for rect in drawing.split("<rect").skip(1) {
                let number = |name: &str| -> usize {
                    let (_, rest) = rect.split_once(&format!("{name}=\"")).expect("an attribute");
                    rest.split('"').next().expect("a value").parse().expect("a number")
                };
                assert!(
                    number(" x") + number(" width") <= WIDTH && number(" y") + BAR <= HEIGHT,
                    "{title}: {rect}"
                );
            }
        }
    }
}
