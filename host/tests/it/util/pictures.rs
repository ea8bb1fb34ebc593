//! Picture files for uploads.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, RgbaImage};

use crate::prelude::*;

pub fn shown(bytes: &[u8]) -> RgbaImage {
    image::load_from_memory(bytes).expect("a picture").to_rgba8()
}

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).expect("encoded");
    file.into_inner()
}

/// A location in the metadata.
const SECRET: &[u8] = b"52.40N 16.92E by Anna's phone";

/// An image of 40 × 20, its left half red, with metadata that rotates it by 90 degrees, and with its location.
pub fn photo() -> Vec<u8> {
    let picture = RgbImage::from_fn(40, 20, |x, _| if x < 20 { Rgb([250, 0, 0]) } else { Rgb([0, 0, 250]) });
    let file = encoded(&picture.into(), ImageFormat::Jpeg);
    // One entry: orientation (0x0112), a short, once, 6.
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(SECRET);
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    [&file[..2], b"\xff\xe1", &length, &exif, b"\xff\xfe\0\x1f", SECRET, &file[2..], SECRET].concat()
}

/// A PNG with a text chunk, and bytes after its end.
pub fn noted() -> Vec<u8> {
    let file = encoded(&RgbImage::new(3, 3).into(), ImageFormat::Png);
    let text = [b"tEXtComment\0".as_slice(), SECRET].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&text);
    let length = u32::try_from(text.len() - 4).expect("short").to_be_bytes();
    let header = 8 + 25;
    [&file[..header], &length, &text, &sum.sum().to_be_bytes(), &file[header..], SECRET].concat()
}

/// Whether a file contains the location.
pub fn tells(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET)
}
