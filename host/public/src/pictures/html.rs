//! A picture in a page.

use minijinja::HtmlEscape;

use super::Picture;

/// The picture in every format that it has, the smallest first. `sizes` is the attribute of HTML, such as
/// `(min-width: 720px) 720px, 100vw`. All but the first picture of a page are loaded when a reader comes near.
pub fn html(picture: &Picture, alt: &str, sizes: &str, is_first: bool) -> String {
    let (alt, sizes) = (HtmlEscape(alt), HtmlEscape(sizes));
    let set = |format| {
        let files = picture.widths().map(|width| format!("{} {width}w", picture.file(width, format)));
        files.collect::<Vec<_>>().join(", ")
    };
    let mut formats: Vec<_> = picture.formats().collect();
    let plain = formats.pop().map(set).unwrap_or_default();
    let sources: String = formats
        .into_iter()
        .map(|format| {
            let kind = format.media_type();
            format!("<source type=\"{kind}\" srcset=\"{}\" sizes=\"{sizes}\">", set(format))
        })
        .collect();
    let loading = if is_first { "fetchpriority=\"high\"" } else { "loading=\"lazy\"" };
    let (file, width, height) = (picture.plain_file(), picture.width, picture.height);
    format!(
        "<picture>{sources}<img src=\"{file}\" srcset=\"{plain}\" sizes=\"{sizes}\" width=\"{width}\" \
         height=\"{height}\" alt=\"{alt}\" decoding=\"async\" {loading}></picture>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_names_only_files_that_exist() {
        let mut picture =
            Picture { id: "ab".into(), width: 700, height: 350, is_transparent: false, has_avif: false };
        let shown = html(&picture, "A \"quote\"", "100vw", true);
        assert_eq!(
            shown,
            "<picture><source type=\"image/webp\" srcset=\"/pictures/ab-480.webp 480w, /pictures/ab-700.webp 700w\" \
             sizes=\"100vw\"><img src=\"/pictures/ab-700.jpg\" srcset=\"/pictures/ab-480.jpg 480w, /pictures/ab-700.jpg \
             700w\" sizes=\"100vw\" width=\"700\" height=\"350\" alt=\"A &quot;quote&quot;\" decoding=\"async\" \
             fetchpriority=\"high\"></picture>"
        );
        (picture.has_avif, picture.is_transparent, picture.width) = (true, true, 480);
        let shown = html(&picture, "", "100vw", false);
        assert!(
            shown.starts_with("<picture><source type=\"image/avif\" srcset=\"/pictures/ab-480.avif 480w\"")
        );
        assert!(shown.contains("src=\"/pictures/ab-480.png\"") && shown.contains("loading=\"lazy\""));
    }
}
