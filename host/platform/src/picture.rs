//! Images from outside: checked before they are decoded, and encoded again, small, upright and without metadata.

mod web;

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};

use crate::app::App;
use crate::error::{Problem, Result, refuse_if};
use crate::fetch::{Fetcher, Unread};
use crate::libraries::*;

pub use web::{Format, Kept, again, kept};

/// Memory for decoding an image.
const MEMORY: u64 = 192 * 1024 * 1024;
/// JPEG quality, of 100.
const QUALITY: u8 = 88;
/// The largest file, and the longest time for it.
const FILE_BYTES: usize = 12 * 1024 * 1024;
const FILE_TIME: Duration = Duration::from_secs(20);

/// An encoded image.
pub struct Picture {
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

/// Why an image is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusable {
    /// It is no PNG, JPEG or WebP, or is damaged.
    NotAPicture,
    /// It has too many pixels.
    TooWide,
}

/// The largest image that is decoded.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// Longest side.
    side: u32,
    pixels: u64,
}

/// Images of users. Decoding the largest one takes some tenths of a second and at most [`MEMORY`].
const USUAL: Bound = Bound { side: 4096, pixels: 4096 * 4096 };

/// The formats of images that users have.
const PICTURES: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
/// The formats of icons of websites.
const ICONS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Ico, ImageFormat::Jpeg, ImageFormat::WebP];

/// Encodes an image again, with a longer side of at most `side` pixels.
pub fn encode(bytes: &[u8], side: u32) -> Result<Picture, Unusable> {
    encode_one_of(&PICTURES, bytes, side)
}

/// The same for the icon of a website, which may be an ICO file.
pub fn encode_icon(bytes: &[u8], side: u32) -> Result<Picture, Unusable> {
    encode_one_of(&ICONS, bytes, side)
}

fn encode_one_of(formats: &[ImageFormat], bytes: &[u8], side: u32) -> Result<Picture, Unusable> {
    let picture = decode(formats, bytes, USUAL, side)?;
    let broken = |_| Unusable::NotAPicture;
    let mut content = Cursor::new(Vec::new());
    let media_type = if picture.color().has_alpha() {
        picture.to_rgba8().write_to(&mut content, ImageFormat::Png).map_err(broken)?;
        "image/png"
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut content, QUALITY);
        picture.to_rgb8().write_with_encoder(encoder).map_err(broken)?;
        "image/jpeg"
    };
    Ok(Picture { media_type, content: content.into_inner() })
}

/// Decodes an image to at most `side` pixels, upright. Its size is checked before it is decoded.
fn decode(formats: &[ImageFormat], bytes: &[u8], bound: Bound, side: u32) -> Result<DynamicImage, Unusable> {
    let format = image::guess_format(bytes).ok().filter(|format| formats.contains(format));
    let format = format.ok_or(Unusable::NotAPicture)?;
    let unusable = |error| match error {
        ImageError::Limits(_) => Unusable::TooWide,
        _ => Unusable::NotAPicture,
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(bound.side);
    limits.max_image_height = Some(bound.side);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unusable)?;
    let (width, height) = decoder.dimensions();
    refuse_if(u64::from(width) * u64::from(height) > bound.pixels, || Unusable::TooWide)?;
    // Phones store the orientation as metadata.
    let orientation = decoder.orientation().ok();
    let picture = DynamicImage::from_decoder(decoder).map_err(unusable)?;
    let is_small = picture.width().max(picture.height()) <= side;
    let mut picture = if is_small { picture } else { picture.thumbnail(side, side) };
    orientation.into_iter().for_each(|orientation| picture.apply_orientation(orientation));
    Ok(picture)
}

/// Reads the image at an address of a public server, for a side of at most `side` pixels; `None` if there is none.
pub async fn fetched(app: &App, fetcher: &Fetcher, url: &str, side: u32) -> Result<Option<Picture>> {
    let Ok(url) = Url::parse(url) else { return Ok(None) };
    match fetcher.file(&url, &HeaderMap::new(), FILE_BYTES, FILE_TIME).await {
        Ok(answer) if answer.status.is_success() => {
            let encoded = app.conversions.short(move || encode(&answer.bytes, side)).await?;
            Ok(encoded.ok())
        }
        Ok(_) => Ok(None),
        Err(reason @ (Unread::TimedOut | Unread::Unreachable)) => {
            let problem = Problem::new(StatusCode::BAD_GATEWAY, "picture.unreachable");
            Err(problem.because(anyhow::anyhow!("{reason:?}")))
        }
        Err(_) => Ok(None),
    }
}
