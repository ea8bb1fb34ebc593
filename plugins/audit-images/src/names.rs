//! Names of image files.

/// Words that cameras, phones and systems give, in lower case.
const WORDS: [&str; 46] = [
    "img",
    "image",
    "images",
    "imagen",
    "pic",
    "picture",
    "photo",
    "photos",
    "dsc",
    "dscf",
    "dscn",
    "dcim",
    "pxl",
    "mvimg",
    "wp",
    "scan",
    "screenshot",
    "screen-shot",
    "screen",
    "capture",
    "whatsapp-image",
    "signal",
    "received",
    "untitled",
    "unnamed",
    "download",
    "file",
    "banner",
    "slide",
    "slider",
    "default",
    "foto",
    "fotka",
    "zdjecie",
    "zdjecia",
    "zdjęcie",
    "zdjęcia",
    "obraz",
    "obrazek",
    "grafika",
    "skan",
    "zrzut",
    "zrzut-ekranu",
    "bez-tytulu",
    "plik",
    "pobrane",
];

/// Whether the file of a path has a name that says nothing: such a word, then digits and what systems add.
pub fn is_generic(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    let name = sitewright_sdk::units::lower(&sitewright_sdk::rules::address::decoded(file));
    let name = name.rsplit_once('.').map_or(&*name, |(name, _)| name);
    let name = name.strip_suffix("-scaled").unwrap_or(name);
    let own = word_of(without_size(name)).replace([' ', '_', '.'], "-");
    WORDS.contains(&own.as_str())
}

/// A name without a size such as "-300x200" at its end.
fn without_size(name: &str) -> &str {
    let Some((start, size)) = name.rsplit_once('-') else { return name };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = size.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height));
    if is_size { start } else { name }
}

/// A name without the digits and signs after its words.
fn word_of(name: &str) -> &str {
    name.trim_end_matches(|sign: char| {
        sign.is_ascii_digit() || matches!(sign, ' ' | '_' | '-' | '.' | '(' | ')' | ',')
    })
}

#[cfg(test)]
mod tests {
    use super::is_generic;

    #[test]
    fn names_of_cameras_and_systems_say_nothing() {
        for name in [
            "IMG_2041.jpg",
            "/a/DSC00012.JPG",
            "image.png",
            "zdj%C4%99cie%20(3).jpg",
            "zdjecie12-300x200.jpg",
            "foto-scaled.jpg",
            "Screen Shot 2026-11-27.png",
        ] {
            assert!(is_generic(name), "{name}");
        }
        for name in ["image-of-oak-table.jpg", "photography-1.jpg", "160.jpg", "", "oak.png", "imgur.png"] {
            assert!(!is_generic(name), "{name}");
        }
    }
}
