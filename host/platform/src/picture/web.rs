//! Pictures of web pages: in several widths, and in the formats of browsers.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat};
use ravif::{Img, RGB8, RGBA8};

use super::{Bound, PICTURES, QUALITY, Unusable, decode};
use crate::error::{Problem, Result};

/// Pictures of the operator. Decoding the largest one takes about a second.
const LARGE: Bound = Bound { side: 8192, pixels: 40_000_000 };
/// Quality of lossy formats, of 100: the formats use different scales.
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 70.0;
/// From 1 to 10, the fastest: 1600 pixels take some seconds.
const AVIF_SPEED: u8 = 10;

/// A format of a picture's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Avif,
    Webp,
    Jpeg,
    Png,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Avif, Self::Webp, Self::Jpeg, Self::Png];

    /// The ending of file names.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// A decoded picture, upright and without metadata.
pub struct Kept {
    pixels: DynamicImage,
    pub is_transparent: bool,
}

/// Decodes a picture for a web page, at most `width` pixels wide.
pub fn kept(bytes: &[u8], width: u32) -> Result<Kept, Unusable> {
    let pixels = decode(&PICTURES, bytes, LARGE, LARGE.side)?;
    Ok(Kept::of(pixels).shrunk(width))
}

/// Decodes a file that [`Kept::encoded`] wrote.
pub fn again(bytes: &[u8]) -> Result<Kept> {
    let pixels = image::load_from_memory(bytes).map_err(Problem::internal)?;
    Ok(Kept::of(pixels))
}

impl Kept {
    fn of(pixels: DynamicImage) -> Self {
        let pixels = if pixels.color().has_alpha() {
            let pixels = pixels.into_rgba8();
            let is_transparent = pixels.pixels().any(|pixel| pixel[3] < u8::MAX);
            let pixels = DynamicImage::from(pixels);
            if is_transparent { pixels } else { pixels.into_rgb8().into() }
        } else {
            pixels.into_rgb8().into()
        };
        Self { is_transparent: pixels.color().has_alpha(), pixels }
    }

    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// The picture at most `width` pixels wide.
    pub fn shrunk(&self, width: u32) -> Self {
        if self.width() <= width {
            return Self { pixels: self.pixels.clone(), ..*self };
        }
        let height = u64::from(self.height()) * u64::from(width) / u64::from(self.width());
        let height = u32::try_from(height).unwrap_or(u32::MAX).max(1);
        let weighted = self.is_transparent.then(|| weighted(&self.pixels));
        let mut pixels = weighted.as_ref().unwrap_or(&self.pixels);
        // The first step of a large one reads every pixel once; the second one is sharper.
        let double = (width.saturating_mul(2), height.saturating_mul(2));
        let first = (pixels.width() > double.0).then(|| pixels.thumbnail_exact(double.0, double.1));
        pixels = first.as_ref().unwrap_or(pixels);
        let pixels = unweighted(pixels.resize_exact(width, height, FilterType::CatmullRom));
        Self { pixels, ..*self }
    }

    /// The file in a format. JPEG drops transparency.
    pub fn encoded(&self, format: Format) -> Result<Vec<u8>> {
        let mut file = Cursor::new(Vec::new());
        match format {
            Format::Avif => return self.avif(),
            Format::Webp => return self.webp(),
            Format::Png => self.pixels.write_to(&mut file, ImageFormat::Png).map_err(Problem::internal)?,
            Format::Jpeg => {
                let encoder = JpegEncoder::new_with_quality(&mut file, QUALITY);
                self.pixels.to_rgb8().write_with_encoder(encoder).map_err(Problem::internal)?;
            }
        }
        Ok(file.into_inner())
    }

    fn webp(&self) -> Result<Vec<u8>> {
        let (bytes, width, height) = (self.pixels.as_bytes(), self.width(), self.height());
        let encoder = match self.is_transparent {
            true => webp::Encoder::from_rgba(bytes, width, height),
            false => webp::Encoder::from_rgb(bytes, width, height),
        };
        let failed = |error| Problem::internal(anyhow::anyhow!("WebP: {error:?}"));
        Ok(encoder.encode_simple(false, WEBP_QUALITY).map_err(failed)?.to_vec())
    }

    fn avif(&self) -> Result<Vec<u8>> {
        let (width, height) = (self.width() as usize, self.height() as usize);
        let encoder =
            ravif::Encoder::new().with_quality(AVIF_QUALITY).with_speed(AVIF_SPEED).with_num_threads(Some(1));
        let (colours, _) = self.pixels.as_bytes().as_chunks::<3>();
        let (clear, _) = self.pixels.as_bytes().as_chunks::<4>();
        let encoded = if self.is_transparent {
            let pixels: Vec<RGBA8> = clear.iter().map(|&[r, g, b, a]| RGBA8::new(r, g, b, a)).collect();
            encoder.encode_rgba(Img::new(&pixels, width, height))
        } else {
            let pixels: Vec<RGB8> = colours.iter().map(|&[r, g, b]| RGB8::new(r, g, b)).collect();
            encoder.encode_rgb(Img::new(&pixels, width, height))
        };
        Ok(encoded.map_err(Problem::internal)?.avif_file)
    }
}

/// Colours weighted by their opacity, so that invisible pixels add no colour to their neighbours.
fn weighted(pixels: &DynamicImage) -> DynamicImage {
    let mut pixels = pixels.to_rgba8();
    for pixel in pixels.pixels_mut() {
        let [r, g, b, a] = pixel.0;
        let times = |colour: u8| (u16::from(colour) * u16::from(a)).div_ceil(255) as u8;
        pixel.0 = [times(r), times(g), times(b), a];
    }
    pixels.into()
}

fn unweighted(pixels: DynamicImage) -> DynamicImage {
    let DynamicImage::ImageRgba8(mut pixels) = pixels else { return pixels };
    for pixel in pixels.pixels_mut() {
        let [r, g, b, a] = pixel.0;
        let whole = u16::from(a).max(1);
        let over = |colour: u8| (u16::from(colour) * 255 / whole).min(255) as u8;
        pixel.0 = [over(r), over(g), over(b), a];
    }
    pixels.into()
}
