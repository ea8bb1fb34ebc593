//! `icon.svg`, and pictures of a UI module: only shapes. They are drawn in pages of the shell, where a script or an
//! address in them would act for the user.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::{Code, Problem, Problems, json};

const ELEMENTS: [&str; 17] = [
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "title",
    "desc",
    "defs",
    "stop",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
];
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

pub(crate) fn check(bytes: &[u8], place: &str, found: &mut Problems) {
    let Some(text) = json::text(bytes, place, found) else { return };
    // XML does not allow these characters, and not every database can store them.
    let is_xml = !text.chars().any(|char| char.is_control() && !"\t\r\n".contains(char));
    if !is_xml || !is_drawing(text, place, found) {
        found.at(place, Code::IconMalformed);
    }
}

/// Returns false if it is not one well-formed, plain SVG element. Problems inside it are only recorded in `found`.
fn is_drawing(text: &str, place: &str, found: &mut Problems) -> bool {
    let mut reader = Reader::from_str(text);
    let (mut depth, mut roots) = (0_usize, 0_usize);
    loop {
        let element = match reader.read_event() {
            Ok(Event::Start(element)) => {
                depth += 1;
                (element, depth == 1)
            }
            Ok(Event::Empty(element)) => (element, depth == 0),
            Ok(Event::End(_)) => {
                depth = depth.saturating_sub(1);
                continue;
            }
            Ok(Event::Text(text)) if depth > 0 || text.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(Event::Comment(_)) => continue,
            Ok(Event::Eof) => return depth == 0 && roots == 1,
            // Declarations of types and entities, processing instructions, references: an icon needs none.
            _ => return false,
        };
        let (element, is_root) = element;
        if is_root {
            roots += 1;
            if element.name().as_ref() != b"svg" || roots > 1 {
                return false;
            }
        }
        if !check_element(&element, place, found) {
            return false;
        }
    }
}

fn check_element(element: &BytesStart<'_>, place: &str, found: &mut Problems) -> bool {
    let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
    if !ELEMENTS.contains(&name.as_str()) {
        found.add(Problem::at(Code::IconElement, place).with("element", name));
    }
    for attribute in element.attributes() {
        let Ok(attribute) = attribute else { return false };
        let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        let Ok(value) = attribute.normalized_value(XmlVersion::Implicit1_0) else { return false };
        if let Some(code) = refusal(&name, &value) {
            found.add(Problem::at(code, place).with("attribute", name));
        }
    }
    true
}

fn refusal(name: &str, value: &str) -> Option<Code> {
    let plain: String = value
        .chars()
        .filter(|char| !char.is_whitespace() && !char.is_control())
        .collect::<String>()
        .to_lowercase();
    if name == "xmlns" {
        return (plain != NAMESPACE).then_some(Code::IconAttribute);
    }
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("on") || lower == "style" || lower.contains(':') {
        return Some(Code::IconAttribute);
    }
    // A reference to a part of the icon is allowed, as in `url(#gradient)`.
    let elsewhere = plain.split("url(").skip(1).any(|rest| !rest.starts_with('#'));
    let address = ["//", "javascript:", "data:"].iter().any(|sign| plain.contains(sign));
    (lower == "href" || lower == "src" || elsewhere || address).then_some(Code::IconOutside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(svg: &str) -> Vec<Code> {
        let mut found = Problems::default();
        check(svg.as_bytes(), "icon.svg", &mut found);
        found.into_list().into_iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn shapes_are_accepted() {
        let icon = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><defs><linearGradient id="a"/></defs>
            <path d="M4 4h6" fill="url(#a)"/><title>A &amp; B</title></svg>"##;
        // An icon does not need references in texts either.
        assert_eq!(codes(&icon.replace("&amp;", "and")), []);
        assert_eq!(codes(icon), [Code::IconMalformed]);
    }

    #[test]
    fn active_content_and_outside_references_are_refused() {
        let inside = |part: &str| format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{part}</svg>"#);
        for (part, code) in [
            ("<script>alert(1)</script>", Code::IconElement),
            ("<foreignObject/>", Code::IconElement),
            ("<image/>", Code::IconElement),
            ("<x:script/>", Code::IconElement),
            ("<animate/>", Code::IconElement),
            ("<path onclick='x()'/>", Code::IconAttribute),
            ("<path oNload='x()'/>", Code::IconAttribute),
            ("<path style='fill:red'/>", Code::IconAttribute),
            ("<path xlink:href='#a'/>", Code::IconAttribute),
            ("<path href='https://example.com'/>", Code::IconOutside),
            ("<path fill='url(https://example.com/x)'/>", Code::IconOutside),
            ("<path fill='u&#82;L( //example.com )'/>", Code::IconOutside),
            ("<path fill='java&#10;script:x'/>", Code::IconOutside),
        ] {
            assert!(codes(&inside(part)).contains(&code), "{part}: {:?}", codes(&inside(part)));
        }
    }

    #[test]
    fn an_icon_is_exactly_one_svg_element() {
        let texts = "\
            |<p/>|<svg>|<svg/><svg/>|text<svg/>|<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>|\
            <?xml-stylesheet href='x'?><svg/>|<svg>&a;</svg>|<svg a='1' a='2'/>|\
            <svg><![CDATA[<script>]]></svg>|<svg><title>a\0b</title></svg>";
        for text in texts.split('|') {
            assert!(codes(text).contains(&Code::IconMalformed), "{text}: {:?}", codes(text));
        }
    }
}
