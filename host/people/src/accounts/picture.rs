//! Normalises an avatar: small, upright, and without metadata.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};

use crate::platform::prelude::*;

/// Longest side of an uploaded image. Decoding one of this size takes some tenths of a second and at most [`MEMORY`].
const MOST_PIXELS: u32 = 4096;
const MEMORY: u64 = 192 * 1024 * 1024;
/// Longer side of the stored image: twice its largest display size.
const SIDE: u32 = 256;
/// JPEG quality, of 100.
const QUALITY: u8 = 88;

/// An encoded image.
pub(super) struct Picture {
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

/// Encodes an image again. An unsupported one is refused at the field `avatar`.
pub(super) fn encode(bytes: &[u8]) -> Result<Picture> {
    let picture = decode(bytes)?;
    let mut content = Cursor::new(Vec::new());
    let media_type = if picture.color().has_alpha() {
        picture.to_rgba8().write_to(&mut content, ImageFormat::Png).map_err(Problem::internal)?;
        "image/png"
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut content, QUALITY);
        picture.to_rgb8().write_with_encoder(encoder).map_err(Problem::internal)?;
        "image/jpeg"
    };
    Ok(Picture { media_type, content: content.into_inner() })
}

fn refused(key: &'static str) -> Problem {
    Problem::invalid_field("avatar", Text::key(key))
}

/// Decodes an image to at most [`SIDE`] pixels, upright. Its size is checked before it is decoded.
fn decode(bytes: &[u8]) -> Result<DynamicImage> {
    let not_taken = || refused("accounts.avatar-not-a-picture");
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => format,
        _ => return Err(not_taken()),
    };
    let problem = |error| match error {
        ImageError::Limits(_) => refused("accounts.avatar-too-wide"),
        error => not_taken().because(error),
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS);
    limits.max_image_height = Some(MOST_PIXELS);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(problem)?;
    // Phones store the orientation as metadata.
    let orientation = decoder.orientation().ok();
    let picture = DynamicImage::from_decoder(decoder).map_err(problem)?;
    let is_small = picture.width().max(picture.height()) <= SIDE;
    let mut picture = if is_small { picture } else { picture.thumbnail(SIDE, SIDE) };
    orientation.into_iter().for_each(|orientation| picture.apply_orientation(orientation));
    Ok(picture)
}
